//! Every rule and every setting of RULES.md sections 1, 2, 4 and 5.1 that is in force, each as three parts: who stands
//! there before, what is ordered and falls, who stands there after.

use crate::harness::field::{self, play};

#[test]
fn edna() {
    play(&[
        ("", "A v X", &["edna A: 3 2"], "A white v X white", "RULES 1: 5 of 8 acts"),
        ("", "A v X", &["edna A: 6 4", "edna A: 4 3"], "A white E5 v X white", "RULES 1: 10 of 8, then 7 of 6"),
        ("", "A E5 v X", &["edna A: 6 5"], "A white E0 v X white", "RULES 1: 11 of 5 is below 0: 0"),
        ("", "A E0 v X", &["edna A ! Ineffective"], "A white E0 v X white", "RULES 1: at 0 it may not test"),
        (
            "",
            "A E0 v X",
            &["scrud A v X ! Ineffective"],
            "A white E0 v X white",
            "RULES 1: at 0 it may not open a fight",
        ),
        (
            "",
            "A E0, B v X",
            &["scrud Red v Blue: 6 1"],
            "A white E0, B white v X yellow",
            "RULES 1: of a side those fight who may",
        ),
        ("", "A v X E0", &["scrud A v X: 1 6"], "A yellow v X white E0", "RULES 1: it rolls its die when attacked"),
        ("", "A E0 v X", &["scrud X v A: 1 6", "withdraw A"], "A white E0 v X yellow", "RULES 1: it may withdraw"),
        (
            "",
            "A E0, B v X",
            &["scrud B v X: 3 3", "commit A to B ! Ineffective"],
            "A white E0, B white v X white",
            "RULES 1: it may not advance",
        ),
        (
            "(edna: (equal: Halts))",
            "A v X",
            &["edna A: 4 4"],
            "A white v X white",
            "RULES 1: equal halts, and costs nothing",
        ),
        (
            "(edna: (start: 10, dice: (2, 8)))",
            "A v X",
            &["edna A: 8 8"],
            "A white E4 v X white",
            "RULES 1: 2D8, start of 10",
        ),
        (
            "(edna: (wear: (fire: 1, manoeuvre: 2)))",
            "A v X",
            &["wear A fire", "wear A manoeuvre"],
            "A white E5 v X white",
            "RULES 1: wear",
        ),
        ("(edna: (wear: (fire: 3)))", "A E2 v X", &["wear A fire"], "A white E0 v X white", "RULES 1: never below 0"),
        ("", "A v X", &["wear A fire ! NoWear"], "A white v X white", "RULES 1: default 0"),
        (
            "",
            "A E3 v X",
            &["rally A 5", "rally A 1 ! Edna", "shake A 8", "shake A 1 ! Edna"],
            "A white E0 v X white",
            "a ruling, within the gauge",
        ),
    ]);
}

#[test]
fn extras_and_defeats() {
    play(&[
        (
            "",
            "A v X, Y, Z",
            &["scrud A v Blue: 4 4 5 3"],
            "A yellow v X white, Y white, Z white",
            "RULES 2.2: 4 v 5 beats; no extra scores more than 4",
        ),
        (
            "",
            "A v X, Y, Z",
            &["scrud A v Blue: 3 5 5 3"],
            "A red v X white, Y white, Z white",
            "RULES 2.2 BeatLowest: 5 v 3, and the extra 5 more than 3",
        ),
        (
            "(scrud: (extras: Ignored))",
            "A v X, Y, Z",
            &["scrud A v Blue: 3 5 5 3"],
            "A yellow v X white, Y white, Z white",
            "RULES 2.2 Ignored",
        ),
        (
            "(scrud: (extras: OverHalf))",
            "A v X, Y, Z",
            &["scrud A v Blue: 6 6 4 3"],
            "A yellow v X white, Y white, Z white",
            "RULES 2.2 OverHalf: the 4 counts, the 3 does not",
        ),
        ("(scrud: (defeat: [PushBack]))", "A v X", &["scrud A v X: 6 1"], "A white v X white", "RULES 2.2 PushBack"),
        (
            "(scrud: (defeat: [LoseStrength(3)]))",
            "A v X",
            &["scrud A v X: 6 1", "scrud A v X: 6 1"],
            "A white v X gone",
            "RULES 2.2 LoseStrength; 6: the last SP eliminates",
        ),
        (
            "(scrud: (defeat: [LoseStrength(1), Demote]))",
            "A v X",
            &["scrud A v X: 6 1"],
            "A white v X yellow 3sp",
            "RULES 2.2: a list",
        ),
        (
            "(scrud: (defeat: [Eliminate]))",
            "A v X, Y",
            &["scrud A v Blue: 6 1 1"],
            "A white v X gone, Y white",
            "RULES 2.2 Eliminate",
        ),
        (
            "(scrud: (defeat: []))",
            "A v X",
            &["scrud A v X: 6 1"],
            "A white v X white",
            "RULES 2.2: a defeat that does nothing",
        ),
        (
            "",
            "A red v X, Y",
            &["scrud A v Blue: 1 6 6"],
            "A gone v X white, Y white",
            "RULES 2.2: of the lowest grade, and twice beaten",
        ),
        (
            "",
            "A v X, Y",
            &["scrud A v Blue: 6 1 1", "scrud A v Blue: 3 3 3"],
            "A white v X yellow, Y white",
            "RULES 2.2: yellow 3 counts 2; equal scores are ignored",
        ),
        ("skirmish: ()", "A v X, Y", &["scrud A v Blue: 6 5 1"], "A white v X gone, Y white", "RULES 2.1: skirmish"),
    ]);
}

