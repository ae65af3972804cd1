//! Files that nobody writes by hand: too long, too deep, empty, or with too many items. The program reports each by its
//! fault, within limits on memory and time.

use crate::harness::call::{Answered, Home};
use std::{
    fmt::Write as _,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

impl Home {
    /// Runs the program with these arguments and a limit on memory.
    fn within(&self, megabytes: u32, arguments: &[&str]) -> Answered {
        let mut command = Command::new("sh");
        let limit = format!("ulimit -d {}; exec \"$0\" \"$@\"", megabytes * 1024);
        command.args(["-c", &limit, env!("CARGO_BIN_EXE_wardiary")]).args(arguments);
        command.env("WARDIARY_HOME", self.path("")).current_dir(self.path("")).stdin(Stdio::null());
        let began = Instant::now();
        let answered: Answered = command.output().expect("a shell").into();
        assert!(began.elapsed() < Duration::from_secs(40), "{arguments:?} took {:?}", began.elapsed());
        answered.harmless()
    }
}

#[test]
fn documents_that_are_too_long_are_not_read() {
    let home = Home::new();
    for (name, byte) in [("deep.ron", "("), ("long.ron", "[1,"), ("blank.ron", " ")] {
        home.file(name, byte.repeat((200 << 20) / byte.len()));
        let answer = home.within(300, &["check", name]);
        assert_eq!(answer.code, 3, "{}", answer.err);
        assert!(answer.out.contains("it has 200 MB; the maximum is 4 MB"), "{}", answer.out);
    }
    home.within(300, &["muster", "blank.ron"]).failed(3, &["it has 200 MB; the maximum is 4 MB"]);
    home.within(300, &["rules", "./blank.ron"]).failed(3, &["it has 200 MB; the maximum is 4 MB"]);
    home.within(300, &["new", "./blank.ron"]).failed(3, &["it has 200 MB; the maximum is 4 MB"]);
}

#[test]
fn long_documents_are_told_by_their_first_faults() {
    let home = Home::new();
    let long = 1 << 20;
    for (name, begin, filling, end, says) in [
        ("deep.ron", "(scrud: ", "(", "", "1:10: expected a name"),
        ("lists.ron", "(scrud: (defeat: [", "[],", "]))", "1:19: scrud.defeat.0: expected a name"),
        ("numbers.ron", "(troops: [", "1,", "])", "1:11: "),
        ("fields.ron", "(", "x: 1, ", ")", "there is no field `x`"),
        ("text.ron", "(title: \"", "a", "\")", "title"),
        ("comment.ron", "/*", "/*", "", "the comment is not closed"),
    ] {
        let many = (long - begin.len() - end.len()) / filling.len();
        home.file(name, format!("{begin}{}{end}", filling.repeat(many)));
        let answer = home.within(900, &["check", name]);
        assert_ne!(answer.code, 0, "{name}");
        let shown: String = answer.out.chars().take(500).collect();
        assert!(answer.out.contains(says), "{name}: {shown}");
        assert!(answer.out.lines().count() <= 101 && answer.out.len() < 100_000, "{name}: {shown}");
    }
}

#[test]
fn tables_with_too_much_of_everything() {
    let home = Home::new();
    let columns = "c,".repeat(500_000);
    home.file("columns.csv", columns);
    home.within(300, &["muster", "columns.csv"]).failed(1, &["row 1: a table has at most 100 columns, not 500000"]);
    let mut faulty = String::from("side,stack,name,strength\n");
    for at in 0..100_000 {
        writeln!(faulty, "A,B,{at},many {at}").expect("a string takes all");
    }
    home.file("faulty.csv", faulty);
    let answer = home
        .within(300, &["muster", "faulty.csv"])
        .failed(1, &["row 2, column D (strength)", "faulty.csv: 49901 more faults"]);
    assert_eq!(answer.err.lines().count(), 101, "{}", answer.err);
    let mut units = String::from("side,stack,name,count\n");
    for at in 0..200_000 {
        writeln!(units, "A,,{at},200").expect("a string takes all");
    }
    home.file("units.csv", units);
    home.within(600, &["muster", "units.csv"]).failed(1, &["a table can have at most 50000 units"]);
}

#[test]
fn rulebooks_that_stand_on_far_too_many() {
    let home = Home::new();
    for at in 0..4000 {
        home.file(&format!("b{at}.ron"), format!("(based_on: \"./b{}.ron\")", at + 1));
    }
    home.file("b4000.ron", "()");
    home.within(300, &["rules", "./b0.ron"]).failed(3, &["more than 32 rulebooks are based on each other in a chain"]);
    let answer = home.within(300, &["check", "b0.ron"]);
    assert_eq!(answer.code, 1);
    assert!(answer.out.starts_with("b0.ron:1:2: based_on: more than 32 rulebooks"), "{}", answer.out);
    home.within(300, &["rules", "./b3980.ron"]).done();
}

/// A save, and saves of millions of tiny parts that were made from it, with what is said of those that are refused.
fn saves_of_tiny_parts(home: &Home, length: usize) -> Vec<(&'static str, String, &'static str)> {
    home.run(&["new", "tannenberg", "t.ron", "--no-open", "--seed", "5"]).done();
    home.run(&["do", "t.ron", "note a", "note b"]).done();
    let save = home.read("t.ron");
    let (entries, closing) = save.split_once("\n]").expect("a closing line");
    let entries = entries.trim_end_matches(',');
    let many = |part: &str| part.repeat(length / part.len());
    let lines = |lines: &str| format!("{entries},\n{}]{closing}", many(lines));
    let entry = |no: usize, events: &str| {
        format!("Entry(no:{no},at:\"2026-11-21T19:40:00Z\",order:Note(text:\"a\"),events:[{events}]),\n")
    };
    let short: String = (3..length / 1_280).map(|no| entry(no, &"Noted,".repeat(200))).collect();
    let notes = (3..length / 80).map(|no| entry(no, "Noted"));
    let notes = format!("{entries},\n{}]{closing}", notes.collect::<String>());
    let no_comment = |on: u32| format!("Remark(on:{on},at:\"2026-11-21T19:40:00Z\",says:NoComment),\n");
    let units = |unit: &dyn Fn(usize) -> String| {
        let units: String = (900..length / 25).map(unit).collect();
        save.replacen("units: [", &format!("units: [{units}"), 1)
    };
    vec![
        ("a batch", format!("{entries},\nBatch([{}]),\n]{closing}", many("Head(0),")), "too many parts"),
        ("an entry", format!("{entries},\n{}]{closing}", entry(3, &many("Noted,"))), "too many parts"),
        ("entries", format!("{entries},\n{short}]{closing}"), "far more than a save of its length should"),
        ("units", units(&|id| format!("(id:{id},name:\"a\",side:1),")), "far too many parts for its length"),
        ("faulty units", units(&|_| "(id:900,name:\"\"),".into()), "far too many parts for its length"),
        ("moves", lines("Head(0),\n"), ""),
        ("two moves", lines("Head(1),\nHead(2),\n"), ""),
        ("marks", lines("Cut(),\n"), ""),
        ("two marks", lines("Cut(torn:1),\nCut(torn:2),\n"), ""),
        ("remarks", lines(&no_comment(1)), ""),
        ("two remarks", lines(&(no_comment(1) + &no_comment(2))), ""),
        ("comments", lines("//\n"), ""),
        ("notes", notes, ""),
        (
            "a batch of moves",
            format!("{entries},\nBatch([{}]),\n]{closing}", "Head(0),".repeat(70_000)),
            "too many parts",
        ),
    ]
}

/// What would take far more memory than its length says is refused in a sentence.
#[test]
fn a_save_that_would_fill_the_memory_is_refused() {
    let home = Home::new();
    for (name, long, refused) in saves_of_tiny_parts(&home, 3 << 20).into_iter().take(5) {
        home.file("long.ron", long);
        let answer = home.run(&["log", "long.ron"]).failed(3, &[refused]);
        assert!(answer.err.len() < 1_000, "{name}: {}", answer.err);
    }
}

/// What reads a save takes at most 8 times the file's size and 64 MB.
#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn a_save_of_tiny_parts_takes_little_memory() {
    let home = Home::new();
    for (name, long, refused) in saves_of_tiny_parts(&home, 8 << 20) {
        home.file("long.ron", &long);
        let most = u32::try_from(((8 * long.len()) >> 20) + 64).expect("it is small");
        for arguments in [
            &["verify", "long.ron"][..],
            &["check", "long.ron"],
            &["recover", "long.ron", "-o", "-"],
            &["log", "long.ron"],
            &["log", "long.ron", "--json"],
            &["state", "long.ron"],
            &["report", "long.ron", "--format", "md", "-o", "report", "--force"],
            &["report", "long.ron", "--format", "txt", "-o", "report", "--force"],
            &["report", "long.ron", "--format", "csv", "-o", "report", "--force"],
            &["report", "long.ron", "--json"],
            &["report", "long.ron", "--format", "json", "-o", "report", "--force"],
            &["report", "long.ron", "--format", "html", "-o", "report", "--force"],
        ] {
            let answer = home.within(most, arguments);
            let is_too_long = answer.err.contains("far more memory than");
            let is_read = [0, 1].contains(&answer.code)
                || !refused.is_empty() && answer.code == 3
                || is_too_long && answer.code == 1;
            assert!(is_read, "{name}: {arguments:?}: {} {}", answer.code, answer.err);
            let is_whole = name != "notes" || !answer.err.contains("left out");
            assert!(is_whole, "{name}: {arguments:?}: {}", answer.err);
            let is_short = answer.out.len() < 10_000 || ["recover", "log", "report"].contains(&arguments[0]);
            assert!(is_short, "{name}: {arguments:?}: {} bytes", answer.out.len());
        }
    }
}

