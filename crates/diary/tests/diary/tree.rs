//! Moving in the diary by orders: goto, branches, what-ifs, and amended or struck entries.

use std::path::Path;
use wardiary_base::dice::{
    Origin,
    source::{DiceSource, ScriptedDice},
};
use wardiary_diary::diary::{
    Record,
    file::{Mode, Save},
    verify::verify,
    watch::Watch,
};
use wardiary_harness_diary::{
    game::Game,
    play::{give, tannenberg},
};
use wardiary_rules::{
    notation::{Destination, Instruction, parse_instruction},
    rules::Step,
};

/// A save with these orders. Without faces the program throws.
fn played(folder: &Path, orders: &[(&str, &[u8])]) -> Save {
    let mut save = tannenberg(folder, "mine.ron");
    for (order, faces) in orders {
        give(&mut save, order, faces).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    save
}

/// The last entries of the path, this many: number and text.
fn way(save: &Save) -> Vec<(u32, String)> {
    let diary = save.diary();
    let text = |no: &u32| {
        let entry = diary.entry(*no).expect("it is on the way");
        let state = diary.state_at(entry.parent()).expect("it follows one");
        (*no, wardiary_rules::notation::order_text(&state, &entry.order))
    };
    diary.path().iter().map(text).collect()
}

fn faces(save: &Save, no: u32) -> Vec<u8> {
    save.diary().entry(no).expect("it is there").dice.iter().flat_map(|fall| fall.faces.clone()).collect()
}

const EDNA: &str = "edna \"37th Brigade\"";

#[test]
fn the_same_dice_fall_again_and_fresh_ones_are_fresh() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = played(folder.path(), &[("note begin", &[]), (EDNA, &[]), (EDNA, &[])]);
    let first = [faces(&save, 2), faces(&save, 3)].concat();
    for order in ["what if \"again\" from 1 with the same dice", "note \"another way\"", "edna \"41st Brigade\"", EDNA]
    {
        give(&mut save, order, &[]).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    assert_eq!([faces(&save, 6), faces(&save, 7)].concat(), first, "another unit, the same dice");
    // The branch remembers it, even after a restart.
    let path = save.path().to_path_buf();
    drop(save);
    let mut save = Save::open(&path, Mode::Write).expect("it opens");
    assert_eq!(save.diary().next_serial(), 4);
    for order in ["goto 1", "what if fresh", EDNA] {
        give(&mut save, order, &[]).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    let serial = |no: u32| save.diary().entry(no).expect("it is there").dice[0].serial(0);
    assert_eq!((serial(2), serial(6), serial(9)), (Some(0), Some(0), Some(4)), "no fresh die has fallen before");
    let refused = give(&mut save, "what if \"x\" with the same dice", &[]).expect_err("nothing fell after it");
    assert!(
        refused.what.contains("the program rolled no dice after entry 9, so there are none to replay"),
        "{refused}"
    );
}

#[test]
fn branches_have_names_and_one_goes_to_their_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let orders: &[(&str, &[u8])] = &[
        ("note a", &[]),
        ("note b", &[]),
        ("what if \"By night\" from 1", &[]),
        ("note c", &[]),
        ("goto 2", &[]),
        ("note d", &[]),
        ("goto 1", &[]),
        ("note e", &[]),
    ];
    let mut save = played(folder.path(), orders);
    let told: Vec<_> =
        save.diary().branches().iter().map(|b| (b.title(), b.from, b.first, b.last, b.entries, b.current)).collect();
    assert_eq!(
        told,
        [
            ("main".to_string(), 0, 1, 5, 3, false),
            ("By night".to_string(), 1, 3, 4, 2, false),
            ("from entry 6".to_string(), 1, 6, 6, 1, true),
        ]
    );
    give(&mut save, "goto \"by night\"", &[]).expect("it is there");
    assert_eq!((save.diary().head(), save.diary().state().branch().raw()), (4, "By night"));
    give(&mut save, "branch \"By torchlight\"", &[]).expect("a name is an order like any other");
    assert_eq!(save.diary().branches()[1].title(), "By torchlight");
    for (order, says) in [
        ("goto \"By torchlite\"", "no branch is called “By torchlite”; did you mean “By torchlight”?"),
        ("goto 99", "there is no entry 99: entries go from 1 to 7; 0 is the muster"),
        ("strike 6", "entry 6 is not on the current branch"),
        ("strike 99", "there is no entry 99"),
        ("branch \"\"", "a name can't be empty"),
    ] {
        let failure = give(&mut save, order, &[]).expect_err(order);
        assert!(failure.to_string().contains(says), "{order}: {failure}");
    }
}

/// A campaign of two days; on day 2 two battles are under way. The entries after 9 are undone.
#[test]
fn a_place_is_named_by_its_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let clock = r#"rules change "(clock: (parts: [\"dawn\", \"dusk\"]))""#;
    let orders: &[(&str, &[u8])] = &[
        (clock, &[]),                                                        // 1
        ("end turn", &[]),                                                   // 2: turn 2 of the first battle
        ("advance anyway", &[]),                                             // 3: day 1, dusk
        ("end turn", &[]),                                                   // 4: turn 3
        ("end battle", &[]),                                                 // 5
        ("advance", &[]),                                                    // 6: day 2, dawn
        ("battle North with \"1st Rifle Brigade\" v \"37th Brigade\"", &[]), // 7
        ("battle South with \"2nd Rifle Brigade\" v \"41st Brigade\"", &[]), // 8
        ("end turn in North", &[]),                                          // 9: turn 2 of North
        ("end turn in South", &[]),                                          // 10: turn 2 of South
        ("end turn in North", &[]),                                          // 11: turn 3 of North
        ("branch \"day 3\"", &[]),                                           // 12
        ("advance anyway", &[]),                                             // 13: day 2, dusk
        ("undo 4", &[]),
    ];
    let mut save = played(folder.path(), orders);
    let head = save.diary().head();
    assert_eq!(head, 9);
    for (order, place) in [
        ("goto day 1", Ok(0)),
        ("goto day 1 dusk", Ok(3)),
        ("goto DAY 2", Ok(6)),
        ("goto \"day 2 dawn\"", Ok(6)),
        ("goto day 2 dusk", Ok(13)),
        ("goto turn 1", Ok(8)),
        ("goto turn 2", Ok(9)),
        ("goto turn 3", Ok(11)),
        ("goto \"turn 3\"", Ok(11)),
        // A branch of that name goes first where it is in quotes.
        ("goto \"day 3\"", Ok(13)),
        ("goto 5", Ok(5)),
        ("undo to day 1 dusk", Ok(3)),
        ("undo to \"day 1 dawn\"", Ok(0)),
        ("undo to 7", Ok(7)),
        ("undo to day 2 dusk", Err("entry 13 is not on the current branch (first `goto` an entry after it)")),
        ("what if \"by night\" from day 1 dusk", Ok(14)),
        ("goto day 3", Err("the diary has no day 3: it goes from day 1, dawn to day 2, dusk")),
        ("goto turn 9", Err("there is no turn 9: North has turns up to 3")),
        ("goto day 2 noon", Err("unexpected `noon`…hint: `dawn` or `dusk` can follow here")),
        ("goto \"day 2 noon\"", Err("unexpected `noon`…hint: `dawn` or `dusk` can follow here")),
        ("goto day 0", Err("the first day is day 1")),
        ("goto week 2", Err("unexpected `2`")),
        ("goto turn", Err("no branch is called “turn”")),
    ] {
        let given = give(&mut save, order, &[]).map(|()| save.diary().head());
        match (given, place) {
            (Ok(at), Ok(place)) => assert_eq!(at, place, "{order}"),
            (Err(failure), Err(says)) => {
                let told = failure.to_string();
                assert!(says.split('…').all(|part| told.contains(part)), "{order}: {failure}");
            }
            (given, place) => panic!("{order}: {given:?}, not {place:?}"),
        }
        let back = save.diary().head_move(&Instruction::GoTo(Destination::Entry(head))).expect("it is there");
        save.move_head(back.expect("a move"), jiff::Timestamp::UNIX_EPOCH).expect("it is written");
    }
    let turn = |turn| save.diary().turn_text(&Destination::Turn(turn));
    assert_eq!([turn(2), turn(3)].map(Option::unwrap_or_default), ["turn 2 of North", "turn 3 of North"]);
}