#[test]
fn every_third_defeat() {
    let three: &[&str] = &["scrud Red v Blue: 6 6 1 1 1 1", "scrud Red v Blue: 6 1 1 1 1 1"];
    let book = "(scrud: (defeat: [PushBack], extras: Ignored, carry: PerCombat))";
    play(&[
        (
            "",
            "A, B, C v X, Y, Z",
            &["scrud Red v Blue: 6 6 6 3 2 1"],
            "A white, B white, C white v X yellow, Y yellow, Z gone",
            "RULES 2.2, 6: lowest grade after step 5; ties: the lowest score",
        ),
        (
            "",
            "A, B, C v X, Y green, Z",
            &["scrud Red v Blue: 6 6 6 2 1 2"],
            "A white, B white, C white v X yellow, Y white, Z gone",
            "RULES 2.2, 6: ties of grade and score: the last in the line-up",
        ),
        (
            "(scrud: (eliminate_every: None))",
            "A, B, C v X, Y, Z",
            &["scrud Red v Blue: 6 6 6 3 2 1"],
            "A white, B white, C white v X yellow, Y yellow, Z yellow",
            "RULES 2.2, 6: None",
        ),
        (
            "(scrud: (eliminate_every: 1))",
            "A, B v X, Y, Z",
            &["scrud Red v Blue: 6 1 1 1 1"],
            "A white, B white v X gone, Y white, Z white",
            "RULES 2.2, 6: every defeat",
        ),
        (
            "(scrud: (defeat: [PushBack], extras: Ignored, carry: PerPhase))",
            "A, B, C v X, Y, Z",
            three,
            "A white, B white, C white v X white, Y white, Z white",
            "RULES 2.2, 6 PerPhase: 2 and 1 are not 3",
        ),
        (
            book,
            "A, B, C v X, Y, Z",
            three,
            "A white, B white, C white v X white, Y white, Z gone",
            "RULES 2.2, 6 PerCombat: 2 and 1 are 3",
        ),
        (
            book,
            "A, B, C v X, Y, Z",
            &["scrud Red v Blue: 6 6 1 1 1 1", "end turn", "scrud Red v Blue: 6 1 1 1 1 1"],
            "A white, B white, C white v X white, Y white, Z white",
            "RULES 2.2, 6 PerCombat: another combat counts anew",
        ),
        (
            "(scrud: (defeat: [PushBack], extras: Ignored, carry: PerBattle))",
            "A, B, C v X, Y, Z",
            &["scrud Red v Blue: 6 6 1 1 1 1", "end turn", "scrud Red v Blue: 6 1 1 1 1 1"],
            "A white, B white, C white v X white, Y white, Z gone",
            "RULES 2.2, 6 PerBattle: counted on through the battle",
        ),
        (
            "classic: ()",
            "A, B, C v X, Y, Z",
            &["scrud Red v Blue: 6 6 6 1 1 1"],
            "A white, B white, C white v X white, Y white, Z gone",
            "RULES 2.1: classic",
        ),
    ]);
}

