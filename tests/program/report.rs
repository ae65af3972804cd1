//! `wardiary report`: its output, its refusals, and that the output matches the diary.

mod browser;
mod hostile;
mod page;
mod shown;
mod size;
mod words;

use crate::harness::call::{Home, as_str};
use std::{
    fs,
    path::{Path, PathBuf},
};

const SAVES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/saves");

/// Copies a sample into a home.
fn sample(home: &Home, name: &str) -> PathBuf {
    home.file(&format!("{name}.ron"), fs::read(format!("{SAVES}/{name}.ron")).expect("the sample"))
}

/// A report on standard output.
fn told(home: &Home, save: &Path, rest: &[&str]) -> String {
    home.run(&[&["report", as_str(save)], rest].concat()).done().out
}

/// Checks that a story contains all these words.
fn says(story: &str, all: &[&str]) {
    for words in all {
        assert!(story.contains(words), "{words}: {story}");
    }
}

#[test]
fn the_format_is_what_was_asked_for_or_what_the_file_is_called() {
    let home = Home::new();
    let save = sample(&home, "tannenberg");
    assert!(told(&home, &save, &[]).starts_with("# Tannenberg, the first day\n"));
    assert!(told(&home, &save, &["--format", "txt"]).starts_with("Tannenberg, the first day\n=========="));
    for (file, begins) in [
        ("a.html", "<!DOCTYPE html>"),
        ("a.htm", "<!DOCTYPE html>"),
        ("a.md", "# Tannenberg"),
        ("a.txt", "Tannenberg"),
        ("a.json", "{\n"),
        ("a.csv", "\"entry\","),
    ] {
        assert_eq!(told(&home, &save, &["-o", file]).trim(), file);
        assert!(home.read(file).starts_with(begins), "{file}: {}", home.read(file));
    }
    let json = home.run(&["report", as_str(&save), "--json"]).done().json();
    assert_eq!(json, serde_json::from_str::<serde_json::Value>(&home.read("a.json")).expect("JSON"));
    assert_eq!(json["chapters"][0]["title"], "First day");
    assert_eq!(json["entries"].as_array().map(Vec::len), Some(11));
}

#[test]
fn a_choice_of_turns_entries_or_battles_is_told_alone() {
    let home = Home::new();
    let save = sample(&home, "wadi");
    let entries = |rest: &[&str]| -> Vec<u64> {
        let json = home.run(&[&["report", as_str(&save), "--json"], rest].concat()).done().json();
        json["entries"].as_array().expect("entries").iter().filter_map(|entry| entry["entry"].as_u64()).collect()
    };
    assert_eq!(entries(&["entry 10-12"]), [10, 11, 12]);
    assert_eq!(entries(&["turn 2"])[0], 21);
    assert_eq!(entries(&["turn 2-3 entry 40-400"])[0], 40);
    assert!(entries(&["--battle", "The wells"]).len() > 100);
    home.run(&["report", as_str(&save), "turn 999"]).failed(1, &["entries matches the filter"]);
    home.run(&["report", as_str(&save), "--battle", "Waterloo"]).failed(2, &["Waterloo"]);
    home.run(&["report", as_str(&save), "side Nobody"]).failed(2, &["Nobody"]);
}

/// Side lines with remarks are variations, at the entry in whose place they stand; others are left out.
#[test]
fn side_lines_are_variations_where_asked() {
    let home = Home::new();
    let save = sample(&home, "tannenberg");
    let line =
        ["undo 2", "note \"The Russians stay.\"", "remark 12 !? \"bolder\"", "undo", "note dull", "undo", "redo"];
    home.run(&[&["do", as_str(&save)][..], &line, &["goto 11"]].concat()).done();
    assert!(!told(&home, &save, &[]).contains("bolder"));
    let story = told(&home, &save, &["--variations", "--format", "txt"]);
    says(&story, &["variation (instead of entry 10) 12 “The Russians stay.” {!?", "bolder}"]);
    assert!(!story.contains("dull"), "{story}");
}