#[test]
fn a_time_is_refused_where_nothing_counts_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = played(folder.path(), &[("note begin", &[])]);
    for (order, says) in [
        ("goto day 2", "there is no day 2: this campaign has no clock"),
        ("goto turn 2", "there is no turn 2: First day has turns up to 1"),
    ] {
        let failure = give(&mut save, order, &[]).expect_err(order);
        assert!(failure.to_string().contains(says), "{order}: {failure}");
    }
}

/// No order refers to the number of a message, so the messages after a struck one stay the same.
#[test]
fn a_message_is_struck_and_those_after_it_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let orders: &[(&str, &[u8])] =
        &[("tell Russians \"one\"", &[]), ("tell Germans \"two\"", &[]), ("tell Russians \"three\"", &[])];
    let mut save = played(folder.path(), orders);
    give(&mut save, "strike 2", &[]).expect("nothing is lost by it");
    let texts: Vec<String> = way(&save).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["tell Russians \"one\"", "branch \"entry 2 struck\"", "tell Russians \"three\""]);
}

/// The change, the rebased entries, and the conflicts.
#[test]
fn an_entry_is_amended_or_struck_and_the_rest_worked_out_again() {
    type Case = (&'static str, &'static str, &'static [(u32, &'static str)], &'static [&'static str]);
    let orders: &[(&str, &[u8])] = &[
        ("lose \"37th Brigade\" 3", &[]),
        ("note b", &[]),
        ("lose \"37th Brigade\" 1", &[]),
        ("edna \"41st Brigade\"", &[6, 5]),
        ("edna \"41st Brigade\"", &[4, 3]),
        ("undo", &[]),
        ("redo", &[]),
    ];
    let cases: &[Case] = &[
        (
            "a note struck: all of the rest holds",
            "strike 2",
            &[
                (1, "lose \"37th Brigade\" 3"),
                (6, "branch \"entry 2 struck\""),
                (7, "lose \"37th Brigade\" 1"),
                (8, "edna \"41st Brigade\""),
                (9, "edna \"41st Brigade\""),
            ],
            &[],
        ),
        (
            "a loss that kills, so that a later one is refused",
            "amend 1 to lose \"37th Brigade\" 4",
            &[
                (6, "branch \"entry 1 amended\""),
                (7, "lose \"37th Brigade\" 4"),
                (8, "note \"b\""),
                (9, "edna \"41st Brigade\""),
                (10, "edna \"41st Brigade\""),
            ],
            &["entry 3, lose \"37th Brigade\" 1: left out: the unit 37th Brigade"],
        ),
        (
            "other dice, and so another EDNA for the next test",
            "amend 4 dice 5,4",
            &[
                (1, "lose \"37th Brigade\" 3"),
                (2, "note \"b\""),
                (3, "lose \"37th Brigade\" 1"),
                (6, "branch \"entry 4 amended\""),
                (7, "edna \"41st Brigade\""),
                (8, "edna \"41st Brigade\""),
            ],
            &["entry 5, edna \"41st Brigade\": now “"],
        ),
        (
            "another unit: the dice stay with the one they fell for",
            "amend 4 dice 6,5 to edna \"73rd Brigade\"",
            &[
                (1, "lose \"37th Brigade\" 3"),
                (2, "note \"b\""),
                (3, "lose \"37th Brigade\" 1"),
                (6, "branch \"entry 4 amended\""),
                (7, "edna \"73rd Brigade\""),
                (8, "edna \"41st Brigade\""),
            ],
            &["entry 5, edna \"41st Brigade\": now “41st Brigade: 7 against 8, acted, E8”"],
        ),
    ];
    for (what, order, after, losses) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let mut save = played(folder.path(), orders);
        let before = (save.diary().entries().to_vec(), save.diary().path().to_vec());
        let Ok(wardiary_rules::notation::Instruction::Rebase { entry, change, .. }) =
            wardiary_rules::notation::parse_instruction(order, save.diary().state())
        else {
            panic!("{what}: {order} reads")
        };
        let rebase =
            save.diary().rebase(entry, &change, jiff::Timestamp::UNIX_EPOCH).unwrap_or_else(|e| panic!("{what}: {e}"));
        let found: Vec<String> = rebase
            .consequences()
            .flat_map(|group| group.rows)
            .map(|(entry, what)| format!("{entry}: {what}"))
            .collect();
        assert_eq!(found.len(), losses.len(), "{what}: {found:?}");
        for (found, loss) in found.iter().zip(*losses) {
            assert!(found.starts_with(loss), "{what}: {found}");
        }
        save.rebase(rebase).unwrap_or_else(|e| panic!("{what}: {e:?}"));
        let after: Vec<(u32, String)> = after.iter().map(|(no, text)| (*no, text.to_string())).collect();
        assert_eq!(way(&save), after, "{what}");
        // Nothing is erased, and the old version is one step away.
        assert_eq!(save.diary().entries()[..before.0.len()], before.0, "{what}");
        give(&mut save, "goto 5", &[]).expect("it is there");
        assert_eq!(save.diary().path(), before.1, "{what}");
        let loaded = Save::open(save.path(), Mode::Read).expect("it opens");
        assert_eq!(loaded.diary().entries(), save.diary().entries(), "{what}");
    }
}