#[test]
fn variants_of_a_phase() {
    let again = "(scrud: (rerolls: (dice: 1)))";
    let ones = "(scrud: (rerolls: (dice: 2, faces: [1])))";
    play(&[
        (
            "(scrud: (line_up: AsRolled))",
            "A, B v X, Y",
            &["scrud Red v Blue: 1 6 6 1"],
            "A yellow, B white v X white, Y yellow",
            "RULES 2.3 AsRolled: roster order",
        ),
        (
            "",
            "A, B v X, Y",
            &["scrud Red v Blue: 1 6 6 1"],
            "A white, B white v X white, Y white",
            "RULES 2.3 Sorted: 6 6, 1 1",
        ),
        (
            "(scrud: (ties: Defender))",
            "A v X",
            &["scrud A v X: 3 3"],
            "A yellow v X white",
            "RULES 2.3: the side attacked wins a tie",
        ),
        (
            "(scrud: (ties: Defender))",
            "A v X",
            &["scrud X v A: 3 3", "scrud A v X: 3 3"],
            "A white v X red",
            "RULES 2.3: who opened the combat stays the attacker in its next phase (X: yellow 3 counts 2, A wins)",
        ),
        (
            "(scrud: (margins: true))",
            "A v X",
            &["scrud A v X: 4 3"],
            "A white v X white",
            "RULES 2.3 margins: beaten by exactly 1 is a push-back only",
        ),
        ("(scrud: (margins: true))", "A v X", &["scrud A v X: 5 3"], "A white v X yellow", "RULES 2.3 margins: by 2"),
        (
            again,
            "A v X",
            &["scrud A v X: 1 6", "reroll A: 6", "stand Blue"],
            "A white v X white",
            "RULES 2.3 rerolls: 6 v 6",
        ),
        (
            again,
            "A v X",
            &["scrud A v X: 1 6", "stand Red", "reroll X: 1"],
            "A white v X white",
            "RULES 2.3 rerolls: first side first",
        ),
        (
            again,
            "A v X",
            &[
                "scrud A v X: 1 6",
                "stand Blue ! NothingAwaited",
                "stand Red",
                "stand Red ! NothingAwaited",
                "stand Blue",
            ],
            "A yellow v X white",
            "RULES 2.3: each side once, in its turn",
        ),
        (
            again,
            "A, B v X",
            &[
                "scrud Red v X: 1 1 6",
                "reroll A + B ! Reroll",
                "reroll A die 2 ! Reroll",
                "reroll X for Red ! Reroll",
                "stand Red",
                "stand Blue",
            ],
            "A yellow, B white v X white",
            "RULES 2.3: up to n dice, its own",
        ),
        (
            again,
            "A v X",
            &[
                "scrud A v X: 1 6",
                "lose A 1 ! Awaits",
                "scrud A v X ! Awaits",
                "end turn ! Awaits",
                "rules change \"()\" ! Awaits",
                "note fine",
                "stand Red",
                "stand Blue",
            ],
            "A yellow v X white",
            "nothing moves under dice that wait",
        ),
        (
            ones,
            "A, B v X",
            &["scrud Red v X: 1 2 3", "reroll B ! Reroll", "reroll A + A ! Reroll", "reroll A: 5", "stand Blue"],
            "A white, B white v X yellow",
            "RULES 2.3: of the named natural faces, each die once",
        ),
        (
            "(scrud: (rerolls: (dice: 9)))",
            "A green, B v X",
            &["scrud Red v X: 1 1 6", "reroll A + B: 6 6", "stand Blue"],
            "A green, B white v X white",
            "RULES 2.3: 6 and 6 v 6",
        ),
        (
            "",
            "A, B v X",
            &["scrud A v X: 6 1", "stand Red ! NothingAwaited"],
            "A white, B white v X yellow",
            "RULES 2.3: default none",
        ),
        (
            "(scrud: (dice_per: StrengthPoint))",
            "A 2sp v X 3sp",
            &["scrud A v X: 6 6 3 2 1"],
            "A white v X red",
            "RULES 2.3: one die for each SP; beaten twice",
        ),
        (
            "(scrud: (dice_per: StrengthPoint), edna: (scales: (melee: 1)))",
            "A E4 v X 1sp",
            &["scrud A v X: 6 1 1"],
            "A white E4 v X yellow",
            "RULES 1 scales: 4 SP at EDNA 4 of 8 roll 2",
        ),
        (
            "(scrud: (dice_per: StrengthPoint), edna: (scales: (melee: 0.5)))",
            "A E4 v X 1sp",
            &["scrud A v X: 6 1 1 1"],
            "A white E4 v X yellow",
            "RULES 1 scales: half of 4 is scaled: 2 + 1",
        ),
        (
            "(scrud: (hand_dice: Specialist))",
            "A black v X red",
            &["scrud A v X: 4 4", "scrud A v X: 3 1 ! Dice", "scrud A v X: 6 5 ! Dice"],
            "A black v X red",
            "RULES 2.1: Black shows 4 5 6 6 6 6, Red 1 1 1 2 3 4",
        ),
        (
            "(scrud: (hand_dice: Specialist))",
            "A black v X red",
            &["scrud A v X: 6 4"],
            "A black v X gone",
            "RULES 2.1: what is typed in is the score",
        ),
    ]);
}