/// A file that begins like a PNG.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n a picture";

/// Only pictures at or below the save's folder are embedded, whatever a save names, and standard error names each file.
#[cfg(unix)]
#[test]
fn a_page_embeds_only_pictures_below_the_saves_folder() {
    use std::os::unix::fs::symlink;
    let home = Home::new();
    for folder in ["campaign/photos", "elsewhere"] {
        std::fs::create_dir_all(home.path(folder)).expect("the folder can be made");
    }
    let webp = b"RIFF\x10\0\0\0WEBPVP8 ";
    home.file("elsewhere/private.png", [PNG, &[0]].concat());
    home.file("campaign/photos/good.png", PNG);
    home.file("campaign/no-ending", webp);
    home.file("campaign/text.png", "root:x:0:0");
    home.file("campaign/cut.png", &PNG[..7]);
    home.file("campaign/huge.png", [PNG, &vec![0; 4 << 20]].concat());
    for (link, to) in
        [("out.png", "../elsewhere/private.png"), ("in.png", "photos/good.png"), ("folder", "../elsewhere")]
    {
        symlink(to, home.path("campaign").join(link)).expect("the link can be made");
    }
    home.file("campaign/copy.png", PNG);
    std::fs::hard_link(home.path("campaign/no-ending"), home.path("campaign/hard.webp")).expect("the link can be made");
    let save = home.tannenberg("campaign/t");
    let absolute = home.path("elsewhere/private.png");
    let (here, outside) = ("the picture is in the page", "outside the save's folder");
    let again = "the page has it already, as photos/good.png";
    let files = [
        ("photos/good.png", here),
        ("in.png", again),
        ("no-ending", here),
        ("photos/../photos/good.png", again),
        ("copy.png", again),
        ("hard.webp", "the page has it already, as no-ending"),
        (as_str(&absolute), outside),
        ("../elsewhere/private.png", outside),
        ("out.png", outside),
        ("folder/private.png", outside),
        ("text.png", "the file is not a picture"),
        ("cut.png", "the file is not a picture"),
        ("huge.png", "the maximum is 4 MB"),
        ("gone.png", "can't be read"),
    ];
    let names: Vec<String> = files.iter().map(|(file, _)| format!("\"{file}\"")).collect();
    home.run(&["do", as_str(&save), "note x", &format!("remark 1 !? \"x\" with {}", names.join(", "))]).done();
    let embedded = |rest: &[&str]| {
        let told = home.run(&[&["report", as_str(&save), "--format", "html", "--no-luck"], rest].concat()).done();
        (told.out.matches("src=\"data:image/").count(), told.err)
    };
    let (count, notes) = embedded(&[]);
    assert_eq!(count, 2, "{notes}");
    for (file, said) in files {
        let note = notes.lines().find(|note| note.starts_with(&format!("note: {file}: "))).unwrap_or_default();
        assert!(note.contains(said), "{file}: {said}\n{notes}");
    }
    // The user can allow another folder, or no pictures.
    let (count, notes) = embedded(&["--pictures-from", "elsewhere"]);
    assert_eq!((count, notes.contains(outside)), (3, false), "{notes}");
    assert_eq!(embedded(&["--no-pictures"]), (0, String::new()));
    home.run(&["report", as_str(&save), "--format", "html", "--pictures-from", "nowhere"]).failed(3, &["nowhere"]);
    // Only HTML pages contain pictures.
    assert_eq!(home.run(&["report", as_str(&save)]).done().err, "");
}

