//! Tables of units: tables exported by spreadsheets, and faulty tables, where each fault has a row and a column.

use crate::harness::call::Home;
use std::fs;

#[test]
fn tables_with_faults() {
    // table | every message line, without the file's name
    let table: &[(&str, &[&str])] = &[
        (
            "side,name\nGermans,1st\n",
            &[
                "row 1: the column `stack` is missing (it holds the stack's name; blank for a unit in no stack; required columns: side, stack and name)",
            ],
        ),
        (
            "side,stack,name,strength,kind,grade\nGermans,I,1st,four,infantry,green\n\nGermans,I,1st,4,infantry,green\nGermans,I,2nd,4,infantree,gren\n",
            &[
                "row 2, column D (strength): “four” is not a number from 1 to 999 (write it in digits, or leave it blank for the default)",
                "row 4, column C (name): a second “1st” in the same stack (the first is in row 2; to make several, use the column `count`)",
                "row 5, column E (kind): the rulebook has no troop type “infantree” (did you mean “infantry”?)",
                "row 5, column F (grade): the ladder has no grade “gren” (did you mean “green”?)",
                "  hint: the troop types are infantry, dismounted cavalry, mounted cavalry, machine gun, artillery, transport, general, aircraft and air defence; a rulebook of your own can add one: `troops: {\"infantree\": (strength: 4, target: \"infantry\", weapons: [\"rifles\"])}`",
                "  hint: the ladder of this rulebook, best first: black, blue, green, white, yellow and red",
            ],
        ),
        (
            "side,stack,name\nGermans,I,1st,x\n,I,2nd\n",
            &[
                "row 2, column D: “x” is beyond the last column (put a text that contains the separator in double quotes)",
                "row 3, column A (side): a unit needs a side",
            ],
        ),
        (
            "side,stack,name,lost\n\"Ger\u{7}mans\",I,1st,\nGermans,I,2nd,5\n",
            &[
                "row 2, column A (side): the name contains the character U+0007, which can't be displayed",
                "row 3, column D (lost): a unit with 4 Strength Points can't have lost 5",
            ],
        ),
        (
            "side,stack,name,attack,init,ranks\nErf,I,Hale,ten,-1,warlrd royal\nErf,I,Ossip,10000,3,noble NOBLE decrypted decrypted\nErf,I,Pim,,,king\n",
            &[
                "row 2, column D (attack): “ten” is not a number from 0 to 9999 (write it in digits, or leave it blank for the default)",
                "row 2, column E (init): “-1” is not a number from 0 to 9999 (write it in digits, or leave it blank for the default)",
                "row 2, column F (ranks): there is no rank “warlrd” (did you mean `warlord`?)",
                "row 3, column D (attack): “10000” is not a number from 0 to 9999 (write it in digits, or leave it blank for the default)",
                "row 3, column F (ranks): “decrypted” is listed twice",
                "row 3, column F (ranks): “noble” is listed twice",
                "row 4, column F (ranks): there is no rank “king” (the ranks are ruler, heir, attuned, warlord, royal, noble, caster and decrypted)",
            ],
        ),
        (
            "side,stack,name,at,facing\nErf,,Hale,,\nErf,,Ossip,,w\nErf,,Pim,,up\n",
            &[
                "row 3, column E (facing): a unit that is not on the map can't have a facing (fill in the column `at` with the unit's area, or leave both blank for a unit that is not on the map)",
                "row 4, column E (facing): “up” is not valid: a facing must be n, e, s or w; on hexes n, ne, se, s, sw or nw",
            ],
        ),
        (
            "side,stack,name,facing\nErf,,Hale,e\n",
            &[
                "row 2, column D (facing): a unit that is not on the map can't have a facing (fill in the column `at` with the unit's area, or leave both blank for a unit that is not on the map)",
            ],
        ),
        ("side,stack,name\n", &["row 1: the table has no units below its heading row"]),
        (
            "",
            &[
                "row 1: the table is empty (begin with a heading row: side, stack, formation, name, kind, strength, lost, edna, worn, grade, count, attack, defense, dmg, dr, init, move, upkeep, level, specials, bonus, ranks, leads, screens, weapons, at, facing and tests)",
            ],
        ),
    ];
    for (content, says) in table {
        let home = Home::new();
        home.file("units.csv", content);
        let answer = home.run(&["muster", "units.csv"]).failed(1, says).harmless();
        let said: Vec<&str> =
            answer.err.lines().map(|l| l.trim_start_matches("error: ").trim_start_matches("units.csv: ")).collect();
        assert_eq!(&said, says, "{content}");
        assert!(!home.path("saves").exists() || fs::read_dir(home.path("saves")).expect("a folder").next().is_none());
    }
}