#[test]
fn bonus_and_penalty_dice() {
    play(&[
        (
            "",
            "A v X",
            &["scrud A bonus 1 v X: 2 6 5"],
            "A white v X yellow",
            "RULES 2.3: a bonus die beats like any other; A is an extra of 2 v 5",
        ),
        ("", "A v X", &["scrud A v X bonus 1: 5 4 6"], "A yellow v X white", "RULES 2.3: the other side's bonus die"),
        (
            "",
            "A v X",
            &["scrud A bonus 1 v X: 1 1 6"],
            "A yellow v X white",
            "units stand before support dice: 6 meets A",
        ),
        (
            "",
            "A v X",
            &["scrud A bonus 1 v X: 1 2 6"],
            "A white v X white",
            "RULES 2.4, 3: a beaten support die is no defeat",
        ),
        (
            "",
            "A green, B yellow v X",
            &["scrud Red penalty 1 v X: 1 6"],
            "A white, B yellow v X white",
            "RULES 2.3: a penalty takes the worst unit die: A alone rolls, 2 v 6",
        ),
        (
            "",
            "A green, B yellow v X",
            &["scrud Red penalty 5 v X: 5 1"],
            "A green, B yellow v X yellow",
            "RULES 2.3: never below one die",
        ),
        (
            "(scrud: (eliminate_every: 1))",
            "A green, B yellow v X",
            &["scrud Red penalty 1 v X: 1 6"],
            "A white, B gone v X white",
            "RULES 2.2, 6: among all its units, also those that did not roll",
        ),
        (
            "",
            "A green, B yellow v X",
            &["scrud Red v X penalty 1: 5 1 3"],
            "A green, B yellow v X yellow",
            "RULES 2.3: one die cannot be taken",
        ),
        (
            "(scrud: (ties: Defender))",
            "A v X",
            &["scrud X penalty 1 v A bonus 1: 4 4 1", "scrud A v X bonus 1: 1 6 2"],
            "A yellow v X yellow",
            "dice go with their side, whoever says the next phase",
        ),
    ]);
}