/// A remark follows its entry, with its pictures if the files exist.
#[test]
fn remarks_are_woven_in() {
    let home = Home::new();
    let save = sample(&home, "tannenberg");
    home.file("table.png", PNG);
    home.run(&["do", as_str(&save), "remark 4 !? \"<b>The</b> ridge\" with table.png, gone.jpg, evil.svg"]).done();
    let page = told(&home, &save, &["--format", "html"]);
    for words in [
        "<aside",
        "!?</b> (interesting) &lt;b&gt;The&lt;/b&gt; ridge",
        "src=\"data:image/png;base64,iVBORw0KGgogYSBwaWN0dXJl\"",
        "gone.jpg",
        "evil.svg",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let markdown = told(&home, &save, &[]);
    let (told_before, after) =
        markdown.split_once("*Remark:* \\!? (interesting) &lt;b&gt;The&lt;/b&gt; ridge").expect("the remark");
    assert!(
        told_before.contains("also broke the 1st Rifle Brigade") && after.contains("a narrow advantage"),
        "{markdown}"
    );
    assert!(told(&home, &save, &["--format", "csv"]).contains("!? (interesting) <b>The</b> ridge"));
    assert_eq!(
        home.run(&["report", as_str(&save), "marked", "--json"]).done().json()["entries"].as_array().map(Vec::len),
        Some(1)
    );
}

#[test]
fn reports_overwrite_only_on_request_and_never_a_save() {
    let home = Home::new();
    let save = sample(&home, "tannenberg");
    let other = sample(&home, "ridge");
    let (kept, whole) = (home.read("tannenberg.ron"), home.read("ridge.ron"));
    home.file("there.md", "mine");
    home.run(&["report", as_str(&save), "-o", "there.md"]).failed(1, &["this file already exists", "--force"]);
    assert_eq!(home.read("there.md"), "mine");
    home.run(&["report", as_str(&save), "-o", "there.md", "--force"]).done();
    assert!(home.read("there.md").starts_with("# Tannenberg"));
    for save_too in [&save, &other] {
        let call = ["report", as_str(&save), "-o", as_str(save_too), "--format", "md", "--force"];
        home.run(&call).failed(1, &["this is a save"]);
    }
    assert_eq!((home.read("tannenberg.ron"), home.read("ridge.ron")), (kept, whole));
    home.run(&["report", as_str(&save), "-o", "no/such/folder/a.md"])
        .failed(3, &["there is no such folder", "no/such/folder"]);
    home.run(&["report", as_str(&save), "-o", "."]).failed(3, &["this is not a regular file"]);
    home.run(&["report", as_str(&save), "--fragment", "--format", "md"]).failed(2, &["a fragment is always HTML"]);
    home.run(&["report", as_str(&save), "--what", "map"]).failed(1, &["has no map"]);
    home.run(&["report", "nobody.ron"]).failed(3, &["nobody"]);
}

/// A diary of one entry, a diary without dice, and diaries with a cancelled order or changed rules: every format
/// reports them.
#[test]
fn odd_diaries_are_told() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "odd.ron", "--no-open", "--seed", "7"]).done();
    let tell =
        || ["html", "md", "txt", "json", "csv"].map(|format| told(&home, &home.path("odd.ron"), &["--format", format]));
    assert!(tell()[1].contains("The diary is still empty."));
    home.run(&["do", "odd.ron", "note \"one\""]).done();
    assert!(tell().iter().all(|told| told.contains("one")));
    home.run(&["do", "odd.ron", "rules change \"(scrud: (phases: 1))\"", "--dice", "3,5", "initiative"]).done();
    let [page, markdown, ..] = tell();
    assert!(markdown.contains("The rules changed"), "{markdown}");
    assert!(page.contains("id=\"e3\""));
    // The reports do not change the save.
    home.run(&["verify", "odd.ron"]).done();
}

