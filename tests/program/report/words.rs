//! The statements of a story are true: the rules, inactive sides, reinforcements and marches.

use super::{sample, says, told};
use crate::harness::call::{Home, as_str};

/// The words of a story without line breaks.
fn prose(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a word is an area such as `E5` or `AA11`.
fn is_coordinate(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = word.len() - digits.len();
    (1..=2).contains(&letters) && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// In these rules three pairs are two hits on cavalry, but only one in cover. The primer explains it, and the shot
/// mentions it.
#[test]
fn cover_is_explained_and_said_where_it_told() {
    let home = Home::new();
    let wadi = told(&home, &sample(&home, "wadi"), &[]);
    says(
        &wadi,
        &[
            "In cover every hit needs one more pair, of any face, and no pair counts twice.",
            "Also hit as cavalry: transport.",
            "Only three dice that all show 1 hit a general, and destroy it.",
            "The Gardner Guns finished off the Horsemen of the North despite the cover.",
            "Also hit as artillery: machine gun.",
        ],
    );
}

/// An exhausted side still fires, so the story does not say that it can't attack.
#[test]
fn an_exhausted_side_is_not_said_to_be_unable_to_attack() {
    let home = Home::new();
    for name in ["wadi", "ridge", "hundred-days"] {
        let story = told(&home, &sample(&home, name), &["--no-luck"]);
        assert!(!story.contains("attack no more"), "{name}");
        assert!(story.contains("the Exhaustion Point") && story.contains("became exhausted. (An"), "{name}: {story}");
    }
}

/// The story tells the first rules, and each change with its time, in words.
#[test]
fn rules_that_changed_midway_are_told_as_they_were_and_as_they_are() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "odd.ron", "--no-open", "--seed", "7"]).done();
    for order in
        ["initiative", "first Germans", "scrud Germans v Russians", "rules change \"(scrud: (extras: Ignored))\""]
    {
        home.run(&["do", "odd.ron", order]).done();
    }
    let story = told(&home, &home.path("odd.ron"), &["--no-luck"]);
    let [first, then] = [
        "A die without an opponent also beats the enemy’s lowest die if it is higher.",
        "A die without an opponent has no effect.",
    ];
    let (rest, primer) = story.split_once("## How to read this").expect("the rules");
    assert!(primer.contains(first) && primer.contains(&format!("From turn 1 (entry 4) on: {then}")), "{primer}");
    assert!(rest.contains(&format!("The rules changed. From here on: {then}")), "{rest}");
    assert!(!story.contains("BeatLowest") && !story.contains("extras of"), "{story}");
}

#[test]
fn an_ending_of_no_format_is_refused() {
    let home = Home::new();
    let save = sample(&home, "tannenberg");
    home.run(&["report", as_str(&save), "-o", "t.pdf"]).failed(2, &["t.pdf", ".html", "--format"]);
    assert!(!home.path("t.pdf").exists());
    home.run(&["report", as_str(&save), "-o", "t.text", "--format", "txt"]).done();
    assert!(home.read("t.text").starts_with("Tannenberg"));
}

/// The final table contains the reinforcements, and the story mentions their arrival.
#[test]
fn reinforcements_are_told() {
    let home = Home::new();
    let week = told(&home, &sample(&home, "hundred-days"), &["--battle", "Waterloo"]);
    assert!(
        week.contains("Four units with 16 Strength Points reinforced the Coalition after the battle had begun, which do not count towards this."),
        "{week}"
    );
    // Reinforcements count from their arrival: without them 28 were left at the end of that turn, and 13 at the end of
    // the battle.
    says(
        &week,
        &[
            "Strength Points left at the end of each turn, with reinforcements from their arrival on.",
            "| 1 | 47 | 32 |",
            "| 2 | 42 | 44 |",
            "| 7 | 30 | 29 |",
        ],
    );
    let orla = told(&home, &sample(&home, "orla"), &[]);
    assert!(
        orla.contains("Strength Points left at the end of each turn. Who") && !orla.contains("with reinforcements"),
        "{orla}"
    );
}

/// A part of a battle ends at its own end, without a note that the diary stops there. The last part has that note, or
/// the end of the battle.
#[test]
fn a_part_ends_where_it_ends() {
    let home = Home::new();
    let wadi = sample(&home, "wadi");
    for (filter, end) in [
        ("turn 3-4", "This part ends with turn 4. The Column lost 5 of 27 Strength Points and the Emirate 11 of 28."),
        (
            "turn 6",
            "This part ends with turn 6. The Column lost 7 of 27 Strength Points and the Emirate 14 of 28, exhausted in turn 6.",
        ),
        ("turn 3 kind volley", "This part ends in turn 3. The Column lost"),
        ("turn 9-10", "The battle ended in turn 10 in a victory for the Column. “The Emirate is exhausted"),
    ] {
        let part = told(&home, &wadi, &[filter, "--no-luck"]);
        assert!(part.contains(end) && !part.contains("The diary stops"), "{filter}: {part}");
        assert_eq!(part.contains("### Figures at the end of this part\n"), !end.contains("battle ended"), "{filter}");
    }
    let part = told(&home, &wadi, &["turn 3-4", "--no-luck"]);
    assert!(part.contains("The Emirate held the wells and the Old fort."), "{part}");
    let tannenberg = told(&home, &sample(&home, "tannenberg"), &["turn 2"]);
    assert!(tannenberg.contains("The diary stops in turn 2, with the battle undecided."), "{tannenberg}");
}

