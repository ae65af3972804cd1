//! Support and matrix arguments in a campaign, each as three parts: the field before, the orders with their dice, the
//! field after. Source: RULES 2.4, 2.5. The core's own table is tests/golden/support.csv.

mod sentences;

use wardiary_harness_rules::field::play;

#[test]
fn counter_battery() {
    let guns = "A, G artillery v X, H artillery";
    play(&[
        (
            "",
            guns,
            &["scrud A support G counter H v X support H: 3 5 3 4"],
            "A white, G white v X white, H yellow",
            "RULES 2.4, 1: higher: demoted and silenced",
        ),
        (
            "",
            guns,
            &["scrud A support G counter H v X support H: 3 4 3 4"],
            "A white, G white v X white, H white",
            "RULES 2.4, 1: equal: does not fire",
        ),
        (
            "",
            guns,
            &["scrud A support G counter H v X support H: 3 3 3 4"],
            "A yellow, G white v X white, H white",
            "RULES 2.4, 1: lower: nothing; the gun fires: 4 v 3",
        ),
        (
            "",
            guns,
            &["scrud A support G counter H v X support H counter G: 3 3 3 4"],
            "A white, G yellow v X white, H white",
            "RULES 2.4, 1: demoted where it was itself declared against",
        ),
        (
            "",
            "A, G artillery v X, H artillery red",
            &["scrud A support G counter H v X support H: 3 5 3 1"],
            "A white, G white v X white, H gone",
            "RULES 2.4: below the lowest grade it is destroyed",
        ),
        (
            "",
            "A, G artillery, K artillery v X, H artillery",
            &["scrud A support G counter H + K counter H v X support H: 3 5 6 3 4"],
            "A white, G white, K white v X white, H red",
            "two guns at one: a grade for each that is higher",
        ),
        (
            "",
            "A, G artillery v X, H artillery red",
            &["promote H 1 this combat because dug", "scrud A support G counter H v X support H: 3 5 3 4"],
            "A white, G white v X white, H red",
            "RULES 2.5: Red promoted by 1 fights as Yellow; beaten, it fights as Red and is Red: the step is used up",
        ),
        (
            "",
            "A, G artillery v X, H artillery",
            &["promote H 1 this phase because dug", "scrud A support G counter H v X support H: 3 6 3 4"],
            "A white, G white v X white, H yellow",
            "RULES 2.5: green used, demoted: white used, yellow its own; the shift lapses with the phase",
        ),
        (
            "(scrud: (eliminate_every: 1))",
            guns,
            &["scrud A support G counter H v X support H: 3 5 3 4"],
            "A white, G white v X white, H yellow",
            "no defeat of its side",
        ),
    ]);
}

#[test]
fn air_defence() {
    let sky = "A, F aircraft v X, D air-defence";
    play(&[
        (
            "",
            sky,
            &["scrud A support F v X support D: 3 4 3 5"],
            "A white, F yellow v X white, D white",
            "RULES 2.4, 2: higher: demoted and driven off",
        ),
        (
            "",
            sky,
            &["scrud A support F v X support D: 3 4 3 4"],
            "A white, F white v X white, D white",
            "RULES 2.4, 2: equal: driven off",
        ),
        (
            "",
            sky,
            &["scrud A support F v X support D: 3 4 3 3"],
            "A white, F white v X yellow, D white",
            "RULES 2.4, 2: lower: it strikes with the score it rolled",
        ),
        (
            "",
            "A, F aircraft red v X, D air-defence",
            &["scrud A support F v X support D: 3 4 3 3"],
            "A white, F gone v X white, D white",
            "RULES 2.4, 2: shot down",
        ),
        (
            "",
            "A, F aircraft, E aircraft v X, D air-defence",
            &["scrud A support F + E v X support D: 3 2 6 3 4"],
            "A white, F yellow, E white v X yellow, D white",
            "RULES 2.4, 2: two aircraft, one air defence",
        ),
        (
            "",
            sky,
            &["scrud X support D v A support F: 3 3 3 4"],
            "A white, F white v X yellow, D white",
            "on either side of the combat",
        ),
    ]);
}