/// The program does not wait for a pipe that nobody writes into.
#[test]
fn refuses_special_files_without_waiting() {
    let home = Home::new();
    for name in ["pipe.ron", "config/settings.ron", "config/keys.ron", "config/rules/own.ron", "saves/war.ron"] {
        let path = home.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
    }
    let says = ["it can't be read: it is a pipe, not a file"];
    for arguments in [
        &["do", "pipe.ron", "undo"][..],
        &["state", "pipe.ron"],
        &["log", "pipe.ron"],
        &["seal", "pipe.ron"],
        &["muster", "pipe.ron"],
        &["muster", "--from", "pipe.ron"],
        &["new", "./pipe.ron", "x.ron"],
        &["rules", "./pipe.ron"],
        &["rules", "own"],
        &["roll", "2d6", "--rules", "./pipe.ron"],
        &["state", "war"],
    ] {
        home.within(900, arguments).failed(3, &says);
    }
    let answer = home.within(900, &["check", "pipe.ron", "/dev/zero", "config/settings.ron"]);
    assert_eq!(answer.code, 3);
    for line in [
        "pipe.ron: the file can't be read: it is a pipe, not a file",
        "/dev/zero: the file can't be read: it is a device",
    ] {
        assert!(answer.out.contains(line), "{}", answer.out);
    }
    assert!(home.within(900, &["verify", "pipe.ron"]).out.contains(says[0]));
    // Lists report the one file and show the rest.
    assert!(home.within(900, &["list"]).done().out.contains("it is a pipe"));
    assert!(home.within(900, &["rules"]).done().out.contains("it is a pipe"));
    assert!(!home.path("pipe.ron.lock").exists() && !home.path(".pipe.ron.lock").exists());
}

