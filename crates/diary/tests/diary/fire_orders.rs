//! Dice tests and volleys as orders of a campaign: who may give them, their cost, and their refusals.

use wardiary_base::{document, id::UnitId};
use wardiary_diary::{assets, diary::file::Save};
use wardiary_harness_diary::{campaign::without_map, play::give};
use wardiary_rules::{
    notation::{order_text, parse_instruction},
    rules::{OrderRoll, roll_of_order},
};

/// A new save of a scenario, with house rules laid over its book.
fn save(scenario: &str, patch: &str) -> (tempfile::TempDir, Save) {
    let folder = tempfile::tempdir().expect("there is room");
    let header = assets::scenario(scenario, None, "1".parse().expect("a seed")).expect("it ships");
    let mut header = without_map(header);
    if !patch.is_empty() {
        let draft: wardiary_base::book::RulebookDraft = document::read(patch).expect(patch);
        header.book = draft.check(&header.book).expect("it makes a book").into();
    }
    let save = Save::create(&folder.path().join("s.ron"), header).expect("the folder is fresh");
    (folder, save)
}

/// Carries out orders, each with its faces. Returns the sentences about the last one.
#[track_caller]
fn told(save: &mut Save, orders: &[(&str, &[u8])]) -> String {
    for (order, faces) in orders {
        give(save, order, faces).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    let diary = save.diary();
    let step = diary.step(diary.head()).expect("something was done");
    step.account().sentences.join("; ")
}

#[track_caller]
fn refused(save: &mut Save, order: &str, says: &str, hint: &str) {
    let failure = give(save, order, &[]).expect_err(order);
    assert!(failure.what.contains(says), "{order}: {failure}");
    assert!(failure.hint.as_deref().unwrap_or_default().contains(hint), "{order}: {failure}");
}

/// The Column goes first and has its part of the turn.
const START: &[(&str, &[u8])] = &[("initiative", &[6, 1]), ("first Column", &[])];

#[test]
fn a_volley_takes_strength_and_counts_towards_exhaustion() {
    let (_folder, mut save) = save("wadi", "");
    told(&mut save, START);
    // Rifles at range 2 throw four dice. Infantry loses an SP for each double of 4, 5 or 6.
    let text = told(&mut save, &[("volley Highlanders at \"Red Banner\" range 2", &[5, 5, 6, 6])]);
    assert_eq!(text, "Highlanders fired with 4 dice: 2 hits on Red Banner; Red Banner lost 2 SP, 2 left");
    let state = save.diary().state();
    let battle = state.open_battles().next().expect("it goes on");
    assert_eq!(state.losses(battle, &battle.contingents[1]).map(|losses| losses.lost), Some(2));
    refused(&mut save, "volley Highlanders at \"Red Banner\" range 2", "has attacked this turn", "end turn");
    // With a General two more dice. One roll decides about the General and the troops, each separately.
    let text = told(
        &mut save,
        &[(
            "volley \"1st Fusiliers\" at \"Red Banner\" + \"Emir Yusuf\" range 2 with general in cover",
            &[1, 1, 1, 4, 4, 5],
        )],
    );
    assert_eq!(
        text,
        "1st Fusiliers fired with 6 dice: 1 hit on Red Banner; 1 hit on Emir Yusuf; \
         Red Banner lost 1 SP, 1 left; Emir Yusuf eliminated"
    );
    let rolled = |save: &Save| {
        let diary = save.diary();
        let entry = diary.entry(diary.head()).expect("an entry");
        roll_of_order(&diary.state_at(entry.parent()).expect("a past"), &entry.order, &entry.dice)
    };
    assert!(
        matches!(rolled(&save), Some(OrderRoll::Volley { target_groups, fired, .. }) if fired.hits == [1, 1] && target_groups.iter().all(|mark| mark.cover))
    );
    // In the next turn each unit may attack again.
    told(&mut save, &[("pass", &[]), ("pass", &[]), ("initiative", &[6, 1]), ("first Column", &[])]);
    told(&mut save, &[("volley Highlanders at \"Red Banner\" range 1", &[1, 2, 3, 4, 5, 6])]);
    // A rulebook without turns has no turn to wait for.
    told(&mut save, &[("rules change only \"(mechanisms: [Volleys])\"", &[])]);
    told(&mut save, &[("volley Highlanders at \"Red Banner\" range 1", &[1, 2, 3, 4, 5, 6])]);
}

#[test]
fn refuses_impossible_volleys() {
    let (_folder, mut save) = save("wadi", "(mechanisms: [Edna, Volleys, Exhaustion, Turns])");
    refused(
        &mut save,
        "volley Highlanders at \"Red Banner\" range 1",
        "Column can’t act in this part",
        "initiative: roll",
    );
    told(&mut save, START);
    for (order, says, hint) in [
        ("volley \"Red Banner\" at Highlanders range 1", "Emirate can’t act in this part", "pass"),
        ("volley Highlanders at \"Red Banner\"", "unknown without a map", "range 1"),
        ("volley Highlanders at \"Red Banner\" range 0", "a range must be 1 to 255, not 0", ""),
        ("volley Highlanders at \"Red Banner\" range 4", "is 3, the distance 4", ""),
        ("volley Highlanders at \"Red Banner\" range 1 with muskets", "carries no “muskets”", "rifles"),
        ("volley \"Water Carts\" at \"Red Banner\" range 1", "carries no weapon", "weapons: ["),
        ("volley Highlanders at Lancers range 1", "both forces belong to Column", ""),
        ("volley Highlanders at \"Red Banner\" + \"Red Banner\" range 1", "named twice", ""),
        (
            "volley Highlanders at \"Red Banner\" + \"Green Banner\" range 1",
            "can't be in the same place",
            "share a place",
        ),
        ("volley Highlanders at \"Red Banner\" + Lancers range 1", "both forces belong to Column", ""),
    ] {
        refused(&mut save, order, says, hint);
    }
    told(&mut save, &[("shake Highlanders 8", &[])]);
    refused(&mut save, "volley Highlanders at \"Red Banner\" range 1", "ineffective", "rally");
    // The General's stack is elsewhere.
    let with_general = "volley Lancers at \"Red Banner\" range 1 with general";
    refused(
        &mut save,
        with_general,
        "General Harcourt is with Main body, not with Lancers",
        "assign \"General Harcourt\"",
    );
    told(&mut save, &[("detach \"General Harcourt\"", &[]), (with_general, &[1, 2, 3, 4, 5, 6])]);
    told(&mut save, &[("undo", &[]), ("eliminate \"General Harcourt\"", &[])]);
    refused(&mut save, "volley Lancers at \"Red Banner\" range 1 with general", "no living General", "leave out");
}

#[test]
fn an_exhausted_side_may_volley() {
    let (_folder, mut save) = save("wadi", "(exhaustion: (exhausted_from: AtOnce, fraction: (1, 40)))");
    told(&mut save, START);
    told(&mut save, &[("lose Highlanders 4", &[])]);
    let battle = save.diary().state().open_battles().next().expect("it goes on");
    assert!(battle.contingents[0].exhausted);
    told(&mut save, &[("volley Highlanders at \"Red Banner\" range 3", &[1, 2])]);
}

#[test]
fn edna_scales_fire_and_is_worn_by_it() {
    // RULES 1: ⌈dice × EDNA ÷ start⌉ before the General's two dice. Fire without SP loss wears 1.
    let (_folder, mut save) = save("night-attack", "");
    told(&mut save, &[("shake \"1 Platoon\" 3", &[])]);
    // 6 × 5 ÷ 8 = 3.75, so four dice.
    let text = told(&mut save, &[("volley \"1 Platoon\" at Sentries range 1", &[1, 2, 3, 4])]);
    assert_eq!(text, "1 Platoon fired with 4 dice: no hit on Sentries; Sentries worn by fire, E6 to E5/6");
    let text = told(&mut save, &[("volley \"2 Platoon\" at Sentries range 3", &[6, 6])]);
    assert_eq!(text, "2 Platoon fired with 2 dice: 1 hit on Sentries; Sentries lost 1 SP, 1 left");
    let state = save.diary().state();
    assert_eq!(state.unit(UnitId(202)).map(|u| (u.edna_in_rules().now, u.strength_in_rules().now)), Some((5, 1)));
}

#[test]
fn units_are_put_to_their_tests() {
    let patch = "(tests: (parallel: Allowed), troops: [
        (name: \"infantry\", strength: 4, tests: [(name: \"Leadership\", dice: 2, needs: AtMost(4), pass: One)]),
    ])";
    let (_folder, mut save) = save("tannenberg", patch);
    let text = told(&mut save, &[("test \"37th Brigade\" Leadership", &[2, 5])]);
    assert_eq!(text, "Leadership: 37th Brigade (1 of 2 dice) passed");
    let text = told(&mut save, &[("test \"37th Brigade\" + \"41st Brigade\" leadership", &[5, 6, 4, 4])]);
    assert_eq!(text, "Leadership: 41st Brigade (2 of 2 dice) passed; 37th Brigade (0 of 2 dice) failed");
    // Four units in parallel: one passes in the first round and is done; the others roll again.
    let text = told(&mut save, &[("test \"XX Corps\" for Leadership in parallel", &[1, 5, 6, 5, 4, 5, 3])]);
    assert_eq!(text, "Leadership: 37th Brigade, 73rd Brigade and 75th Brigade passed; 41st Brigade failed");
    let diary = save.diary();
    let entry = diary.entry(diary.head()).expect("an entry");
    let rolled = roll_of_order(&diary.state_at(entry.parent()).expect("a past"), &entry.order, &entry.dice);
    let Some(OrderRoll::Tests { thrown, .. }) = rolled else { panic!("{rolled:?}") };
    assert_eq!(thrown.rounds.iter().map(Vec::len).collect::<Vec<_>>(), [4, 3], "every round is kept");
    told(&mut save, &[("test Russians leadership in parallel", &[])]);
    refused(&mut save, "test \"37th Brigade\" Leadershp", "no test “Leadershp”", "Leadership");
    refused(&mut save, "object Russians", "no side can object", "tests parallel Objected");
    // Under Objected, tests may be thrown in parallel until a side objects. The objection binds both sides for the
    // battle.
    told(&mut save, &[("rules change \"(tests: (parallel: Objected))\"", &[])]);
    told(&mut save, &[("test \"37th Brigade\" for Leadership in parallel", &[1])]);
    let text = told(&mut save, &[("object Russians", &[])]);
    assert_eq!(text, "Russians objected to parallel tests: all tests of the battle are now in series");
    refused(&mut save, "object Russians", "change nothing", "");
    refused(&mut save, "test \"XX Corps\" for Leadership in parallel", "a side objects", "leave out");
    told(&mut save, &[("object Germans", &[]), ("object Russians off", &[])]);
    refused(&mut save, "test Russians for Leadership in parallel", "a side objects", "leave out");
    let text = told(&mut save, &[("object Germans off", &[])]);
    assert_eq!(text, "Germans withdrew the objection to parallel tests");
    told(&mut save, &[("test \"37th Brigade\" for Leadership in parallel", &[1])]);
    told(&mut save, &[("rules change \"(tests: (parallel: Allowed, bonuses: true))\"", &[])]);
    refused(&mut save, "test \"XX Corps\" for Leadership in parallel", "bonuses", "leave out");
    // A unit can have tests and weapons of its own.
    let mustered = "unit Guards in \"XX Corps\" test Nerve pass-all 3d 5- weapon muskets";
    let order = parse_instruction(mustered, save.diary().state()).expect("it reads");
    let wardiary_rules::notation::Instruction::Order(order) = order else { panic!("it is an order") };
    assert_eq!(
        order_text(save.diary().state(), &order),
        "unit Guards in \"XX Corps\" test \"Nerve\" pass-all 3d 5- weapon \"muskets\" as #41"
    );
    told(&mut save, &[(mustered, &[])]);
    assert_eq!(told(&mut save, &[("test Guards Nerve", &[5, 5, 6])]), "Nerve: Guards (2 of 3 dice) failed");
    refused(&mut save, "test \"37th Brigade\" Nerve", "no test “Nerve”", "Leadership");
    refused(&mut save, "unit More in \"XX Corps\" weapon muskts", "no weapon", "muskets");
    // For a stack or a side, the units with this test are tested. A unit named directly must have the test.
    assert_eq!(told(&mut save, &[("test \"XX Corps\" Nerve", &[5, 5, 5])]), "Nerve: Guards (3 of 3 dice) passed");
    assert_eq!(told(&mut save, &[("test Germans Nerve", &[5, 5, 5])]), "Nerve: Guards (3 of 3 dice) passed");
    refused(&mut save, "test \"XX Corps\" + \"37th Brigade\" Nerve", "37th Brigade has no test “Nerve”", "Leadership");
    refused(&mut save, "test Russians Nerve", "has no test “Nerve”", "Leadership");
}