/// The story says that a side reached its Exhaustion Point, also if the battle ended before the check.
#[test]
fn reached_exhaustion_points_are_mentioned() {
    let home = Home::new();
    let ligny = told(&home, &sample(&home, "hundred-days"), &["--no-luck", "--battle", "Ligny"]);
    says(&ligny, &["The Coalition lost 16 of 32,", "; this reached its Exhaustion Point, 16."]);
}

/// Statements about a fight refer only to its participants, and blows without effect are left out.
#[test]
fn combats_and_conflicts_are_told_by_who_was_in_them() {
    let home = Home::new();
    let brod = told(&home, &sample(&home, "orla"), &["--no-luck", "--battle", "Battle of Brod"]);
    assert!(!brod.contains("None of the Orla League was left in the fight"), "{brod}");
    let ridge = told(&home, &sample(&home, "ridge"), &["--no-luck"]);
    says(
        &ridge,
        &[
            "The Village Guard fell on the Vanguard and swept away the 1st, 2nd and 3rd Levies.",
            "The rest of the Halberds fled from the fight to the ",
            " and screened the left of the Village Guard.",
        ],
    );
}

/// The story tells turning points and rolls in words, not as orders.
#[test]
fn actions_are_described_in_words() {
    let home = Home::new();
    for (name, words) in [
        ("wadi", "(the 1st Fusiliers fired at Emir Yusuf and the Green Banner)"),
        ("orla", "(Brigade Thalberg attacked Column Verany, second phase)"),
        ("ridge", "(the Village Guard struck the Vanguard)"),
    ] {
        let story = told(&home, &sample(&home, name), &[]);
        assert!(story.contains(words), "{name}: {words}: {story}");
        assert!(!["scrud \"", "volley \"", "strike \""].iter().any(|order| story.contains(order)), "{name}: {story}");
    }
}

/// The stepper's caption of an entry that ended a turn or a battle names that end, and not what was left undone.
#[test]
fn the_caption_of_an_end_is_that_end() {
    let home = Home::new();
    let page = told(&home, &sample(&home, "wadi"), &["--format", "html", "--no-luck"]);
    for end in ["\"Turn 1 ended\"", "\"The battle The wells ended"] {
        assert!(page.contains(end), "{end}");
    }
    assert!(!page.contains("\"Could still have"), "no caption says what was left undone");
}

/// A part begins with the remaining strength, as in its table.
#[test]
fn a_part_begins_with_who_is_left() {
    let home = Home::new();
    let part = told(&home, &sample(&home, "wadi"), &["turn 3-4", "--no-luck"]);
    assert!(part.contains("The Column, ten units with 26 of 27 Strength Points, faced the Emirate"), "{part}");
    // A destroyed unit does not count.
    let part = told(&home, &sample(&home, "hundred-days"), &["turn 2", "--no-luck"]);
    for said in ["faced the Coalition, three units with 12 of 16", "faced the Coalition, five units with 20 of 32"] {
        assert!(part.contains(said), "{said}: {part}");
    }
}

/// The story of a battle on a map names places and terrain, and begins with the map.
#[test]
fn marches_are_told_by_places_and_not_by_coordinates() {
    let home = Home::new();
    for (name, words) in [
        ("wadi", &["towards the wells", "took the wells from the Emirate", "up to the Siege Gun"][..]),
        ("crossings", &["the Stone bridge", "towards "]),
        ("ridge", &["the chapel", "fell on the Halberds on the left"]),
    ] {
        let text = told(&home, &sample(&home, name), &["--format", "txt", "--no-luck"]);
        assert!(text.contains("* named place"), "{name}: the map: {text}");
        let (_, story) = text.split_once("TURN 1\n").expect("the first turn");
        let (story, _) = story.split_once("ORDER OF BATTLE").expect("the end");
        let story = prose(story);
        let coordinates: Vec<&str> = story.split(' ').filter(|word| is_coordinate(word)).collect();
        assert!(coordinates.is_empty(), "{name}: {coordinates:?} in {story}");
        for words in words {
            assert!(story.contains(words), "{name}: {words}: {story}");
        }
    }
    let ridge = told(&home, &sample(&home, "ridge"), &["--no-luck"]);
    assert!(!ridge.contains("Turn 1 ·") && !ridge.contains("stood in the way of the blow"), "{ridge}");
    let page = told(&home, &sample(&home, "wadi"), &["--format", "html", "--no-luck"]);
    let maps = |page: &str| page.matches("<figure class=\"map\">").count();
    assert_eq!(maps(&page), 2, "one at the beginning, one at the end");
    let page = told(&home, &sample(&home, "wadi"), &["--format", "html"]);
    assert!(maps(&page) > 5 && page.contains("Arrows are moves."), "one for each turning point");
    assert!(page.contains("the wells") && !page.contains("held The wells"));
}