#[test]
fn a_combat_in_its_phases() {
    play(&[
        (
            "",
            "A v X",
            &["scrud A v X: 1 1", "scrud X v A: 1 1", "scrud A v X: 1 1", "scrud A v X ! CombatOver"],
            "A white v X white",
            "RULES 2.3: up to three phases in a turn",
        ),
        (
            "(scrud: (phases: 1))",
            "A v X",
            &["scrud A v X: 1 1", "scrud A v X ! CombatOver", "end turn", "scrud A v X: 6 1"],
            "A white v X yellow",
            "RULES 2.3: the next turn is another combat",
        ),
        (
            "",
            "A v X",
            &["scrud A v X: 1 1", "withdraw X", "scrud A v X ! CombatOver"],
            "A white v X white",
            "RULES 2.3: between phases a side may withdraw",
        ),
        ("", "A v X", &["withdraw X ! NotInCombat"], "A white v X white", "RULES 2.3: from a combat"),
        (
            "",
            "A, B v X",
            &["scrud A v X: 1 1", "commit B to A", "scrud A v X: 1 6 5"],
            "A white, B white v X yellow",
            "RULES 2.3: reserves",
        ),
        (
            "",
            "A, B v X",
            &["scrud A v X: 1 1", "scrud A + B v X ! NotInThatCombat", "scrud Red v X: 1 1"],
            "A white, B white v X white",
            "a stranger must be committed; a side means those who fight",
        ),
        (
            "",
            "A, B v X, Y",
            &["scrud A v X: 1 1", "scrud B v X ! InCombat", "scrud B v Blue: 6 1"],
            "A white, B white v X white, Y yellow",
            "of a side those who are free",
        ),
        (
            "",
            "A, B v X, Y",
            &["scrud A v X: 1 1", "scrud B v Y: 1 1", "commit X to Y ! InCombat"],
            "A white, B white v X white, Y white",
            "one combat at a time",
        ),
        (
            "",
            "A v X red",
            &["scrud A v X: 6 1", "scrud A v X ! NotInBattle"],
            "A white v X gone | turn 1, over: NoneLeft(SideId(2))",
            "RULES 2.3, 4.2: a side has no units: combat and battle end",
        ),
        (
            "",
            "A, B v X red, Y",
            &["scrud A v X: 6 1", "scrud B v Y: 1 1"],
            "A white, B white v X gone, Y white",
            "RULES 2.3: a combat ends with the last unit of a side in it",
        ),
        (
            "",
            "A, G general v X",
            &["scrud G v X ! NoDie", "scrud Red v X: 6 1"],
            "A white, G white v X yellow",
            "RULES 6: generals roll no SCRUD die",
        ),
        ("", "A v G general", &["scrud A v Blue ! NoDie"], "A white v G white", "RULES 6"),
        (
            "",
            "A, B v X",
            &["scrud A v B ! OwnSide", "scrud A + X v B ! TwoSides"],
            "A white, B white v X white",
            "two sides",
        ),
        (
            "",
            "A v X",
            &["eliminate A", "scrud A v X ! Eliminated", "edna A ! Eliminated"],
            "A gone v X white",
            "an order to an eliminated unit",
        ),
        (
            "",
            "A, B v X, Y",
            &["scrud A v X: 1 1", "withdraw X", "scrud A v Y: 1 1", "commit X to Y", "scrud Red v Blue: 6 1 2"],
            "A white, B white v X white, Y yellow",
            "a combat that is over is not taken for the one under way",
        ),
    ]);
}

#[test]
fn rulings_on_grades() {
    play(&[
        ("", "A v X", &["promote A 2 because drill"], "A blue v X white", "RULES 2.5: for good"),
        (
            "",
            "A v X",
            &["demote A 9 because mud", "demote A because mud ! LadderEnds"],
            "A red v X white",
            "RULES 2.5: within the ladder, never eliminates",
        ),
        (
            "",
            "A v X",
            &["promote A 1 this combat because hill"],
            "A white~green v X white",
            "RULES 2.5: shifts the grade that is used",
        ),
        (
            "",
            "A v X",
            &["promote A 1 this phase because hill", "scrud A v X: 3 3"],
            "A white v X yellow",
            "RULES 2.5: for a phase: 4 v 3, then it lapses",
        ),
        (
            "",
            "A v X",
            &["promote A 1 this combat because hill", "scrud A v X: 3 3", "scrud A v X: 3 3"],
            "A white~green v X red",
            "RULES 2.5: for a combat",
        ),
        (
            "",
            "A v X",
            &["promote A 1 this combat because hill", "scrud A v X: 3 3", "withdraw A"],
            "A white v X yellow",
            "RULES 2.5: lapses with the combat",
        ),
        (
            "",
            "A v X",
            &["promote A 1 this combat because hill", "scrud A v X: 1 6"],
            "A yellow~white v X white",
            "RULES 2.5: a defeat lowers the grade used; the own grade is that less the shift",
        ),
        (
            "",
            "A v X",
            &["promote A 1 this phase because hill", "scrud A v X: 1 6"],
            "A yellow v X white",
            "RULES 2.5: when it lapses the shift alone is undone",
        ),
        (
            "",
            "A v X",
            &["demote A 1 this combat because mud", "scrud A v X: 1 6", "withdraw A"],
            "A yellow v X white",
            "RULES 2.5: white used as yellow, beaten: red used, yellow its own",
        ),
        (
            "",
            "A v X",
            &["demote A 2 this combat because mud", "scrud A v X: 1 6"],
            "A gone v X white",
            "RULES 2.5: eliminates where the grade used is the lowest",
        ),
        (
            "",
            "A blue v X",
            &["promote A 3 this combat because hill", "scrud A v X: 1 6"],
            "A yellow~blue v X white",
            "RULES 2.5: held within the ladder: black used, beaten: blue used; blue less three is yellow",
        ),
        (
            "",
            "A, B v X",
            &["promote Reds 1 because drill"],
            "A green, B green v X white",
            "RULES 2.5: the dice of any units",
        ),
        ("", "A v X", &["promote A 0 because nothing ! NoChange"], "A white v X white", "a change by 0 is none"),
        (
            "",
            "A v X",
            &["promote A 1 this combat because hill", "demote A 1 this combat because mud"],
            "A white v X white",
            "rulings add up",
        ),
        (
            "",
            "A v X",
            &["promote A 1 this combat because hill", "end battle"],
            "A white v X white | turn 1, over: Called",
            "RULES 2.5: lapses with the battle",
        ),
    ]);
}