#[test]
fn tables_as_spreadsheets_write_them() {
    let home = Home::new();
    let german = "\u{feff}Side;Stack;Name;Strength;Grade;Count\r\nGermans;XX Corps;\"37th; Brigade\";4;green;1\r\n;;;;;\r\n\
                  Germans;XX Corps;Jäger;;;3\r\nRussians;;Guard;5;yellow;\r\n";
    home.file("units.csv", german);
    // Plain lines could open the new save without a terminal.
    let made =
        home.run(&["--plain", "muster", "units.csv", "--title", "Test", "-o", "made.ron", "--seed", "1", "--no-open"]);
    assert!(made.done().out.trim().ends_with("made.ron"));
    home.run(&["check", "made.ron"]).done();
    let table = home.run(&["muster", "--from", "made.ron"]).done().out;
    let wanted = "side,stack,name,kind,strength,lost,edna,worn,grade\n\
                  Germans,XX Corps,37th; Brigade,infantry,4,0,8,0,green\n\
                  Germans,XX Corps,Jäger 1,infantry,4,0,8,0,white\n\
                  Germans,XX Corps,Jäger 2,infantry,4,0,8,0,white\n\
                  Germans,XX Corps,Jäger 3,infantry,4,0,8,0,white\n\
                  Russians,,Guard,infantry,5,0,8,0,yellow\n";
    assert_eq!(table, wanted);
    // Writing the table and reading it again gives the same table, also during a battle.
    home.run(&["do", "made.ron", "lose Guard 2", "initiative"]).done();
    home.run(&["muster", "--from", "made.ron", "-o", "again.csv"]).done();
    home.run(&["muster", "again.csv", "--scenario", "again.ron"]).done();
    home.run(&["check", "again.ron"]).done();
    home.run(&["new", "./again.ron", "again2.ron", "--no-open"]).done();
    let again = home.run(&["muster", "--from", "again2.ron"]).done().out;
    assert_eq!(again, home.read("again.csv"));
    assert!(again.contains("Guard,infantry,5,2"), "{again}");
    // The program overwrites no file.
    home.run(&["muster", "again.csv", "--scenario", "again.ron"]).failed(3, &["the file already exists"]);
    home.run(&["muster", "again.csv", "-o", "made.ron"]).failed(3, &["made.ron"]);
}

#[test]
fn tables_with_the_numbers_of_stacks() {
    let home = Home::new();
    home.file(
        "garrison.csv",
        "Name,side,stack,Attack,defense,dmg,dr,init,move,upkeep,level,specials,bonus,ranks,count\n\
        Hale,Erf,Garrison,9,6,4,2,3,8,40,5,2,,Warlord ROYAL,\nCasta,Erf,Garrison,1,,,,,6,20,2,1,3,caster decrypted,\n\
        Pike,Erf,Garrison,4,5,2,1,1,6,,,,,,2\nFoe,Enemy,,,,,,,,,,,,,\n",
    );
    home.run(&["muster", "garrison.csv", "-o", "made.ron", "--seed", "1"]).done();
    let save = home.read("made.ron");
    assert!(save.contains("bonus: 3") && save.contains("ranks: [Warlord, Royal]") && save.contains("decrypted: true"));
    let table = home.run(&["muster", "--from", "made.ron"]).done().out;
    let wanted = "side,stack,name,kind,strength,lost,edna,worn,grade,attack,defense,dmg,dr,init,move,upkeep,level,specials,bonus,ranks\n\
                  Erf,Garrison,Hale,infantry,4,0,8,0,white,9,6,4,2,3,8,40,5,2,,warlord royal\n\
                  Erf,Garrison,Casta,infantry,4,0,8,0,white,1,,,,,6,20,2,1,3,caster decrypted\n\
                  Erf,Garrison,Pike 1,infantry,4,0,8,0,white,4,5,2,1,1,6,,,,,\n\
                  Erf,Garrison,Pike 2,infantry,4,0,8,0,white,4,5,2,1,1,6,,,,,\n\
                  Enemy,,Foe,infantry,4,0,8,0,white,,,,,,,,,,,\n";
    assert_eq!(table, wanted);
    // Writing the table and reading it again gives the same table.
    home.file("again.csv", &table);
    home.run(&["muster", "again.csv", "-o", "again.ron"]).done();
    assert_eq!(home.run(&["muster", "--from", "again.ron"]).done().out, wanted);
}

/// Tables hold leaders, weapons and tests: a campaign that began as a table accepts orders for volleys and tests.
#[test]
fn tables_with_leaders_weapons_and_tests() {
    let home = Home::new();
    let table = "side,stack,name,kind,leads,weapons,tests\n\
                 Reds,Van,Fusiliers,infantry,,\"muskets, machine guns\",\"Nerve pass-all 2d 5-, Old Guard pass-one 1d 4+\"\n\
                 Reds,Van,Hale,,defensive,,\nBlues,,Guns,artillery,,,\n";
    home.file("units.csv", table);
    home.run(&["muster", "units.csv", "-o", "made.ron", "--seed", "1"]).done();
    let again = home.run(&["muster", "--from", "made.ron"]).done().out;
    assert!(
        again.contains(",\"muskets, machine guns\",\"Nerve pass-all 2d 5-, Old Guard pass-one 1d 4+\"\n"),
        "{again}"
    );
    assert!(again.contains("Reds,Van,Hale,infantry,4,0,8,0,white,defensive,,\n"), "{again}");
    home.run(&["do", "made.ron", "test Fusiliers \"Old Guard\"", "volley Fusiliers at Guns range 2 with muskets"])
        .done();
    for (cell, says) in [
        ("\"a,\",", "column F (weapons): a name is missing here"),
        ("mskets,", "column F (weapons): the rulebook has no weapon “mskets” (did you mean “muskets”?)"),
        (",Nerve", "column G (tests): `pass-one` or `pass-all` is missing here"),
        (",Nerve pass-one 2d 9-", "column G (tests): a D6 shows 1 to 6, so it can't be tested for 9-"),
    ] {
        home.file("faulty.csv", format!("side,stack,name,kind,leads,weapons,tests\nReds,Van,A,,,{cell}\n"));
        home.run(&["muster", "faulty.csv", "-o", "no.ron"]).failed(1, &[says]);
    }
    home.file(
        "faulty.csv",
        "side,stack,name,leads\nReds,Van,A,defensiv\nReds,Van,B,neutral\nReds,Van,C,neutral\nReds,,D,neutral\n",
    );
    home.run(&["muster", "faulty.csv", "-o", "no.ron"]).failed(
        1,
        &[
            "row 2, column D (leads): there is no posture “defensiv” (did you mean `defensive`?)",
            "row 4, column D (leads): a second leader of Van",
            "row 5, column D (leads): a unit in no stack can't lead one",
        ],
    );
}