#[test]
fn support_is_open_to_guns_and_aircraft() {
    let guns = "A, B, G artillery v X, Y, H artillery, D air-defence";
    play(&[
        (
            "",
            guns,
            &["scrud A support G v X: 3 6 2"],
            "A white, B white, G white v X red, Y white, H white, D white",
            "RULES 2.4, 3: artillery in the line, set back: 6 v 2, and the extra 3 more than 2",
        ),
        (
            "",
            guns,
            &["scrud A support G v X: 1 2 6"],
            "A white, B white, G white v X white, Y white, H white, D white",
            "RULES 2.4, 3: a beaten support die: no defeat",
        ),
        (
            "",
            "A, G artillery v X",
            &["scrud Reds support G v X: 1 1 6"],
            "A yellow, G white v X white",
            "of a stack those who support do not stand in the line",
        ),
        (
            "",
            "A, G artillery v X",
            &["scrud Reds v X: 1 1 6"],
            "A yellow, G white v X white",
            "artillery that is not named as support is one of the line: A stands before G",
        ),
        (
            "",
            guns,
            &[
                "scrud A support B v X ! Support",
                "scrud A support H v X ! Support",
                "scrud A + G support G v X ! Support",
                "scrud A support G + G v X ! Support",
                "scrud G support G v X ! Support",
            ],
            "A white, B white, G white v X white, Y white, H white, D white",
            "infantry; the other side's; twice",
        ),
        (
            "",
            guns,
            &[
                "scrud A support G counter H v X ! Support",
                "scrud A support G counter D v X support D ! Support",
                "scrud A support G counter B v X ! Support",
                "scrud A v X support D counter G ! Support",
            ],
            "A white, B white, G white v X white, Y white, H white, D white",
            "does not fire; no artillery; own side; no gun of its own",
        ),
        (
            "",
            "A, G artillery v X",
            &["eliminate G", "scrud A support G v X ! Eliminated"],
            "A white, G gone v X white",
            "it must live",
        ),
        (
            "",
            "A, G artillery E0 v X",
            &["scrud A support G v X ! Ineffective"],
            "A white, G white E0 v X white",
            "RULES 1: an ineffective gun does not fire",
        ),
        (
            "",
            "A, F aircraft v X, D air-defence E0",
            &["scrud A support F v X support D: 3 1 3 6"],
            "A white, F yellow v X white, D white E0",
            "RULES 1: it rolls its die when attacked",
        ),
        (
            "",
            guns,
            &["scrud A + G v X: 1 1 1", "scrud B support G v Y ! Support"],
            "A white, B white, G white v X white, Y white, H white, D white",
            "who stands in a line supports nobody",
        ),
        (
            "",
            guns,
            &[
                "scrud A support G v X: 1 1 1",
                "scrud B support G v Y ! Support",
                "scrud B v Y: 1 1",
                "scrud B support G v Y: 1 1 1",
                "scrud A support G v X ! Support",
                "scrud A v X: 1 1",
                "scrud A support G v X: 1 1 1",
            ],
            "A white, B white, G white v X white, Y white, H white, D white",
            "RULES 2.4: once a phase, whatever the combat",
        ),
        (
            "",
            guns,
            &["scrud A support G v X: 1 1 1", "end turn", "scrud B support G v Y: 1 1 1"],
            "A white, B white, G white v X white, Y white, H white, D white",
            "the next turn has phases of its own",
        ),
        (
            "(mechanisms: [Scrud], scrud: (phases: 1))",
            "A, B, G artillery v X, Y",
            &["scrud A support G v X: 1 1 1", "scrud B support G v Y: 1 1 1"],
            "A white, B white, G white v X white, Y white",
            "where there are no turns, a combat that is over stands in nobody's way",
        ),
        (
            "",
            "A, G artillery v X",
            &["scrud A support G v X: 3 6 2", "scrud X v A support G: 3 3 5"],
            "A white, G white v X red",
            "named anew each phase, with its own side: 3 3 v 3, the red X having thrown a 5",
        ),
        (
            "(scrud: (rerolls: (dice: 1)))",
            "A, G artillery v X",
            &["scrud A support G v X: 1 2 6", "reroll G ! Reroll", "reroll A: 6", "stand Blue"],
            "A white, G white v X white",
            "RULES 2.4: a support die keeps its score",
        ),
        (
            "(scrud: (rerolls: (dice: 1)))",
            "A, G artillery v X, H artillery",
            &["scrud A support G counter H v X support H: 3 5 3 4", "stand Red", "stand Blue"],
            "A white, G white v X white, H yellow",
            "RULES 2.3, 2.4: settled when the dice stand",
        ),
        (
            "",
            "A, G artillery v X",
            &["scrud A bonus 1 support G v X: 1 2 6 5"],
            "A white, G white v X yellow",
            "bonus dice before support; the 6 meets the 5",
        ),
        (
            "(troops: [(name: \"infantry\", strength: 4)])",
            "A, B v X",
            &["scrud A support B v X ! Support"],
            "A white, B white v X white",
            "where no troop type supports",
        ),
    ]);
}

#[test]
fn matrix_arguments() {
    play(&[
        (
            "",
            "A v X",
            &["argue \"stuck\" for rain against foraged succeeds then demote X 1"],
            "A white v X yellow",
            "RULES 2.5: agreed, for good",
        ),
        (
            "",
            "A v X",
            &["argue \"stuck\" fails then demote X 1"],
            "A white v X white",
            "RULES 2.5: it fails: nothing follows",
        ),
        (
            "",
            "A v X",
            &["argue \"stuck\" by Red roll 2d6 7+ then demote X 1 this combat: 3 4"],
            "A white v X white~yellow",
            "RULES 2.5: 7 is 7 or more; for a combat",
        ),
        (
            "",
            "A v X",
            &["argue \"stuck\" roll 2d6 7+ then demote X 1: 3 3"],
            "A white v X white",
            "RULES 2.5: 6 is not",
        ),
        (
            "",
            "A v X",
            &["argue \"stuck\" test 4- then promote Reds 2 this phase: 4", "scrud A v X: 3 4"],
            "A white v X yellow",
            "RULES 2.5, 3: a test of 4-; blue for a phase: 5 v 4",
        ),
        ("", "A v X", &["argue \"stuck\" succeeds"], "A white v X white", "an effect is not needed"),
        (
            "",
            "A v X",
            &[
                "argue \"\" succeeds ! NothingArgued",
                "argue \"stuck\" roll 2d6 13+ ! OutOfReach",
                "argue \"stuck\" roll 2d6 1- ! OutOfReach",
                "argue \"stuck\" succeeds then promote X 0 ! NoChange",
            ],
            "A white v X white",
            "refused",
        ),
        (
            "",
            "A v X red",
            &["argue \"stuck\" roll 2d6 7+ then demote X 1 ! LadderEnds"],
            "A white v X red",
            "refused before anybody rolls",
        ),
    ]);
}