/// An unchanged entry is not written again: the same order in other words, with the same dice.
#[test]
fn refuses_amendments_without_a_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = played(folder.path(), &[("edna \"41st Brigade\"", &[6, 5]), ("note b", &[])]);
    let before = save.diary().head();
    for same in ["amend 1 to edna \"41st Brigade\"", "amend 1 dice 6,5", "amend 1 dice 6,5 edna \"41st brigade\""] {
        if let Ok(wardiary_rules::notation::Instruction::Rebase { entry, change, .. }) =
            wardiary_rules::notation::parse_instruction(same, save.diary().state())
        {
            let not = save.diary().rebase(entry, &change, jiff::Timestamp::UNIX_EPOCH).expect_err(same);
            assert_eq!(not.to_string(), "no change: entry 1 already reads like that", "{same}");
        }
    }
    give(&mut save, "amend 1 dice 6,4", &[]).expect("another die changes it");
    assert_ne!(save.diary().head(), before);
}

/// A change on a branch that was already changed makes a branch with its own name. The earlier branch keeps its name.
#[test]
fn a_way_changed_twice_has_two_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = played(folder.path(), &[("note a", &[]), ("note b", &[]), ("edna \"41st Brigade\"", &[6, 5])]);
    give(&mut save, "amend 2 to note \"c\"", &[]).expect("it is rebased");
    let amended = save.diary().head();
    let Ok(wardiary_rules::notation::Instruction::Rebase { entry, change, .. }) =
        wardiary_rules::notation::parse_instruction("strike 1", save.diary().state())
    else {
        panic!("it reads")
    };
    let rebase = save.diary().rebase(entry, &change, jiff::Timestamp::UNIX_EPOCH).expect("it can be struck");
    assert_eq!(rebase.replayed, 2, "a branch is no entry that is worked out");
    save.rebase(rebase).expect("it is written");
    let names: Vec<String> = save.diary().branches().into_iter().filter_map(|branch| branch.name).collect();
    assert_eq!(names, ["entry 2 amended", "entry 1 struck"]);
    give(&mut save, "goto \"entry 2 amended\"", &[]).expect("it has its name still");
    assert_eq!(save.diary().head(), amended);
    let report =
        wardiary_diary::diary::verify::verify(save.diary(), save.seals(), wardiary_diary::diary::watch::Watch::none());
    assert_eq!(report.expect("nobody broke it off").differences, Vec::new());
}

