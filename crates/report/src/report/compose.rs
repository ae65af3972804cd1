//! Walks the diary and composes the story and its tables.

use super::{
    Material, Report, Row, Weighed,
    chapter::{closing, opening, rolls},
    narrator::{Narrator, luck},
    primer::{Changed, primer},
    replay::Recorder,
    story::{Chapter, Course, Die, GradeShown, GroundShown, Story},
    swing,
    tell::{Clause, Memory, Scene, tell},
};
use std::sync::Arc;
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, Id},
    sides::CombatSide,
    text,
};
use wardiary_diary::diary::{Account, Diary, steps::DiaryStep};
use wardiary_rules::{order::Verb, rules::Rolled, state::State};

struct Draft {
    battle: Option<BattleId>,
    narrator: Narrator,
    memory: Memory,
    /// Whether the campaign has a clock.
    has_clock: bool,
    /// The state before the chapter's first entry, or right after its battle began.
    before: Arc<State>,
    after: Arc<State>,
    /// The turn of the chapter's last reported entry, and whether its battle goes on in entries that are not reported.
    last: (Option<u32>, bool),
    course: Option<Course>,
}

pub(super) fn compose(diary: &Diary, material: &mut dyn Material, wanted: &dyn Fn(&Account) -> bool) -> Report {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut verbs: Vec<Verb> = Vec::new();
    let mut start = None;
    let mut recorder: Option<Recorder> = None;
    let mut end = None;
    let mut books: Vec<Changed> = Vec::new();
    let has_clock = diary.state().time().is_some();
    for step in diary.steps(diary.path().iter().copied()) {
        let account = material.account(&step);
        if !wanted(&account) {
            let of_battle = |draft: &&mut Draft| draft.battle.is_some() && draft.battle == account.battle;
            drafts.iter_mut().filter(of_battle).for_each(|draft| draft.last.1 = true);
            continue;
        }
        if start.is_none() {
            start = Some(Arc::clone(&step.before));
            let title = &diary.header().title;
            recorder = material.is_replayed().then(|| Recorder::begin(title, step.entry.follows(), &step.before));
        }
        if books.is_empty() {
            books.push(Changed { from: String::new(), book: Arc::clone(step.before.book()) });
        }
        // Most entries share one rulebook, so compare only if the pointer differs.
        let now = step.after.book();
        if books.last().is_some_and(|last| !Arc::ptr_eq(&last.book, now) && last.book != *now) {
            let entry = format!("entry {}", account.no);
            let from = account.turn.map_or_else(|| entry.clone(), |turn| format!("turn {turn} ({entry})"));
            books.push(Changed { from, book: Arc::clone(now) });
        }
        if let Some(recorder) = &mut recorder {
            recorder.step(&account, &step);
        }
        end = Some(Arc::clone(&step.after));
        let rolled = step.rolled();
        let weighed = rolled.as_ref().and_then(|rolled| material.weigh(&step, rolled));
        if !verbs.contains(&account.verb) {
            verbs.push(account.verb);
        }
        let at = draft_of(&mut drafts, &account, &step);
        drafts[at].has_clock = has_clock;
        drafts[at].write(&step, &account, rolled.as_ref(), weighed.as_ref());
        let remark = material.remark(&account);
        if let Some(remark) = &remark {
            drafts[at].narrator.remark(account.no, remark.clone());
        }
        let row = row(account, &step, rolled.as_ref());
        rows.push(Row { weighed, remark, ..row });
    }
    let start = start.unwrap_or_else(|| Arc::new(diary.state().clone()));
    let end = end.unwrap_or_else(|| Arc::new(diary.state().clone()));
    let last = drafts.len();
    let kinds: Vec<bool> = drafts.iter().map(|draft| draft.battle.is_some()).collect();
    let is_campaign = kinds.iter().filter(|is| **is).count() > 1;
    let title_of = |at: usize| match (kinds[..at].contains(&true), kinds[at..last].contains(&true)) {
        (false, true) if is_campaign => "Before the first battle",
        (false, true) => "Before the battle",
        (true, true) => "Between the battles",
        (true, false) => "Afterwards",
        (false, false) => "The diary",
    };
    let titles: Vec<&str> = (0..last).map(title_of).collect();
    let mut chapters: Vec<Chapter> = Vec::new();
    for (draft, title) in drafts.into_iter().zip(titles) {
        let before = Arc::clone(&draft.before);
        let map = draft.battle.and_then(|battle| before.battle(battle)).and_then(|battle| battle.map);
        let ground = map.map(|map| GroundShown { text: material.drawn_map(&before, map), before });
        chapters.push(Chapter { ground, ..draft.finish(title) });
    }
    let swings = material.tells_swing();
    for chapter in chapters.iter_mut().filter(|_| swings) {
        let course = chapter.battle.zip(chapter.course.as_ref());
        chapter.swing = course.and_then(|(battle, course)| swing::shown(diary, battle, course));
    }
    let replay = recorder.map(Recorder::finish);
    let story =
        Story { annexes: material.annexes(), ..frame(diary, (&start, &end), &rows, chapters, (&books, &verbs)) };
    Report { story, rows, replay, start, end }
}

