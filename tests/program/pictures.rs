//! Pictures of the screens: their content, the unchanged save, and that the pictures of README and the guide match the
//! command's output.

use crate::harness::call::{Home, as_str};
use std::{collections::BTreeSet, fs, path::Path, process::Command};

fn sample(name: &str) -> String {
    format!("{}/saves/{name}.ron", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_picture_has_what_the_screen_shows() {
    let home = Home::new();
    // sample | arguments | texts in the picture
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("tannenberg", &[], &["Tannenberg, the first day", "37th Brigade", "Diary", "initiative to roll"]),
        ("tannenberg", &["--at", "4"], &["entry 4", "1st Rifle Brigade"]),
        ("tannenberg", &["--at", "0"], &["entry 0"]),
        ("wadi", &["--at", "60", "--screen", "map"], &["Red Banner", "turn 3"]),
        ("ridge", &["--at", "40", "--screen", "review"], &["40"]),
        ("hundred-days", &["--screen", "campaign"], &["The Hundred Days"]),
        ("hundred-days", &["--screen", "review"], &["The Hundred Days"]),
        (
            "tannenberg",
            &["--order", "scrud \"XX Corps\" v Russians"],
            &[": scrud \"XX Corps\" v Russians", "may be lost: "],
        ),
        (
            "tannenberg",
            &["--screen", "odds", "--order", "edna \"37th Brigade\""],
            &["edna 8", "acts every time 72.22%"],
        ),
        ("tannenberg", &["--size", "20x5"], &["wardiary needs"]),
        ("tannenberg", &["--set", "ascii=true"], &["* Forces -"]),
        ("tannenberg", &["--set", "glyphs=console"], &["♦ Forces ─"]),
    ];
    for (save, arguments, says) in cases {
        let file = sample(save);
        let picture = home.run(&[&["picture", &*file], *arguments].concat()).done().harmless().out;
        for words in *says {
            assert!(picture.contains(words), "{save} {arguments:?}: {words}\n{picture}");
        }
        assert!(!picture.contains("looked up"), "{save} {arguments:?}: it is not all there\n{picture}");
        assert!(!picture.contains("? help"), "{save} {arguments:?}: keys are for the screen\n{picture}");
        // The same picture as an SVG file.
        let svg = home.run(&[&["picture", &*file, "-o", "p.svg", "--force"], *arguments].concat()).done().harmless();
        assert_eq!(svg.out, "p.svg\n");
        let svg = home.read("p.svg");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains("<title>"), "{svg}");
    }
    home.run(&["picture", &sample("wadi"), "-o", "p.txt"]).done();
    assert!(home.read("p.txt").contains("Emirate"));
}

/// Drawings for pages that others write.
#[test]
fn a_drawing_has_what_the_save_knows() {
    let home = Home::new();
    // sample | arguments | texts in the drawing
    let cases: &[(&str, &[&str], &[&str])] = &[
        (
            "wadi",
            &["map", "--at", "60"],
            &["The wells, turn 3", "1st Fusiliers", ">road<", "<title>Lancers</title><path"],
        ),
        (
            "hundred-days",
            &["map", "--at", "day 2 afternoon"],
            &["Belgium south of Brussels, day 2", "Quatre Bras", "in steps."],
        ),
        ("sealed-orders", &["map", "--for", "French"], &["as seen by French", "last seen there"]),
        (
            "hundred-days",
            &["strength"],
            &["Waterloo", "Strength Points left", ">T7<", ">Coalition<", "dotted: exhaustion"],
        ),
        ("wadi", &["order-of-battle"], &["The wells", "Main body", "Emir Yusuf", "line-through", "artillery, 2 of 2"]),
        ("tannenberg", &["order-of-battle", "--for", "Germans"], &["as seen by Germans", "37th Brigade"]),
    ];
    for (save, arguments, says) in cases {
        let file = sample(save);
        let call = [&["picture", &*file, "--what"], *arguments].concat();
        let drawn = home.run(&call).done().harmless().out;
        assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"), "{call:?}: {drawn}");
        for words in *says {
            assert!(drawn.contains(words), "{call:?}: {words}\n{drawn}");
        }
    }
    let wadi = &*sample("wadi");
    home.run(&["picture", wadi, "--what", "map", "-o", "map.svg"]).done();
    home.run(&["picture", wadi, "--what", "map", "--format", "txt"]).failed(2, &["a drawing is always SVG"]);
    home.run(&["picture", wadi, "--what", "map", "--screen", "odds"]).failed(2, &["cannot be used with"]);
    home.run(&["picture", &sample("tannenberg"), "--what", "map"]).failed(1, &["has no map"]);
}