/// The story tells the time between battles day by day, groups forces that did the same, and names no contact by its
/// number.
#[test]
fn a_campaign_is_told_day_by_day() {
    let home = Home::new();
    let orla = told(&home, &sample(&home, "orla"), &[]);
    says(
        &orla,
        &[
            "### Day 1, afternoon\n",
            "The Advance Guard and Brigade Wirth came upon Column Dusek at Hollin.",
            "| Day 1 | from | morning | afternoon | night | bound for |",
            "| Column Dusek | Orlabridge | Hollin |",
            "The Orla League took Hollin.",
            "Weather: fair and dry.",
            "The campaign ended in a clear victory for Kessler.",
            "Victory points: Kessler 7 and the Orla League 0.",
        ],
    );
    let week = told(&home, &sample(&home, "hundred-days"), &[]);
    says(
        &week,
        &[
            "| **Army of the North, 54 of 54 SP** |",
            "| Army of the Lower Rhine | Ligny | 8 units lost 16 SP, inflicted 4 defeats, suffered 12 |",
            "The battle ended in turn 2 in a crushing victory for the French. “The Guard breaks through Ligny by noon",
            "Word reaches Brussels: the Reserve leaves the ball and marches.",
            "### Turn 2, continued\n",
            // A table has the marches of a day.
            "| IV Corps (Gérard) and VI Corps (Lobau) | Beaumont | towards Charleroi | Charleroi |",
            "| Prussian II Corps (Pirch) | Sombreffe | Ligny |",
            // The story summarizes a long exchange of fire.
            "The 5th Division (Picton) finished off the 1st Division (Allix), worn down by other volleys.",
            "An exhausted side still fires and defends itself, but opens no attack",
        ],
    );
    for story in [&orla, &week] {
        for ledger in ["contact 1", "It is day", "Due now", "Settled:", " will march ", "Rolled "] {
            // The luck has a column “Rolled by”.
            assert!(!story.replace("| Rolled by |", "").contains(ledger), "{ledger}");
        }
        let headings: Vec<&str> = story.lines().filter(|line| line.starts_with("## ")).collect();
        assert!(headings.iter().all(|one| headings.iter().filter(|other| other == &one).count() == 1), "{headings:?}");
    }
}