/// Adds the frame around the chapters.
fn frame(
    diary: &Diary,
    (start, end): (&State, &State),
    rows: &[Row],
    chapters: Vec<Chapter>,
    (books, verbs): (&[Changed], &[Verb]),
) -> Story {
    let book = end.book();
    let day = |row: &Row| row.account.at.to_string().chars().take(10).collect::<String>();
    let ladder = &book.ladder;
    let grades = (0u8..).zip(&ladder.grades).map(|(at, step)| GradeShown {
        grade: wardiary_base::book::Grade(at),
        name: step.name.to_lowercase(),
        colour: if step.colour.is_empty() { step.name.clone() } else { step.colour.clone() },
    });
    let span = |from: String, to: String| match (from.is_empty(), to.is_empty()) {
        (false, false) if from != to => format!("{from} to {to}"),
        _ => to,
    };
    // A bare turn number is no date: the story shows the turns.
    let day_of = |state: &State| {
        let date = state.date().to_string();
        let is_turn = date.split_once(' ').is_some_and(|(word, number)| {
            word.eq_ignore_ascii_case("turn") && number.bytes().all(|b| b.is_ascii_digit())
        });
        if is_turn { String::new() } else { date }
    };
    let date = [
        span(day_of(start), day_of(end)),
        end.time().map_or_else(String::new, |now| span(start.book().clock.name(start.calendar().now), now)),
    ];
    let date: Vec<String> = date.iter().filter(|part| !part.is_empty()).map(|part| text::sanitize(part)).collect();
    Story {
        title: text::sanitize(&diary.header().title),
        date: date.join(", "),
        rules: text::sanitize(if book.title.is_empty() { &book.name } else { &book.title }),
        played: rows.first().zip(rows.last()).map(|(first, last)| (day(first), day(last))),
        entries: rows.first().zip(rows.last()).map(|(first, last)| (first.account.no, last.account.no, rows.len())),
        primer: primer(books, &chapters, verbs),
        grades: if book.lines_up() { grades.collect() } else { Vec::new() },
        chapters,
        nothing: "Nothing is written yet.".into(),
        annexes: Vec::new(),
    }
}

/// The chapter of an entry: that of its battle; without one, that of the battle under way, or the one between battles.
fn draft_of(drafts: &mut Vec<Draft>, account: &Account, step: &DiaryStep) -> usize {
    let found = if let Some(battle) = account.battle {
        drafts.iter().position(|draft| draft.battle == Some(battle))
    } else {
        let goes_on = |draft: &Draft| match draft.battle {
            Some(battle) => step.before.battle(battle).is_some_and(|battle| battle.over.is_none()),
            None => true,
        };
        drafts.iter().rposition(goes_on).filter(|at| at + 1 == drafts.len())
    };
    found.unwrap_or_else(|| {
        let begins = account.battle.is_some_and(|battle| step.before.battle(battle).is_none());
        let before = Arc::clone(if begins { &step.after } else { &step.before });
        let course =
            account.battle.and_then(|battle| before.battle(battle)).map(|b| Course::begin(&before, b, account.follows));
        drafts.push(Draft {
            battle: account.battle,
            narrator: Narrator::default(),
            memory: Memory::default(),
            has_clock: false,
            after: Arc::clone(&before),
            before,
            last: (None, false),
            course,
        });
        drafts.len() - 1
    })
}