#[test]
fn names_of_saves_that_are_no_text_and_that_are_long() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let home = Home::new();
    let call = |before: &[&str], name: &[u8], after: &[&str]| -> Answered {
        home.command(before).arg(OsStr::from_bytes(name)).args(after).output().expect("it starts").into()
    };
    let name: &[u8] = b"w\xe4r.ron";
    call(&["new", "tannenberg"], name, &["--no-open"]).done();
    call(&["do"], name, &["note \"fog\""]).done();
    for command in ["state", "log", "verify", "check", "seal"] {
        call(&[command], name, &[]).done().harmless();
    }
    call(&["odds", "initiative", "--save"], name, &[]).done();
    call(&["muster", "--from"], name, &[]).done();
    home.file("units.csv", "side,stack,name\nA,,a\nB,,b\n");
    call(&["muster", "units.csv", "-o"], b"\xff\xfe.ron", &[]).done();
    let files: Vec<Vec<u8>> = std::fs::read_dir(home.path(""))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().as_bytes().to_vec())
        .collect();
    for wanted in [name, b"\xff\xfe.ron"] {
        assert!(files.iter().any(|file| file == wanted), "{files:?}");
    }
    // The program finds the save in the saves folder without its extension.
    std::fs::rename(home.path("").join(OsStr::from_bytes(name)), home.path("saves").join(OsStr::from_bytes(name)))
        .or_else(|_| {
            std::fs::create_dir_all(home.path("saves"))?;
            std::fs::rename(
                home.path("").join(OsStr::from_bytes(name)),
                home.path("saves").join(OsStr::from_bytes(name)),
            )
        })
        .expect("it can be moved");
    call(&["state"], b"w\xe4r", &[]).done();
    home.run(&["list"]).done().harmless();
    // The program accepts a name that leaves room for the files beside the save. A longer name creates no file.
    for (length, fits) in [(230, true), (231, false), (251, false), (255, false), (300, false)] {
        let name = format!("{}.ron", "n".repeat(length - 4));
        let answer = home.run(&["new", "tannenberg", &name, "--no-open"]);
        assert_eq!((answer.code == 0, home.path(&name).exists()), (fits, fits), "{length}: {}", answer.err);
        assert!(fits || answer.err.contains("the maximum for a save is 230"), "{}", answer.err);
    }
    let title = "𐐀".repeat(60);
    let path = home.run(&["new", "tannenberg", &title, "--no-open"]).done().out;
    home.run(&["do", path.trim_end(), "initiative"]).done();
}

