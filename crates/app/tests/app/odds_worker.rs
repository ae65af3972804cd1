//! Odds computed on a thread.

use std::{sync::Arc, time::Duration};
use wardiary_app::parts::{OddsJob, OddsReport, OddsResult, OddsWorker};
use wardiary_base::book::Rulebook;
use wardiary_diary::assets::Shipped;
use wardiary_odds::odds::{self, Question};
use wardiary_rules::notation;

fn roll(text: &str) -> OddsJob {
    let book = Rulebook::default_rules();
    let question = Question::from_roll(notation::parse_roll(text, &book, &Shipped).expect("a roll"));
    OddsJob::Roll(Arc::new(book), Box::new(question))
}

fn all(worker: &mut OddsWorker) -> Vec<OddsReport> {
    let mut reports = Vec::new();
    while worker.is_busy() {
        reports.extend(worker.reports(Duration::from_secs(60)));
    }
    reports
}

#[test]
fn quick_questions_get_one_exact_answer() {
    for mut worker in [OddsWorker::without_thread(), OddsWorker::on_thread()] {
        worker.request(vec![roll("2d6"), roll("scrud 2 green v 2 yellow")]);
        let reports = all(&mut worker);
        assert_eq!(reports.iter().map(|r| (r.job, r.is_final)).collect::<Vec<_>>(), [(0, true), (1, true)]);
        let exact = |r: &OddsReport| matches!(&r.result, OddsResult::Roll(a) if a.method == odds::Method::Exact);
        assert!(reports.iter().all(exact), "{reports:?}");
    }
}

/// A slow job is simulated first. A new request does not wait for the previous one.
#[test]
fn the_newest_question_wins() {
    let mut worker = OddsWorker::on_thread();
    let long = "scrud 8 black + 8 green + 8 yellow v 8 blue + 8 white + 8 red";
    worker.request(vec![roll(long)]);
    let first = worker.reports(Duration::from_secs(60));
    let simulated =
        |r: &OddsReport| matches!(&r.result, OddsResult::Roll(a) if matches!(a.method, odds::Method::Simulated { .. }));
    assert!(first.len() == 1 && simulated(&first[0]) && !first[0].is_final && worker.is_busy(), "{first:?}");
    worker.request(vec![roll("2d6")]);
    let reports = all(&mut worker);
    assert!(reports.len() == 1 && reports[0].is_final, "{reports:?}");
    worker.request(vec![roll(long)]);
    worker.cancel();
    assert!(!worker.is_busy() && worker.reports(Duration::ZERO).is_empty());
}