#[test]
fn strength_and_exhaustion() {
    let at_once = "(exhaustion: (exhausted_from: AtOnce))";
    play(&[
        (
            "",
            "A v X",
            &["lose A 3", "restore A 2", "restore A 2 ! Strength", "lose A 4 ! Strength"],
            "A white 3sp v X white",
            "RULES 4.1: within the gauge",
        ),
        (
            "",
            "A, B v X",
            &["lose A 4", "restore A 1 ! Eliminated"],
            "A gone, B white v X white",
            "RULES 4.1: at 0 SP destroyed",
        ),
        (
            "",
            "A, B 1sp v X",
            &["lose A 3", "end turn"],
            "A white 1sp, B white v X white | turn 2, Red exhausted",
            "RULES 4.2: half of 5, rounded up, is 3",
        ),
        (
            "",
            "A, B 1sp v X",
            &["lose A 2", "end turn"],
            "A white 2sp, B white v X white | turn 2",
            "RULES 4.2: 2 of 5 is less than the point",
        ),
        (
            "",
            "A v X",
            &["lose A 2", "scrud A v X: 6 1"],
            "A white 2sp v X yellow | turn 1",
            "RULES 4.2: EndOfTurn: the state changes at the check",
        ),
        (
            "",
            "A v X",
            &["lose A 2", "end turn", "scrud A v X ! Exhausted", "scrud X v A: 6 1"],
            "A yellow 2sp v X white | turn 2, Red exhausted",
            "RULES 4.2: opens no combat, defends itself",
        ),
        (
            "",
            "A v X",
            &["lose A 2", "end turn", "restore A 2", "end turn", "scrud A v X ! Exhausted"],
            "A white v X white | turn 3, Red exhausted",
            "RULES 4.2: not undone by regaining SP",
        ),
        (
            "",
            "A v X",
            &["lose A 3", "restore A 2", "end turn"],
            "A white 3sp v X white | turn 2",
            "RULES 4.2: net of SP regained",
        ),
        (
            at_once,
            "A v X",
            &["lose A 2", "scrud A v X ! Exhausted"],
            "A white 2sp v X white | turn 1, Red exhausted",
            "RULES 4.2: AtOnce",
        ),
        (
            "(mechanisms: [Scrud, Exhaustion])",
            "A v X",
            &["lose A 2", "scrud A v X ! Exhausted"],
            "A white 2sp v X white | turn 1, Red exhausted",
            "RULES 4.2: without turns there is no later check",
        ),
        (
            "(turn: (phases: [EachSide(\"act\")]))",
            "A v X",
            &["lose A 2", "scrud A v X ! Exhausted"],
            "A white 2sp v X white | turn 1, Red acts, Red exhausted",
            "RULES 4.2, 4.3: nor where the turn sequence has none",
        ),
        (
            at_once,
            "A v X",
            &["lose A 2", "lose X 2"],
            "A white 2sp v X white 2sp | turn 1, Red exhausted, Blue exhausted, over: AllExhausted",
            "RULES 4.2: when both are exhausted the battle ends",
        ),
        (
            "",
            "A v X",
            &["lose A 2", "lose X 2", "end turn"],
            "A white 2sp v X white 2sp | turn 1, Red exhausted, Blue exhausted, over: AllExhausted",
            "RULES 4.2: at the check",
        ),
        (
            "(exhaustion: (fraction: (1, 4)))",
            "A, B v X",
            &["lose A 2", "end turn"],
            "A white 2sp, B white v X white | turn 2, Red exhausted",
            "RULES 4.2: a quarter of 8",
        ),
        (
            "",
            "A v X",
            &["unit R for Red as #90", "reinforce R", "lose R 2", "end turn"],
            "A white, R white 2sp v X white | turn 2",
            "RULES 4.2: reinforcements' losses do not count",
        ),
        (
            "(exhaustion: (reinforcements_count: true))",
            "A v X",
            &["unit R for Red as #90", "reinforce R", "lose R 3", "end turn"],
            "A white, R white 1sp v X white | turn 2",
            "RULES 4.2: half of 8 is 4",
        ),
        (
            "(exhaustion: (reinforcements_count: true))",
            "A v X",
            &["unit R for Red as #90", "reinforce R", "lose R 3", "lose A 1", "end turn"],
            "A white 3sp, R white 1sp v X white | turn 2, Red exhausted",
            "RULES 4.2: 4 of 8",
        ),
        (
            "",
            "A, B v X red, Y",
            &["scrud A v X: 6 1", "end turn"],
            "A white, B white v X gone, Y white | turn 2, Blue exhausted",
            "RULES 6: a unit eliminated by SCRUD loses all its SP",
        ),
        (
            "",
            "A, B v X",
            &["scrud A v X: 6 1", "end turn"],
            "A white, B white v X yellow | turn 2",
            "RULES 6: demotion costs no SP",
        ),
        (
            "",
            "A v X",
            &["eliminate X"],
            "A white v X gone | turn 1, over: NoneLeft(SideId(2))",
            "RULES 4.2: a side has no units",
        ),
    ]);
}