/// The program reports settings that are unreadable or not a file and uses the defaults.
#[test]
fn settings_that_are_no_text() {
    let home = Home::new();
    home.file("settings.ron", b"(theme: \"light\", ascii: tr\xffue)");
    let answer = home.run(&["check", "settings.ron"]);
    assert!(answer.out.contains("settings.ron:1:27: the file is not text from here on"), "{}", answer.out);
    let folders = wardiary_diary::assets::Folders { saves: home.path("saves"), config: home.path("config") };
    std::fs::create_dir_all(&folders.config).expect("it can be made");
    for name in ["settings.ron", "keys.ron"] {
        std::fs::write(folders.config.join(name), b"(theme: \"\xe4\")").expect("it can be written");
        let failure = folders.read_config_file(name).expect_err("it is no text");
        assert!(failure.what.contains("line 1, column 10: the file is not text from here on"), "{failure}");
        std::fs::remove_file(folders.config.join(name)).expect("it is there");
        assert!(Command::new("mkfifo").arg(folders.config.join(name)).status().expect("mkfifo").success());
        let failure = folders.read_config_file(name).expect_err("it is no file");
        assert!(failure.what.contains("it is a pipe, not a file"), "{failure}");
        std::fs::remove_file(folders.config.join(name)).expect("it is there");
        assert_eq!(folders.read_config_file(name), Ok(None));
    }
}

