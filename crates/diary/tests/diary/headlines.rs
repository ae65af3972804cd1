//! The headlines of entries, and their notable events, over the samples that ship.

use wardiary_diary::diary::{Account, Diary, file::load};

fn sample(name: &str) -> Diary {
    let path = format!("{}/../../saves/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    load(&std::fs::read(path).expect("it ships")).expect("it loads").diary
}

fn accounts(diary: &Diary) -> Vec<Account> {
    diary.steps(diary.path().iter().copied()).map(|step| step.account()).collect()
}

#[test]
fn headlines_say_what_happened() {
    for (name, no, wanted) in [
        ("tannenberg", 1, "“Samsonov’s men come up over the sandy roads"),
        ("tannenberg", 2, "Russians won the initiative"),
        ("tannenberg", 4, "Germans beat Russians 4 to 0: 1st Rifle Brigade eliminated"),
        ("tannenberg", 6, "Germans beat Russians 1 to 0: 5th Rifle Brigade demoted"),
        ("tannenberg", 10, "Turn 1 ended"),
        ("wadi", 6, "Siege Gun fired: no hit on Lancers"),
        ("wadi", 44, "Horsemen of the South fired: 1st Fusiliers lost 1 SP"),
        ("wadi", 52, "1st Fusiliers fired: Emir Yusuf eliminated, Green Banner lost 1 SP"),
        (
            "hundred-days",
            14,
            "Quatre Bras is held by Coalition now; Ligny is held by Coalition now; it is day 1, afternoon",
        ),
        ("hundred-days", 16, "It is day 1, night"),
        (
            "hundred-days",
            38,
            "II Corps (Reille) missed Anglo-Allied I Corps (Orange); Anglo-Allied I Corps (Orange) missed II Corps (Reille)",
        ),
        (
            "orla",
            34,
            "The battle Affair at Tarn ended: won by Kessler (Orla League has nobody left); Column Verany destroyed; Kessler beat Orla League 1 to 0: Verany Lancers eliminated",
        ),
    ] {
        let diary = sample(name);
        let headline = diary.headline(no).expect("it is there");
        assert!(headline.starts_with(wanted), "{name} {no}: {headline}");
    }
}

/// What a headline says is not said again below it.
#[test]
fn details_do_not_repeat_the_headline() {
    let diary = sample("tannenberg");
    let below = |no| {
        diary
            .step(no)
            .map_or_else(Vec::new, |step| step.account().details_below_headline().map(String::from).collect::<Vec<_>>())
    };
    assert_eq!(below(2), Vec::<String>::new());
    assert_eq!(below(10), Vec::<String>::new());
    assert_eq!(
        below(6),
        ["Russians suffered 1 defeat, Germans suffered no defeat", "5th Rifle Brigade demoted, yellow to red"]
    );
}

#[test]
fn filters_find_notable_events() {
    for (name, kind, wanted) in [
        ("wadi", "leader", &[52][..]),
        ("wadi", "exhaustion", &[121]),
        ("orla", "stack", &[34, 77, 88]),
        ("hundred-days", "objective", &[14, 68, 69]),
        ("tannenberg", "leader", &[]),
    ] {
        let diary = sample(name);
        let filter = diary.filter(&format!("event {kind}")).expect("it is read");
        assert!(!filter.asks_for_luck());
        let found: Vec<u32> = accounts(&diary).iter().filter(|a| a.fits(&filter)).map(|a| a.no).collect();
        assert_eq!(found, wanted, "{name}: {kind}");
        let any = diary.filter("event").expect("it is read");
        assert!(accounts(&diary).iter().filter(|a| found.contains(&a.no)).all(|a| a.fits(&any)));
    }
}
