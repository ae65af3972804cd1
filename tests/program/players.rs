//! `wardiary do --as SIDE`: a player gives the orders of his side with what the side knows, and reads only what the
//! side sees.

use crate::{
    harness::call::{Answered, Home},
    sides::hides,
};
use serde_json::json;
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};
use wardiary_diary::diary::file::{Mode, Save};
use wardiary_rules::notation::{Instruction, parse_instruction};

const BOOK: &str = r#"(title: "Dark", based_on: "itchy-and-scratchy", sight: (range: 1))"#;

/// A wood with two hidden units of Red: one two areas in front of the 1st Blue, one directly before the 2nd.
const SCENARIO: &str = r#"(
    title: "A wood by night",
    about: "Two of Red's units lie in wait.",
    rules: "dark",
    muster: (
        sides: [(id: 1, name: "Blue"), (id: 2, name: "Red")],
        stacks: [(id: 10, side: 1, name: "Blue Corps"), (id: 20, side: 2, name: "Red Corps")],
        units: [
            (id: 100, name: "1st Blue", stack: 10, kind: "infantry", at: "B6", facing: n),
            (id: 101, name: "2nd Blue", stack: 10, kind: "infantry", at: "D6", facing: n),
            (id: 102, name: "3rd Blue", stack: 10, kind: "infantry", at: "G3", facing: n),
            (id: 200, name: "1st Red", stack: 20, kind: "infantry", at: "G2", facing: s),
            (id: 900201, name: "Ozkaryl Lancers", stack: 20, kind: "infantry", at: "B4", facing: s, strength: 613),
            (id: 900202, name: "Brannigard Foot", stack: 20, kind: "infantry", at: "D5", facing: s, strength: 937),
        ],
        maps: [(id: 40, ground: (
            title: "Wood",
            grid: Square,
            rows: ["........", "........", "........", "........", "........", "........"],
            legend: {'.': "open"},
        ))],
    ),
)"#;

const ORDERS: &[&str] = &[
    r#"hide "Ozkaryl Lancers" from Blue"#,
    r#"hide "Brannigard Foot" from Blue"#,
    "battle Wood with Blue v Red on Wood",
    "initiative",
    "first Blue",
];

/// A save in which Red’s hidden units stand in Blue’s way.
pub(crate) fn wood() -> Home {
    wood_by(BOOK)
}

fn wood_by(book: &str) -> Home {
    let home = Home::new();
    home.book("dark", book);
    home.scenario("dark", SCENARIO);
    home.run(&["new", "dark", "d.ron", "--no-open", "--seed", "71938264"]).done();
    home.run(&[&["do", "d.ron", "--dice", "5,3"], ORDERS].concat()).done();
    home
}

/// Runs orders of Blue's player and checks that the output contains no hidden name.
fn blue(home: &Home, orders: &[&str]) -> Answered {
    let told = home.run(&[&["do", "d.ron", "--as", "Blue"], orders].concat()).harmless();
    hides(&told.out, "what is told");
    hides(&told.err, "a refusal");
    told
}