#[test]
fn turns() {
    let strict = "(turn: (order: Strict))";
    let together =
        "(turn: (phases: [EachSide(\"move\"), Together(\"fire\"), Exhaustion, EachSide(\"rally\")], order: Strict))";
    play(&[
        (
            "",
            "A v X",
            &["initiative: 3 5", "first Blue"],
            "A white v X white | turn 1, Blue acts",
            "RULES 4.3: the higher chooses",
        ),
        (
            "",
            "A v X",
            &["initiative: 3 3 4 4 2 1", "first Blue", "pass"],
            "A white v X white | turn 1, Red acts",
            "RULES 4.3: equal, roll again",
        ),
        (
            "",
            "A v X",
            &[
                "initiative: 3 5",
                "initiative ! Awaits",
                "pass ! Awaits",
                "end turn ! Awaits",
                "first Red",
                "first Red ! NothingAwaited",
                "initiative ! InitiativeSettled",
            ],
            "A white v X white | turn 1, Red acts",
            "RULES 4.3: once a turn",
        ),
        ("", "A v X", &["first Red ! NothingAwaited"], "A white v X white | turn 1", "RULES 4.3: nobody won it"),
        (
            "",
            "A v X",
            &["initiative: 3 5", "first Red", "pass", "pass"],
            "A white v X white | turn 2",
            "RULES 4.3: first, other, exhaustion check, turn over",
        ),
        (
            "",
            "A v X",
            &["initiative: 3 5", "first Red", "end turn", "initiative: 6 1", "first Blue"],
            "A white v X white | turn 2, Blue acts",
            "RULES 4.3: each turn anew",
        ),
        ("", "A v X", &["scrud X v A: 1 1"], "A white v X white | turn 1", "Free: anything at any time"),
        (
            strict,
            "A v X",
            &[
                "scrud A v X ! NotTheirTurn",
                "pass ! Awaits",
                "initiative: 6 1",
                "first Red",
                "scrud X v A ! NotTheirTurn",
                "scrud A v X: 1 1",
                "end turn ! Awaits",
                "pass",
                "end turn",
            ],
            "A white v X white | turn 2",
            "Strict: a side opens a fight in its own part of the turn",
        ),
        (
            strict,
            "A v X",
            &["initiative: 6 1", "first Red", "scrud A v X: 1 1", "pass", "scrud X v A: 1 1"],
            "A white v X white | turn 1, Blue acts",
            "Strict: a combat under way goes on in the other's part",
        ),
        (
            together,
            "A v X",
            &["scrud A v X: 1 1", "pass", "pass"],
            "A white v X white | turn 1",
            "RULES 4.3: a rulebook names its phases",
        ),
        (
            together,
            "A v X",
            &["pass", "pass", "scrud X v A: 1 1", "pass", "pass", "pass"],
            "A white v X white | turn 2, Red acts",
            "RULES 4.3: together, check, each side again",
        ),
        (
            together,
            "A v X",
            &["pass", "pass", "end turn ! Awaits"],
            "A white v X white | turn 1",
            "Strict: sides still act behind the check",
        ),
        (
            "(turn: (phases: [EachSide(\"act\")]))",
            "A v X",
            &["initiative ! NotInitiative", "pass", "pass"],
            "A white v X white | turn 2, Red acts",
            "RULES 4.3: no initiative in this sequence",
        ),
        (
            "",
            "A v X",
            &["end battle", "end turn in #40 ! BattleOver", "edna A: 6 6"],
            "A white E4 v X white | turn 1, over: Called",
            "a battle that is over; units keep what they have become",
        ),
    ]);
}