#[test]
fn a_save_is_left_as_it_is() {
    let home = Home::new();
    let path = home.tannenberg("t");
    home.run(&["do", "t.ron", "initiative", "first Germans"]).done();
    let before = (home.read("t.ron"), fs::read_dir(home.path("")).expect("the folder").count());
    fs::create_dir_all(home.path("config")).expect("the folder can be made");
    home.file("config/settings.ron", "(daily_copies: 3, theme: \"light\")");
    let all = fs::read_dir(home.path("")).expect("the folder").count();
    let picture = home.run(&["picture", as_str(&path), "--at", "1"]).done().out;
    assert!(picture.contains("entry 1"), "{picture}");
    assert_eq!(home.read("t.ron"), before.0);
    assert_eq!(fs::read_dir(home.path("")).expect("the folder").count(), all, "no other file is written");
    let svg = |arguments: &[&str]| {
        home.run(&[&["picture", "t.ron", "-o", "p.svg", "--force"], arguments].concat()).done();
        home.read("p.svg")
    };
    let by_settings = svg(&[]);
    assert_eq!(by_settings, svg(&["--theme", "light"]), "the theme is that of the settings");
    assert_ne!(by_settings, svg(&["--theme", "dark"]));
    assert!(svg(&["--theme", "mono"]).contains("fill=\"#101010\""));
}

#[test]
fn impossible_pictures_are_refused_with_reasons() {
    let home = Home::new();
    home.tannenberg("t");
    home.file("there.svg", "mine");
    // arguments | exit code | messages
    let cases: &[(&[&str], i32, &[&str])] = &[
        (&["-o", "p.png"], 2, &["p.png: no picture format has this extension", ".svg or .txt"]),
        (&["-o", "there.svg"], 1, &["there.svg: this file already exists", "--force"]),
        (&["-o", "t.ron"], 2, &["t.ron: no picture"]),
        (&["-o", "nowhere/p.svg"], 3, &["nowhere: there is no such folder"]),
        (&["--at", "99"], 1, &["99"]),
        (&["--screen", "review", "--at", "99"], 1, &["99"]),
        (&["--theme", "drak"], 2, &["error: there is no theme “drak”", "did you mean “dark”?"]),
        (&["--size", "0x0"], 2, &["columns x rows"]),
        (&["--size", "9999x40"], 2, &["500x200 at most"]),
        (&["--screen", "odds", "--order", "scrud Foo v Bar"], 1, &["scrud Foo v Bar"]),
        (&["--screen", "odds", "--order", "undo"], 2, &["“undo” rolls no dice"]),
        (&["--screen", "odds", "--order", "scrud Germans v \"XX Corps\""], 1, &["both forces belong to Germans"]),
        (&["--screen", "review", "--order", "pass"], 2, &["the Review screen has no order line"]),
        (&["--screen", "lobby"], 2, &["invalid value 'lobby'"]),
    ];
    for (arguments, code, says) in cases {
        home.run(&[&["picture", "t.ron"], *arguments].concat()).harmless().failed(*code, says);
    }
    assert_eq!(home.read("there.svg"), "mine");
    home.run(&["picture", "nowhere"]).failed(3, &["nowhere.ron: it can't be read"]);
}

/// The script `docs/pictures` makes the pictures of README and the guide.
#[test]
#[cfg_attr(windows, ignore = "runs a shell script")]
fn the_pictures_of_the_pages_are_as_the_command_makes_them() {
    let home = Home::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_BIN_EXE_wardiary")).parent().expect("a folder").display();
    let run = Command::new(root.join("docs/pictures"))
        .arg(home.path(""))
        .env("PATH", format!("{folder}:{}", std::env::var("PATH").unwrap_or_default()))
        .output()
        .expect("the script runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let guide = fs::read_dir(root.join("docs/guide")).expect("the guide");
    let mut files: Vec<_> = guide.map(|file| file.expect("a file").path()).collect();
    files.push(root.join("README.md"));
    let pages: String = files.iter().map(|file| fs::read_to_string(file).expect("a page")).collect();
    let links = pages.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures: BTreeSet<&str> = links
        .filter(|link| Path::new(link).extension().is_some_and(|ending| ending == "svg"))
        .filter_map(|link| link.rsplit('/').next())
        .collect();
    assert!(pictures.len() >= 5, "{pictures:?}");
    for name in pictures {
        let kept = fs::read_to_string(root.join("docs").join(name)).unwrap_or_default();
        assert!(
            kept == home.read(name),
            "docs/{name} is another picture than `docs/pictures` makes now: call it again"
        );
    }
}