/// Luck, turning points and service records follow the story, with the same content as their commands. A report on a
/// part leaves them out, because they cover whole battles.
#[test]
fn luck_and_records_stand_behind_the_story() {
    let home = Home::new();
    let save = sample(&home, "tannenberg");
    let json = home.run(&["report", as_str(&save), "--json"]).done().json();
    assert_eq!(json["luck"], home.run(&["luck", as_str(&save), "--json"]).done().json());
    assert_eq!(json["service"], home.run(&["service", as_str(&save), "--json"]).done().json());
    let swing = &json["chapters"][0]["swing"];
    let truth = &home.run(&["luck", as_str(&save), "--swing", "--json"]).done().json()["swing"][0];
    assert_eq!(swing["turning_points"][0]["entry"], truth["turning_points"][0]["no"]);
    assert_eq!(swing["turning_points"][0]["gained"], 0.25);
    let page = told(&home, &save, &["--format", "html"]);
    for words in [
        "<section id=\"luck\"",
        "no percentile below 30 rolls",
        "too few dice to judge",
        "<a href=\"#e4\">In turn 1 the Russians lost 4 Strength Points, 25% of the Exhaustion Point (the Russians attacked the Germans, first phase)</a>",
        "<section id=\"service\"",
        "inflicted 2 defeats",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let markdown = told(&home, &save, &[]);
    let point = "- In turn 1 the Russians lost 4 Strength Points, 25% of the Exhaustion Point (the Russians attacked the Germans, first phase)\n";
    assert!(markdown.contains(point), "{markdown}");
    assert!(
        markdown.contains("| Turn | Germans | Russians | Ahead |") && markdown.contains("| start | "),
        "{markdown}"
    );
    // Both drawings of a battle have their turns at the same positions.
    for (name, turns) in [("tannenberg", 1), ("hundred-days", 3)] {
        let page = told(&home, &sample(&home, name), &["--format", "html"]);
        let marks = |figure: &str| -> Vec<String> {
            let marks = figure.split("<text ").filter_map(|text| text.split_once("</text>"));
            let marks = marks.filter_map(|(text, _)| text.split_once('>').filter(|(_, said)| said.starts_with('T')));
            marks.map(|(place, said)| format!("{said} {}", place.split(" y=").next().unwrap_or_default())).collect()
        };
        let mut figures: Vec<Vec<String>> =
            page.split("<figure>").skip(1).map(marks).filter(|marks| !marks.is_empty()).collect();
        assert_eq!(figures.len(), 2 * turns, "{name}: {figures:?}");
        // The strength through one of the battles comes at the top.
        figures.sort();
        assert!(figures.chunks(2).all(|pair| pair[0] == pair[1]), "{name}: {figures:?}");
    }
    assert!(markdown.contains("\n## Luck\n") && markdown.contains("\n## Service records\n"), "{markdown}");
    let text = told(&home, &save, &["--format", "txt"]);
    assert!(text.contains("\nLuck\n----\n") && text.contains("eliminated"), "{text}");
    for rest in [&["--no-luck"][..], &["turn 1"]] {
        let told = told(&home, &save, rest);
        assert!(!told.contains("## Luck") && !told.contains("Turning point"), "{rest:?}: {told}");
    }
    // A report on one battle counts only that battle.
    let week = sample(&home, "hundred-days");
    let json = home.run(&["report", as_str(&week), "--battle", "Ligny", "--json"]).done().json();
    assert_eq!(
        json["luck"]["rolls"],
        home.run(&["luck", as_str(&week), "--battle", "Ligny", "--json"]).done().json()["rolls"]
    );
    let units = json["service"].as_array().expect("units").iter();
    let mut battles = units.filter_map(|unit| unit["battles"].as_array()).flatten();
    assert!(battles.all(|battle| battle["battle"] == "Ligny"), "{}", json["service"]);
}

/// The remarks on a unit's entries follow its record, in every format.
#[test]
fn service_records_have_the_remarks() {
    let home = Home::new();
    let save = sample(&home, "tannenberg");
    home.run(&["do", as_str(&save), "remark 4 !? \"The ridge\""]).done();
    for format in ["md", "txt", "html"] {
        let told = told(&home, &save, &["--format", format]);
        let (_, service) = told.split_once("Service records").expect("the records");
        let (_, remarks) =
            service.split_once(if format == "txt" { "REMARKS ON" } else { "Remarks on" }).expect("the remarks");
        assert!(remarks.contains("The ridge") && remarks.contains("scrud Russians v Germans"), "{format}: {remarks}");
    }
}

#[test]
fn printed_sheets_have_every_unit() {
    let home = Home::new();
    let save = sample(&home, "crossings");
    for what in ["roster", "labels", "map", "orders"] {
        let page = told(&home, &save, &["--what", what]);
        assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("<script"), "{what}");
        let names: &[&str] = if what == "orders" { &["2nd Brigade"] } else { &["2nd Foot", "Redoubt Company"] };
        assert!(names.iter().all(|name| page.contains(name)), "{what}: {page}");
    }
}

/// A printed map has a colour for each kind of terrain, and its objectives with their holders.
#[test]
fn a_printed_map_can_be_read() {
    let home = Home::new();
    let page = told(&home, &sample(&home, "ridge"), &["--what", "map"]);
    let (_, legend) = page.split_once("<ul class=\"legend\">").expect("a legend");
    let (legend, _) = legend.split_once("</ul>").expect("its end");
    let terrain =
        legend.split("<rect").skip(1).filter_map(|rest| Some(rest.split_once("fill=\"")?.1.split_once('"')?.0));
    let colours: Vec<&str> = terrain.collect();
    let different: std::collections::BTreeSet<&&str> = colours.iter().collect();
    assert!(colours.len() > 3 && different.len() == colours.len(), "{colours:?}");
    says(&page, &["objective</li>", "Objectives</summary>", "held by "]);
}