#[test]
fn dice_that_do_not_fit_are_refused_with_what_was_rolled() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = played(folder.path(), &[("edna \"41st Brigade\"", &[6, 5])]);
    for (order, says) in [
        ("amend 1 to edna \"73rd Brigade\"", "the dice of entry 1 do not fit the order"),
        ("amend 1 dice 6", "2 needed, 1 given"),
        ("amend 1 dice 6,5,4", "1 face is too many: 4"),
        ("amend 1 dice 7,5", "a d6 has no 7"),
        ("amend 1 to undo", "an entry can only hold an order"),
    ] {
        let failure = give(&mut save, order, &[]).expect_err(order);
        assert!(failure.to_string().contains(says), "{order}: {failure}");
    }
    let hint = give(&mut save, "amend 1 to edna \"73rd Brigade\"", &[]).expect_err("no dice of its own").hint;
    assert_eq!(hint.as_deref(), Some("the dice rolled were 6,5; give the dice that count: amend 1 dice 6,5 …"));
}

/// A corrected face of the program's counts as thrown on the table. The dice beside it are still the program's.
#[test]
fn a_corrected_face_leaves_the_others_whose_they_were() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = played(folder.path(), &[("edna \"41st Brigade\"", &[])]);
    let fell = save.diary().entries().last().expect("the test").dice[0].clone();
    assert_eq!([fell.serial(0), fell.serial(1)], [Some(0), Some(1)]);
    let other = fell.faces[1] % 6 + 1;
    give(&mut save, &format!("amend 1 dice {},{other}", fell.faces[0]), &[]).expect("it is rebased");
    let corrected = &save.diary().entries().last().expect("the test").dice[0];
    assert_eq!(corrected.faces, [fell.faces[0], other]);
    assert_eq!([corrected.serial(0), corrected.serial(1)], [Some(0), None]);
}