impl Draft {
    fn write(&mut self, step: &DiaryStep, account: &Account, rolled: Option<&Rolled>, weighed: Option<&Weighed>) {
        let opening = step.opening();
        let scene = Scene {
            step,
            before: &opening,
            after: &step.after,
            order: &step.entry.order,
            events: &step.entry.events,
            account,
            rolled,
        };
        let mut told = tell(&scene, &mut self.memory);
        let remark = weighed.and_then(|weighed| luck(weighed.whose.as_deref(), weighed.rank?));
        let is_hit = |clause: &Clause| clause.shot.as_ref().is_some_and(|shot| shot.hit.is_some());
        if told.clause.as_ref().is_none_or(is_hit) {
            told.sentences.extend(remark);
        }
        let turn = account.turn.filter(|_| step.after.book().uses(Mechanism::Turns));
        let clock = &step.before.book().clock;
        let between = self.has_clock && account.battle.is_none() && clock.is_on();
        let when = between.then(|| text::sanitize(&clock.name(step.before.calendar().now)));
        self.narrator.tell(account.no, (turn, when), told);
        self.after = Arc::clone(&step.after);
        self.last = (account.turn.or(self.last.0), false);
        let battle = self.battle.and_then(|battle| step.after.battle(battle));
        if let (Some(course), Some(battle)) = (&mut self.course, battle) {
            course.go_on(&step.after, battle, account.no);
        }
    }

    fn finish(self, title: &str) -> Chapter {
        let Self { battle: id, mut narrator, mut memory, before, after, last, course, .. } = self;
        for (entry, orders) in memory.orders_left(&after) {
            narrator.supply(entry, &orders);
        }
        let is_worn = |state: &State| state.units().iter().any(|unit| unit.edna.now != unit.edna.full);
        let edna = after.book().uses(Mechanism::Edna) && (is_worn(&before) || is_worn(&after));
        let at_first = id.and_then(|id| before.battle(id));
        let at_last = id.and_then(|id| after.battle(id));
        Chapter {
            battle: id,
            title: at_last.map_or_else(|| title.to_string(), |battle| battle.name.to_string()),
            when: at_first.and_then(|_| before.time()).map(|time| text::capitalized(&text::sanitize(&time))),
            opening: at_first.map_or_else(String::new, |battle| opening(&before, battle)),
            before: rolls(&before, id, edna),
            ground: None,
            turns: narrator.finish(),
            goes_on: last.1 && at_last.is_some_and(|battle| battle.over.is_none()),
            closing: at_last.map_or_else(Vec::new, |battle| closing(&before, &after, battle, last)),
            after: rolls(&after, id, edna),
            // No chart if the strength of a side is not known exactly.
            course: course.filter(|course| course.sides.iter().all(|side| side.is_known)),
            swing: None,
        }
    }
}

fn row(account: Account, step: &DiaryStep, rolled: Option<&Rolled>) -> Row {
    let fallen = account.dice.iter().flatten();
    let mut dice: Vec<Die> = fallen
        .clone()
        .map(|die| Die { whose: die.whose.clone(), face: Some(die.face), by_hand: die.by_hand, ..Die::default() })
        .collect();
    if let Some(fought) = rolled.and_then(Rolled::fought) {
        // Scores are known only if exactly these dice were rolled, in this order.
        let counted: Vec<_> = CombatSide::BOTH.into_iter().flat_map(|side| fought.thrown(side)).collect();
        let owners = fallen.map(|die| Id(die.owner.0)).take(counted.len());
        if counted.iter().map(|(whose, _)| *whose).eq(owners) {
            let ladder = &step.before.book().ladder;
            for (die, (_, counted)) in dice.iter_mut().zip(&counted) {
                die.face = counted.face;
                die.score = Some(counted.score);
                die.grade = Some((counted.grade, ladder.name(counted.grade).to_lowercase()));
            }
        }
    }
    let battle = account.battle.map(|battle| text::sanitize(&step.after.name(battle)));
    Row { account, battle, dice, weighed: None, remark: None }
}