/// The program names the kind of text that follows the closers.
#[test]
fn text_behind_the_closers() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note \"one\""]).done();
    let save = home.read("t.ron");
    let entry = save.lines().find(|line| line.starts_with("Entry(no: 1,")).expect("the entry");
    for (behind, hint) in [
        (entry.to_string(), "delete it if it is a leftover: an entry with that number is already above"),
        (entry.replacen("no: 1,", "no: 2,", 1), "move the closing line, which begins with `]`, to the end of the file"),
        ("Head(0),".into(), "move the closing line, which begins with `]`, to the end of the file"),
        (
            "order: Note(text: \"x\"), events".into(),
            "delete it or turn it into a comment: it is not a record of a diary",
        ),
        (save.clone(), "delete it or turn it into a comment: it is not a record of a diary"),
    ] {
        home.file("u.ron", format!("{save}{behind}\n"));
        let answer = home.run(&["check", "u.ron"]);
        assert_ne!(answer.code, 0);
        assert!(answer.out.contains(&format!("there is text after the end of the diary ({hint})")), "{}", answer.out);
    }
}

/// A campaign far larger than any table: opening it, choosing a target and giving the order take time linear in its
/// size, not quadratic.
#[test]
fn a_campaign_of_thousands() {
    use crate::harness::program::Program;
    let home = Home::new();
    let mut table = String::from("side,stack,name,count\n");
    for stack in 0..30 {
        for side in ["Red", "Blue"] {
            writeln!(table, "{side},{side} {stack},{side} {stack} unit,100").expect("a string takes all");
        }
    }
    home.file("large.csv", table);
    let began = Instant::now();
    home.run(&["muster", "large.csv", "--scenario", "large.ron"]).done();
    let path = home.path("large.ron");
    let mut program = Program::with(path.to_str().expect("a path"));
    let screen = program.keys("js").shows((120, 40));
    assert!(
        screen.contains("scrud \"Red 0\" v") && screen.contains("stack of Blue") && screen.contains("Blue  side"),
        "{screen}"
    );
    let screen = program.keys("Blue 29<enter>").shows((120, 40));
    assert!(screen.contains("Blue 29"), "{screen}");
    let took = began.elapsed();
    assert!(took < Duration::from_secs(40), "{took:?}");
}

/// A save whose two branches grow in alternation and whose head then jumps between their ends.
fn tangled(save: &str, entries: usize, heads: usize) -> String {
    let (above, rest) = save.split_at(save.find("Entry(no: 1,").expect("an entry"));
    let first = rest.lines().next().expect("its line");
    let bare = &first[..first.find(", seal:").expect("it is sealed")];
    let mut text = format!("{above}{first}\n");
    for no in 2..=entries {
        let follows = no.saturating_sub(2).max(1);
        let entry = bare.replacen("no: 1,", &format!("no: {no}, after: {follows},"), 1);
        writeln!(text, "{entry}),").expect("a string takes all");
    }
    for at in 0..heads {
        writeln!(text, "Head({}),", entries - at % 2).expect("a string takes all");
    }
    text + "])"
}

/// The head jumps between branches a hundred thousand times, past ten thousand entries each time.
#[test]
fn heads_that_jump_far() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note \"one\""]).done();
    home.file("far.ron", tangled(&home.read("t.ron"), 10_000, 100_000));
    let answer = home.within(900, &["log", "far.ron"]).done();
    assert_eq!(answer.out.matches("“one”").count(), 5_000, "{}", answer.err);
}