/// A die in the middle of a throw is no longer needed. The others keep their serial numbers.
#[test]
fn the_programs_dice_keep_their_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let orders: &[(&str, &[u8])] = &[("note x", &[]), ("scrud \"XX Corps\" v Russians", &[])];
    let mut save = played(folder.path(), orders);
    give(&mut save, "amend 1 to eliminate \"73rd Brigade\"", &[]).expect("it is rebased");
    let entry = save.diary().entries().last().expect("the phase");
    let Origin::Each(serials) = &entry.dice[0].from else { panic!("{:?}", entry.dice[0].from) };
    assert_eq!(serials.len(), 11);
    assert_eq!(serials[..3], [Some(0), Some(2), Some(3)], "die 1 was of the 73rd Brigade");
    let report =
        wardiary_diary::diary::verify::verify(save.diary(), save.seals(), wardiary_diary::diary::watch::Watch::none());
    assert_eq!(report.expect("nobody broke it off").differences, Vec::new());
}

/// An abandoned order stays abandoned if it still needs dice. If its dice would now complete it, nobody decided that it
/// counts: the rebase leaves it out and reports it.
#[test]
fn broken_off_orders_are_not_carried_out_by_earlier_amendments() {
    let header = wardiary_diary::assets::scenario("garrison", None, "1".parse().expect("a seed")).expect("it ships");
    let mut game = Game::of(header);
    let at = jiff::Timestamp::UNIX_EPOCH;
    let read = |game: &Game, text: &str| match parse_instruction(text, game.diary.state()) {
        Ok(Instruction::Order(order)) => order,
        other => panic!("{text}: {other:?}"),
    };
    for text in ["note a", "conflict Vanguard v Garrison", "hold Vanguard"] {
        let entry = game.diary.carry_out(read(&game, text), &mut ScriptedDice::default(), at).expect("no dice").entry;
        game.record(Record::Entry(entry));
    }
    // The hit is shown, and the throw for the Warlord on the offensive has not happened.
    let text = "strike Garrison at Vanguard front";
    let order = read(&game, text);
    let Ok(Step::NeedDice(request)) = game.diary.resolve(&order, &[]) else { panic!("it asks for a die") };
    let hit = ScriptedDice { faces: [20].into() }.roll(&request).expect("a die");
    game.record(Record::Entry(game.diary.abandoned(order, vec![hit], at)));

    let amended = |game: &Game, by: &str| {
        let Ok(Instruction::Rebase { entry, change, .. }) = parse_instruction(by, game.diary.state()) else {
            panic!("{by}")
        };
        game.diary.rebase(entry, &change, at).expect("it can be amended")
    };
    assert_eq!(amended(&game, "amend 1 to note b").conflicts, Vec::new(), "the second throw is wanted all the same");
    let lost = amended(&game, "amend 1 to posture Vanguard neutral");
    let said: Vec<String> =
        lost.consequences().flat_map(|group| group.rows).map(|(entry, what)| format!("{entry}: {what}")).collect();
    let why = "left out: it was cancelled, but the dice already rolled would now complete it";
    assert!(said.contains(&format!("entry 4, {text}: {why}")), "{said:?}");
    game.record(lost.record);
    let loaded = wardiary_diary::diary::file::load(game.text().as_bytes()).expect("it is whole");
    let report = verify(&loaded.diary, &loaded.seals, Watch::none()).expect("nobody broke it off");
    assert_eq!(report.differences, Vec::new());
}