#[test]
fn orders_within_authority_are_carried_out() {
    let home = wood();
    let told = blue(&home, &[r#"move "3rd Blue" to H3 facing n"#]).done().out;
    assert!(told.starts_with("4  move \"3rd Blue\"") && told.contains("3rd Blue moved from G3 to H3"), "{told}");
    let log = home.run(&["log", "d.ron"]).done().out;
    assert!(log.contains("6  move \"3rd Blue\""), "it is the referee's entry 6: {log}");
    // An abbreviated side, several orders, and a script on standard input.
    let home = wood();
    let script = home.feed(
        &["do", "d.ron", "--as", "bl", "-"],
        "// by night\nmove \"3rd Blue\" to H3\norders Blue \"wait for dawn\"\n",
    );
    assert_eq!(script.done().out.lines().filter(|line| !line.starts_with(' ')).count(), 2);
    home.run(&["verify", "d.ron"]).done();
}

#[test]
fn json_for_a_side_has_only_its_knowledge() {
    let home = wood();
    let told = blue(&home, &["--json", r#"move "3rd Blue" to H3 facing n"#, r#"move "1st Blue" to B4"#]).done().json();
    let given = &told[0];
    assert_eq!((&given["outcome"], &given["head"]), (&json!("carried_out"), &json!(4)), "{given}");
    assert_eq!((&given["entries"][0]["entry"], &given["entries"][0]["turn"]), (&json!(4), &json!(1)), "{given}");
    let stopped = &told[1];
    assert_eq!((&stopped["outcome"], &stopped["head"]), (&json!("stopped"), &json!(6)), "{stopped}");
    let failed =
        blue(&home, &["--json", "advance"]).failed(1, &["\"kind\": \"refused\"", "referee can give this order"]);
    assert_eq!(failed.out.trim(), "[]");
}

#[test]
fn refuses_orders_for_other_sides() {
    let home = wood();
    let before = home.read("d.ron");
    for (order, says) in [
        (r#"move "1st Red" to G1"#, "Blue can't give orders to 1st Red"),
        (r#"volley "1st Red" at "3rd Blue""#, "Blue can't give orders to 1st Red"),
        ("orders Red \"give up\"", "Blue can't give orders to Red"),
        ("tell Red \"we come\"", "only the referee can give this order, not Blue"),
        ("end turn", "only the referee can give this order, not Blue"),
        ("lose \"3rd Blue\" 1", "only the referee can give this order, not Blue"),
        ("note \"mine\"", "only the referee can give this order, not Blue"),
        ("rules change \"(scrud: (extras: Ignored))\"", "only the referee can give this order, not Blue"),
        (r#"move "3rd Blue" to H3 anyway because "I say so""#, "only the referee can give this order, not Blue"),
        ("grant 1", "only the referee can give this order, not Blue"),
        ("undo", "only the referee can move through the diary or change it"),
        ("goto 1", "only the referee can move through the diary or change it"),
        ("strike 2", "only the referee can move through the diary or change it"),
        ("amend 2 to pass", "only the referee can move through the diary or change it"),
        ("remark 1 ! \"mine\"", "only the referee can move through the diary or change it"),
        ("what if \"Otherwise\" from 2", "only the referee can move through the diary or change it"),
        ("suggest", "`suggest` and `propose` only propose orders; write the order itself"),
    ] {
        let told = home.run(&["do", "d.ron", "--as", "Blue", order]).failed(1, &[says]);
        hides(&told.err, order);
    }
    home.run(&["do", "d.ron", "--as", "Green", "pass"])
        .failed(2, &["there is no side called “Green”", "the sides are Blue and Red"]);
    assert_eq!(home.read("d.ron"), before, "nothing is written");
    // The orders before the first refused order are carried out.
    let part = blue(&home, &[r#"move "3rd Blue" to H3"#, "undo", "pass"]).failed(1, &["order 2, `undo`"]);
    assert!(part.out.contains("3rd Blue") && !part.out.contains("pass"), "{}", part.out);
}

/// A hidden name is refused in the same words as a name that does not exist.
#[test]
fn unknown_things_look_absent() {
    let home = wood();
    let before = home.read("d.ron");
    let refused = |order: &str| {
        let told = home.run(&["do", "d.ron", "--as", "Blue", order]);
        assert_eq!(told.code, 1, "{order}: {}{}", told.out, told.err);
        told.err
    };
    for order in [
        "move NAME to B3",
        "volley \"1st Blue\" at NAME",
        "scrud \"1st Blue\" v NAME",
        "scrud \"1st Blue\" + NAME v \"1st Red\"",
        "orders NAME \"come over\"",
        "edna NAME",
        "test NAME",
    ] {
        for (hidden, made_up) in [("\"Ozkaryl Lancers\"", "\"Ozkaryl Hussars\""), ("Ozkaryl", "Uzkaryl")] {
            let (is, wanted) = (refused(&order.replace("NAME", hidden)), refused(&order.replace("NAME", made_up)));
            let made_up_said = wanted.replace(made_up.trim_matches('"'), hidden.trim_matches('"'));
            assert_eq!(is, made_up_said, "{order}");
        }
    }
    // A number of a hidden unit is refused like an unused number.
    let numbered = refused("move #900201 to B3");
    assert_eq!(numbered.replace("900201", "899999"), refused("move #899999 to B3"));
    assert_eq!(home.read("d.ron"), before);
}

#[test]
fn a_move_is_stopped_by_what_he_could_not_see() {
    let home = wood();
    let told = blue(&home, &[r#"move "1st Blue" to B4"#]).done().out;
    for says in [
        "4  orders Blue \"move \\\"1st Blue\\\" by B5 B4\"",
        "5  move \"1st Blue\" by B5",
        "orders 1 of Blue granted",
        "1st Blue moved from B6 to B5",
        "Stopped on the way by something that your side could not see.",
    ] {
        assert!(told.contains(says), "“{says}”: {told}");
    }
    // The move goes as far as it can, and the referee also has the order in writing.
    let listed = home.run(&["orders", "d.ron"]).done().out;
    assert!(
        listed.starts_with("B1  Blue  “move \"1st Blue\" by B5 B4”") && listed.contains("granted (entry 7)"),
        "{listed}"
    );
    assert!(home.run(&["map", "d.ron", "--for", "Blue"]).done().out.contains("B5"), "he sees it there");
    home.run(&["verify", "d.ron"]).done();
}

#[test]
fn orders_impossible_for_hidden_reasons_go_to_the_inbox() {
    let home = wood();
    let told = blue(&home, &[r#"move "2nd Blue" to D4"#]).done().out;
    assert!(told.contains("It can't be carried out now; the referee has it in writing."), "{told}");
    let json = blue(&home, &["--json", r#"move "2nd Blue" to D5"#]).done().json();
    assert_eq!(json[0]["outcome"], json!("handed_in"));
    let listed = home.run(&["orders", "d.ron", "--json"]).done().json();
    assert_eq!(listed["orders"][0]["text"], json!(r#"move "2nd Blue" by D5 D4"#), "{listed}");
    assert_eq!(listed["orders"][1]["status"], json!("waiting"), "{listed}");
    blue(&home, &["grant 1"]).failed(1, &["only the referee can give this order, not Blue"]);
    home.run(&["do", "d.ron", "refuse 1 because \"the wood is dark\""]).done();
    let log = home.run(&["log", "d.ron", "--for", "Blue"]).done().out;
    assert!(log.contains("the wood is dark"), "{log}");
    hides(&log, "his log");
}

/// The referee renames a unit that Blue can't see. The texts in the inbox do not reveal the new name.
#[test]
fn submitted_orders_use_the_names_the_side_knows() {
    let home = wood();
    // Blue knows only one 1st Blue, so the order needs no number, although there are two by then.
    home.run(&["do", "d.ron", r#"unit "1st Blue" in "Red Corps""#]).done();
    let told = blue(&home, &[r#"move "2nd Blue" to D4"#, r#"move "1st Blue" to B4"#]).done().out;
    assert!(told.contains("orders Blue \"move \\\"1st Blue\\\" by B5 B4\""), "{told}");
    let log = home.run(&["log", "d.ron", "--for", "Blue"]).done().out;
    assert!(!log.contains("1st Blue\\\" #") && !log.contains("#100"), "{log}");
}

#[test]
fn dice_by_hand_are_taken_where_all_of_them_are_known() {
    let home = wood();
    let told = blue(&home, &["--dice", "6,6,6,6,6,6", r#"volley "3rd Blue" at "1st Red""#]);
    let told = told.done().out;
    assert!(told.contains("dice: ") && told.contains("6 6 6 6 6 6"), "{told}");
    blue(&home, &["--dice", "1,2", "orders Blue \"wait\""]).failed(1, &["2 faces were given but not needed:"]);
    blue(&home, &["--dice", "6", r#"volley "3rd Blue" at "1st Red""#]).failed(1, &[]);
    // A player can't find out by trying how many dice, and of which kind, an unknown enemy rolls.
    let home = wood_by(
        r#"(title: "Dark", based_on: "itchy-and-scratchy", scrud: (dice_per: StrengthPoint),
            sight: (range: 1, fought: (strength: Hidden, grade: Hidden, edna: Hidden)))"#,
    );
    home.run(&["do", "d.ron", "rules change \"(mechanisms: [Scrud, Volleys, Exhaustion, Turns])\""]).done();
    let probes = ["1", "1,1,1,1", "1,1,1,1,1,1,1,1", "99"];
    let told = probes.map(|dice| {
        let told = blue(&home, &["--dice", dice, r#"scrud "3rd Blue" v "1st Red""#]);
        (told.code, told.out, told.err)
    });
    assert!(told[0].2.contains("dice of units whose numbers your side does not know can't be typed in"), "{told:?}");
    assert!(told.iter().all(|one| *one == told[0]), "{told:?}");
}

/// The message about a faulty save quotes nothing to a player.
#[test]
fn a_faulty_save_is_not_quoted_to_a_player() {
    let home = wood();
    home.file("broken.ron", home.read("d.ron").replace("hide", "hid").replacen("Entry(no: 1,", "Entri(no: 1,", 1));
    let failed = home.run(&["do", "broken.ron", "--as", "Blue", "pass"]).failed(3, &["it is faulty"]);
    hides(&failed.err, "a refusal");
    home.run(&["do", "nowhere.ron", "--as", "Blue", "pass"]).failed(3, &["nowhere.ron"]);
}

/// The forced command of the referee's guide for players with a shell: the player's input is orders on standard input, and no shell
/// or argument parser reads the input.
#[cfg(unix)]
#[test]
fn forced_commands_accept_only_orders() {
    use std::process::Command;
    let home = wood();
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide/referee.md");
    let guide = fs::read_to_string(guide).expect("the guide");
    let line = guide.lines().find(|line| line.contains("SSH_ORIGINAL_COMMAND\\\"")).expect("the guide has the line");
    let forced = line.split_once("command=\"").expect("a command").1.rsplit_once("\",").expect("its end").0;
    let forced = forced.replace("\\\"", "\"").replace("/home/referee/game.ron", "d.ron");
    let send = |sent: &str| -> Answered {
        let bin =
            std::path::Path::new(env!("CARGO_BIN_EXE_wardiary")).parent().expect("a folder").display().to_string();
        let mut command = Command::new("sh");
        command.args(["-c", &forced]).env("SSH_ORIGINAL_COMMAND", sent).env("WARDIARY_HOME", home.path(""));
        command.env("PATH", format!("{bin}:{}", std::env::var("PATH").unwrap_or_default()));
        command.current_dir(home.path("")).stdin(Stdio::null());
        command.output().expect("a shell").into()
    };
    assert!(send(r#"move "3rd Blue" to H3"#).done().out.contains("3rd Blue moved from G3 to H3"));
    assert_eq!(send("orders Blue \"one\"\norders Blue \"two\"").done().out.matches("handed in by Blue").count(), 2);
    let before = home.read("d.ron");
    for hostile in [
        "--as Red",
        "-",
        "$(touch owned)",
        "`touch owned`",
        "'; touch owned; '",
        "\"; touch owned; \"",
        "note x; touch owned",
        "%s%n",
        "--dice 6,6",
        "",
    ] {
        let told = send(hostile);
        assert!(told.code != 0 || told.out.is_empty(), "{hostile}: {}", told.out);
        hides(&told.err, hostile);
    }
    assert!(!home.path("owned").exists());
    assert_eq!(home.read("d.ron"), before);
}

/// A revealed unit that was in the battle all along counts from the beginning of the battle and is no reinforcement.
#[test]
fn revealed_units_were_in_the_battle() {
    let home = wood();
    let red = |home: &Home, whose: &[&str]| {
        let state = home.run(&[&["state", "d.ron"], whose].concat()).done().out;
        let line = state.lines().find(|line| line.trim_start().starts_with("Red ") && line.contains("lost"));
        line.map_or_else(|| panic!("{state}"), |line| line.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    assert!(red(&home, &["--for", "Blue"]).contains("lost 0 of 4 "), "of those whom it sees");
    home.run(&["do", "d.ron", "reveal \"Ozkaryl Lancers\" to Blue", "reveal \"Brannigard Foot\" to Blue"]).done();
    assert_eq!(red(&home, &["--for", "Blue"]), red(&home, &[]));
    let log = home.run(&["log", "d.ron", "--for", "Blue"]).done().out;
    assert!(log.contains("Ozkaryl Lancers identified") && !log.contains("arrived"), "{log}");
}

/// The program limits a player's input and output. The owner of the save sets the limits.
#[test]
fn a_call_of_a_player_has_limits() {
    let (long, letter) = ("x".repeat(5_000), "y".repeat(1_500));
    let hand_in = |text: &str| format!("orders Blue \"{text}\"\n");
    for (set, sent, done, says) in [
        ("", hand_in("a") + &hand_in(&long), 1, "line 2 is too long: the maximum is 4096 bytes"),
        ("", hand_in("a") + &long.repeat(200), 1, "line 2 is too long: the maximum is 4096 bytes"),
        ("", hand_in("a") + &"// nothing\n".repeat(200), 1, "line 201 is too many: one call takes at most 200 lines"),
        ("", hand_in("a") + &"\n".repeat(100_000), 1, "line 201 is too many: one call takes at most 200 lines"),
        (
            "player_line_bytes=20",
            hand_in("a") + &hand_in("abcdefghi"),
            1,
            "line 2 is too long: the maximum is 20 bytes",
        ),
        ("player_lines=1", hand_in("a") + &hand_in("b"), 1, "line 2 is too many: one call takes at most 1 line"),
        (
            "player_waiting_orders=2",
            hand_in("a").repeat(3),
            2,
            "2 orders of your side already wait for the referee’s answer",
        ),
        ("player_waiting_bytes=4000", hand_in(&letter).repeat(3), 2, "would have 4500 bytes; the maximum is 4000"),
        // An order that can't be carried out goes to the inbox too.
        ("player_waiting_orders=0", "move \"2nd Blue\" to D4\n".into(), 0, "0 orders of your side already wait"),
        ("", "march \"nobody ".to_string() + &"z".repeat(4_000) + "\" to H3\n", 0, "there is no"),
    ] {
        let home = wood();
        let (set, wait) = (if set.is_empty() { "player_lines=200" } else { set }, ["--wait", "0"]);
        let told = home.feed(&[&["do", "d.ron", "--as", "Blue", "--set", set, "-"][..], &wait].concat(), &sent);
        let told = told.failed(1, &[says]);
        assert!(told.err.len() < 1_500, "{}", told.err.len());
        let waiting = home.run(&["orders", "d.ron", "--json"]).done().json()["orders"].as_array().map_or(0, Vec::len);
        assert_eq!(waiting, done, "{says}");
    }
}

/// After the referee's answer a side can submit orders again. The limit of one side does not affect another side.
#[test]
fn answered_orders_no_longer_wait() {
    let home = wood();
    let hand_in = |side: &str| {
        let order = format!("orders {side} \"wait\"");
        home.run(&["do", "d.ron", "--as", side, "--set", "player_waiting_orders=1", &order])
    };
    hand_in("Blue").done();
    hand_in("Blue").failed(1, &["1 order of your side already wait"]);
    hand_in("Red").done();
    home.run(&["do", "d.ron", "refuse 1"]).done();
    hand_in("Blue").done();
}

/// The program with pipes for standard input and output.
fn started(home: &Home, arguments: &[&str]) -> Child {
    home.command(arguments).stdin(Stdio::piped()).spawn().expect("it starts")
}

/// Sends an order and waits until the program reports it.
fn send(child: &mut Child, order: &str) {
    writeln!(child.stdin.as_mut().expect("it is piped"), "{order}").expect("it is read");
    let mut out = BufReader::with_capacity(1, child.stdout.as_mut().expect("it is piped"));
    let mut said = String::new();
    while !said.contains(order) {
        said.clear();
        assert_ne!(out.read_line(&mut said).expect("it says"), 0, "{order} is not told");
    }
}

/// A player who types, or who does not read the output, does not lock the save.
#[test]
fn slow_players_do_not_hold_the_lock() {
    let home = wood();
    let note = |home: &Home| home.run(&["do", "d.ron", "--wait", "5s", "note \"mine\""]).done();
    let mut player = started(&home, &["do", "d.ron", "--as", "Blue", "--wait", "1m", "-"]);
    let mut referee = started(&home, &["do", "d.ron", "-"]);
    note(&home);
    for at in 0..3 {
        send(&mut player, &format!("orders Blue \"{at}\""));
        note(&home);
        send(&mut referee, "note \"his\"");
        note(&home);
    }
    for mut child in [player, referee] {
        drop(child.stdin.take());
        assert!(child.wait().expect("it ends").success());
    }
    // The output is larger than the pipe's buffer.
    let text = "w".repeat(3_900);
    let call = [
        "do",
        "d.ron",
        "--as",
        "Blue",
        "--wait",
        "1m",
        "--set",
        "player_waiting_bytes=1000000",
        "--set",
        "player_read_seconds=1",
        "-",
    ];
    let (mut player, mut referee) = (started(&home, &call), started(&home, &["do", "d.ron", "-"]));
    for (child, line) in [(&mut player, format!("orders Blue \"{text}\"")), (&mut referee, format!("note \"{text}\""))]
    {
        let mut stdin = child.stdin.take().expect("it is piped");
        (0..60).for_each(|_| writeln!(stdin, "{line}").expect("it is read"));
    }
    note(&home);
    assert_eq!(player.wait().expect("it ends").code(), Some(3), "his call ends without him");
    referee.wait_with_output().expect("it ends");
    let log = home.run(&["log", "d.ron"]).done().out;
    assert_eq!((log.matches(&text).count() >= 120, log.matches("mine").count() >= 8), (true, true));
    home.run(&["verify", "d.ron"]).done();
}

/// An order parsed before another program wrote is refused if its name has another meaning by then.
#[test]
fn refuses_names_changed_in_the_meantime() {
    let home = wood();
    let mut player = started(&home, &["do", "d.ron", "--as", "Blue", "--wait", "1m", "-"]);
    send(&mut player, "orders Blue \"first\"");
    // The player's program waits for this lock with the parsed order.
    let mut held = Save::open(&home.path("d.ron"), Mode::Write).expect("it opens");
    writeln!(player.stdin.take().expect("it is piped"), "move \"3rd Blue\" to H3").expect("it is read");
    thread::sleep(Duration::from_millis(300));
    let rename = parse_instruction("rename \"3rd Blue\" to \"4th Blue\"", held.diary().state());
    let Ok(Instruction::Order(rename)) = rename else { panic!("it reads") };
    let mut dice = held.diary().program_dice(&[]);
    held.submit(rename, &mut dice, jiff::Timestamp::UNIX_EPOCH).expect("it is carried out");
    drop(held);
    let told: Answered = player.wait_with_output().expect("it ends").into();
    told.failed(1, &["3rd Blue"]);
    assert!(!home.run(&["log", "d.ron"]).done().out.contains("moved from"), "nobody moved");
}

/// Written orders that name themselves, or each other, are parsed without an endless loop.
#[test]
fn orders_that_grant_themselves_are_refused() {
    let home = wood();
    home.run(&[
        "do",
        "d.ron",
        "--as",
        "Blue",
        "orders Blue \"grant 1\"",
        "orders Blue \"grant 3\"",
        "orders Blue \"grant 2\"",
    ])
    .done();
    for order in ["grant 1", "grant 2", "grant 3", "grant 1 as grant 2"] {
        home.run(&["do", "d.ron", order]).failed(1, &["can’t be carried out"]);
    }
    home.run(&["orders", "d.ron"]).done();
}

/// For a minute three hostile clients of the forced command send long lines, many lines and half a line, and read no
/// output. Each call of the referee beside them ends within two seconds.
#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn hostile_players_keep_the_referee_out_no_moment() {
    const CALL: [&str; 5] = ["do", "d.ron", "--as", "Blue", "-"];
    let home = wood();
    let until = Instant::now() + Duration::from_secs(60);
    let inputs = ["x".repeat(900_000) + "\n", "orders Blue \"a\"\n".repeat(100_000), "\"".repeat(800_000)];
    let mut calls = 0;
    thread::scope(|scope| {
        for input in &inputs {
            scope.spawn(|| {
                while Instant::now() < until {
                    let mut player = started(&home, &CALL);
                    // The program may end before it has read everything.
                    let _ = player.stdin.as_mut().expect("it is piped").write_all(input.as_bytes());
                    thread::sleep(Duration::from_millis(500));
                    drop(player.stdin.take());
                    player.wait().expect("it ends");
                }
            });
        }
        while Instant::now() < until {
            let began = Instant::now();
            home.run(&["do", "d.ron", "note \"mine\""]).done();
            assert!(began.elapsed() < Duration::from_secs(2), "call {calls} took {:?}", began.elapsed());
            calls += 1;
            thread::sleep(Duration::from_millis(200));
        }
    });
    home.run(&["verify", "d.ron"]).done();
    let length = fs::metadata(home.path("d.ron")).expect("the save").len();
    assert!(calls > 50 && length < 2_000_000, "{calls} calls, {length} bytes");
}