#[test]
fn saves_that_are_too_long_are_not_read() {
    let home = Home::new();
    let begins = "(wardiary: 1, title: \"x\", seed: \"1\", diary: [";
    home.file("long.ron", format!("{begins}{}", "(".repeat((200 << 20) - begins.len())));
    for arguments in [
        &["state", "long.ron"][..],
        &["state", "long.ron", "--at", "0"],
        &["log", "long.ron"],
        &["do", "long.ron", "undo"],
        &["odds", "initiative", "--save", "long.ron"],
        &["muster", "--from", "long.ron"],
        &["verify", "long.ron"],
        &["check", "long.ron"],
        &["seal", "long.ron"],
        &["backup", "long.ron"],
        &["recover", "long.ron"],
    ] {
        let answer = home.within(300, arguments);
        assert_eq!(answer.code, 3, "{arguments:?}: {}{}", answer.out, answer.err);
        let said = format!("{}{}", answer.out, answer.err);
        assert!(said.contains("it has 200 MB; the maximum is 128 MB"), "{arguments:?}: {said}");
    }
    let begins = "(wardiary: 1, title: \"x\", seed: \"1\",\nrules: (";
    home.file("head.ron", format!("{begins}{}),\nmuster: (), diary: [\n])", "x: 1, ".repeat((20 << 20) / 6)));
    let says = ["the header has 21 MB; the maximum is 16 MB"];
    home.within(300, &["state", "head.ron"]).failed(3, &says);
    home.within(300, &["log", "head.ron"]).failed(3, &says);
}

/// The program does not append to a save that would become too large to read.
#[test]
fn a_save_that_is_full() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note \"one\""]).done();
    let save = home.read("t.ron");
    let (above, rest) = save.split_at(save.find("Entry(no: 1,").expect("an entry"));
    let room = (128 << 20) - save.len() - 200;
    home.file("full.ron", format!("{above}//{}\n{rest}", "x".repeat(room)));
    let answer = home.within(900, &["do", "full.ron", "note \"two\"", "note \"three\""]);
    assert!(answer.out.contains("two"), "{}", answer.out);
    let says = [
        "order 2, `note \"three\"`: full.ron: a save can have at most 128 MB; nothing was written",
        "continue in a new save",
    ];
    let answer = answer.failed(3, &says);
    assert!(!answer.out.contains("three"), "{}", answer.out);
    let log = home.within(900, &["log", "full.ron"]).done();
    assert_eq!(log.out.lines().filter(|line| line.contains('“')).count(), 2, "{}", log.out);
}

/// The program reads a muster of tens of thousands of units in linear time and little memory.
#[test]
fn a_save_of_far_too_many_units() {
    let home = Home::new();
    home.tannenberg("t");
    let save = home.read("t.ron");
    let (above, rest) = save.split_at(save.find(" units: [\n").expect("units") + " units: [\n".len());
    let with = |units: usize| {
        let mut text = above.to_string();
        for at in 0..units {
            writeln!(text, "  (id: {}, name: \"u{at}\", stack: 10, kind: \"infantry\"),", 100 + at)
                .expect("a string takes all");
        }
        text + rest
    };
    home.file("some.ron", with(10_000));
    home.file("many.ron", with(40_000));
    let took = |name: &str| {
        let began = Instant::now();
        home.within(400, &["log", name]).done();
        began.elapsed()
    };
    let (some, many) = (took("some.ron"), took("many.ron"));
    assert!(many < 10 * some, "{some:?} for 10,000 units, {many:?} for 40,000");
}

/// Two lines of thousands: the program offers combats at once, although each offer is a combat of thousands.
#[test]
fn a_combat_of_thousands() {
    use crate::harness::program::Program;
    let took = |units: usize| {
        let home = Home::new();
        let mut table = String::from("side,stack,name,count\n");
        for side in ["Red", "Blue"] {
            for part in 0..units / 200 {
                writeln!(table, "{side},{side} line,{side} {part} unit,100").expect("a string takes all");
            }
        }
        home.file("large.csv", table);
        home.run(&["muster", "large.csv", "--scenario", "large.ron"]).done();
        let path = home.path("large.ron");
        let mut program = Program::with(path.to_str().expect("a path"));
        program.keys("j").shows((120, 40));
        let began = Instant::now();
        let screen = program.keys("s").shows((120, 40));
        assert!(screen.contains("scrud \"Red line\" v"), "{screen}");
        began.elapsed()
    };
    let (few, many) = (took(1_000), took(4_000));
    println!("{few:?} for 1,000 units, {many:?} for 4,000");
    assert!(many < 10 * few, "{few:?} for 1,000 units, {many:?} for 4,000");
}