#[test]
fn changed_rules_hold_from_there_on() {
    play(&[
        (
            "",
            "A v X, Y",
            &["scrud A v Blue: 3 5 5", "rules change \"(scrud: (extras: Ignored))\"", "scrud A v Blue: 3 5 5"],
            "A gone v X white, Y white",
            "BeatLowest costs A two grades; yellow then red, then gone",
        ),
        (
            "",
            "A black v X",
            &[
                "rules change \"(ladder: (name: \\\"two\\\", grades: [(name: \\\"old\\\"), (name: \\\"new\\\")], neutral: \\\"new\\\"))\"",
            ],
            "A old v X new",
            "a shorter ladder: grades are held within it",
        ),
        ("", "A v X", &["rules change \"(scrud: (phases: 0))\" ! Rules"], "A white v X white", "rules that can't be"),
    ]);
}

#[test]
fn two_battles_interleaved() {
    let mut state = field::field("(exhaustion: (exhausted_from: EndOfTurn))", "A, B v X, Y");
    let mut give = |text: &str| field::give(&mut state, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    // A second pair of sides in a battle of their own, while the first goes on.
    for order in [
        "side Green as #3",
        "side Gold as #4",
        "unit M for Green as #31",
        "unit N for Gold as #41",
        "battle \"Far away\" with Green v Gold as #50",
        "initiative in Field: 6 1",
        "initiative in \"Far away\": 2 5",
        "first Gold in \"Far away\"",
        "scrud M v N: 6 1",
        "first Red in Field",
        "scrud A v X: 1 6",
        "scrud A v N ! TwoBattles",
        "reinforce M in Field ! SideNotInBattle",
        "battle Third with A v N ! InBattle",
        "lose M 2",
        "end turn in \"Far away\"",
        "scrud M v N ! Exhausted",
        "scrud B v Y: 6 1",
        "lose B 3",
        "pass in Field",
    ] {
        give(order);
    }
    let [field, far] = state.battles() else { panic!("two battles") };
    let acting = |battle: &wardiary::state::Battle| battle.acting.map(|side| state.name(side));
    assert_eq!((field.turn, far.turn), (1, 2));
    assert_eq!((acting(field).as_deref(), acting(far)), (Some("Blue"), None));
    assert_eq!((field.combats.len(), far.combats.len()), (2, 0), "the end of a turn ends its own battle's combats");
    let exhausted =
        |battle: &wardiary::state::Battle| battle.contingents.iter().map(|c| c.exhausted).collect::<Vec<_>>();
    assert_eq!((exhausted(field), exhausted(far)), (vec![false, false], vec![true, false]));
    let lost = |battle| {
        state.battle(battle).map(|b| b.contingents.iter().map(|c| state.losses(b, c).lost).collect::<Vec<_>>())
    };
    assert_eq!(lost(wardiary::id::BattleId(40)), Some(vec![3, 0]));
    assert_eq!(lost(wardiary::id::BattleId(50)), Some(vec![2, 0]));
}

#[test]
fn a_side_in_two_battles_fights_where_its_enemy_is() {
    let mut state = field::field("()", "A, B v X, Y");
    for order in [
        "unit C for Red as #33",
        "unit Z for Blue as #34",
        "battle \"Far away\" with C v Z as #50",
        // Of Red only C is where Z is, and of Blue only X and Y are where A is.
        "scrud Red v Z: 6 1",
        "scrud A v Blue: 1 6 6",
        "scrud Red v Blue ! TwoBattles",
    ] {
        field::give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    let combats: Vec<usize> = state.battles().iter().map(|b| b.combats.len()).collect();
    assert_eq!(combats, [1, 1]);
}
