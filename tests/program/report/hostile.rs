//! Names and texts with markup, formulas or scripts: every format treats them as text.

use super::told;
use crate::harness::call::Home;
use std::{collections::BTreeSet, fmt::Write as _, sync::LazyLock};

/// Hostile or unusual names of units.
const NAMES: &[&str] = &[
    "<script>alert(1)</script>",
    "</script><script>alert(2)//",
    "<!-- <script>",
    "\"><img src=x onerror=alert(3)>",
    "' onmouseover='alert(4)",
    "javascript:alert(5)",
    "[link](javascript:alert(6))",
    "![x](http://example.invalid/x.png)",
    "# Heading",
    "> quote",
    "1. one",
    "- item",
    "| a | b |",
    "*bold* _it_ ~no~ `code`",
    "&lt;b&gt; &amp; &#60;",
    "http://example.invalid www.example.invalid a@b.invalid",
    "=HYPERLINK(\"http://example.invalid\")",
    "+1+1",
    "-2+3",
    "@SUM(A1:A9)",
    "'=1+1",
    "''@x",
    "=cmd|' /C calc'!A0",
    "{{7*7}} ${7*7} <%= 7 %>",
    "\\\\ \\n \\u003c",
    "$x^2$ \\(y\\)",
    "a,b;c",
    "“quoted” ‘so’",
    "__proto__",
    "Łódź 近衛 👍🏽",
];

/// A table with a unit for each name, quoted as CSV.
fn table() -> String {
    let mut table = String::from("side,stack,name\n");
    for (at, name) in NAMES.iter().enumerate() {
        let side = if at % 2 == 0 { "<i>Red</i>" } else { "=Blue" };
        // A cell that begins like a formula is escaped as in `muster --from`.
        let cell = wardiary_base::text::escape_cell(name).replace('"', "\"\"");
        let side = wardiary_base::text::escape_cell(side);
        let _ = writeln!(table, "{side},\"'*stack*\",\"{cell}\"");
    }
    table
}

/// Writes `hostile.ron`: a campaign with these names, and with such texts in its diary. All tests share one played
/// game.
fn campaign(home: &Home) {
    static SAVE: LazyLock<String> = LazyLock::new(|| {
        let home = Home::new();
        home.file("hostile.csv", table());
        let title = "<b>Title</b> & | # =1";
        home.run(&["muster", "hostile.csv", "--title", title, "-o", "hostile.ron", "--seed", "5"]).done();
        let mut script = String::new();
        for name in NAMES.iter().filter(|name| !name.contains('"') && !name.contains('\\')) {
            let _ = writeln!(
                script,
                "note \"{name}\"\nlose \"{name}\" 1 because \"{name}\"\nedna \"{name}\" for \"{name}\""
            );
        }
        script += "scrud \"<i>Red</i>\" v \"=Blue\"\n";
        home.feed(&["do", "hostile.ron", "-"], &script).done();
        std::fs::read_to_string(home.path("hostile.ron")).expect("the save is there")
    });
    home.file("hostile.ron", &*SAVE);
}

#[test]
fn a_page_has_no_element_that_a_name_made() {
    let home = Home::new();
    campaign(&home);
    for rest in [
        &["--format", "html"][..],
        &["--fragment"],
        &["--what", "labels"],
        &["--what", "roster"],
        &["--what", "orders"],
    ] {
        let page = told(&home, &home.path("hostile.ron"), rest);
        // The page contains only our own tags.
        let ours = "!DOCTYPE a article b blockquote body button caption circle dd details div dl dt figcaption figure footer g h1 h2 \
                    h3 head header html i input label li main meta nav ol p path rect script section span style summary svg \
                    symbol table tbody td text th thead title tr ul";
        let ours: BTreeSet<&str> = ours.split_whitespace().collect();
        let (style, script) = (cut(&page, "<style>", "</style>"), cut(&page, "<script>", "</script>"));
        let page = page.replace(&style, "").replace(&script, "");
        for tag in page.split('<').skip(1) {
            let name = tag.trim_start_matches('/').split([' ', '>']).next().unwrap_or_default();
            assert!(ours.contains(name), "{rest:?}: <{}", tag.chars().take(80).collect::<String>());
        }
        for sign in [" onerror=", " onmouseover='", "<script>alert"] {
            assert!(!page.contains(&format!("<img{sign}")) && !page.contains("<script>alert"), "{rest:?}");
        }
        // The order slips contain only stacks.
        let name = if rest.contains(&"orders") { "*stack*" } else { "&lt;script&gt;alert(1)&lt;/script&gt;" };
        assert!(page.contains(name), "{rest:?}");
    }
}

/// No output contains characters that reverse or hide text, and remarks are text like names.
#[test]
fn nothing_turns_text_round() {
    let home = Home::new();
    campaign(&home);
    let words = "<b>x</b> [y](javascript:alert(1)) | `z` \u{202e}gnp\u{202c} \u{200b}\u{2066}w";
    for order in [
        format!("note \"{words}\""),
        format!("remark 1 !? \"{words}\" with \"<i>.png\", \"javascript:alert(8)\", \"=x.jpg\""),
    ] {
        home.run(&["do", "hostile.ron", &order]).done();
    }
    for format in ["html", "md", "txt", "csv"] {
        let told = told(&home, &home.path("hostile.ron"), &["--format", format]);
        for sign in ['\u{202e}', '\u{202c}', '\u{2066}', '\u{200b}'] {
            assert!(!told.contains(sign), "{format} holds U+{:04X}", u32::from(sign));
        }
        if format == "html" {
            assert!(!told.contains("href=\"javascript") && !told.contains("<b>x") && !told.contains("<i>.png"));
        }
        if format == "md" {
            // A bracket after a backslash ends no link.
            assert!(!told.replace("\\](", "").contains("](javascript") && !told.contains("<b>x"));
        }
    }
}

fn cut(page: &str, begin: &str, end: &str) -> String {
    let found = page.split_once(begin).and_then(|(_, rest)| rest.split_once(end));
    found.map_or_else(|| "\u{0}".into(), |(inner, _)| inner.to_string())
}

#[test]
fn a_table_has_no_formula_and_loses_nothing() {
    let home = Home::new();
    campaign(&home);
    let table = told(&home, &home.path("hostile.ron"), &["--format", "csv"]);
    let mut notes = Vec::new();
    for record in csv::Reader::from_reader(table.as_bytes()).records() {
        let record = record.expect("it can be read");
        for cell in &record {
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t']), "{cell:?}");
        }
        notes.extend((record.get(5) == Some("note")).then(|| record[6].to_string()));
    }
    assert!(notes.iter().any(|order| order.contains("=HYPERLINK") || order.contains("@SUM(A1:A9)")), "{notes:?}");
}

#[test]
fn json_holds_every_name_as_it_is() {
    let home = Home::new();
    campaign(&home);
    let json = home.run(&["report", "hostile.ron", "--json"]).done().json();
    let rolls = json["chapters"][0]["before"].as_array().expect("orders of battle").iter();
    let stacks = rolls.flat_map(|roll| roll["stacks"].as_array().expect("stacks"));
    let units = stacks.flat_map(|stack| stack["units"].as_array().expect("units"));
    let found: BTreeSet<String> = units.map(|unit| unit["name"].as_str().expect("a name").to_string()).collect();
    assert_eq!(found, NAMES.iter().map(|name| (*name).to_string()).collect());
    assert_eq!(json["title"], "<b>Title</b> & | # =1");
}

#[test]
fn markdown_has_no_markup_that_a_name_made() {
    let home = Home::new();
    campaign(&home);
    let markdown = told(&home, &home.path("hostile.ron"), &[]);
    for line in markdown.lines() {
        let unescaped = line.replace("\\\\", "").replace("\\]", "");
        assert!(!line.contains('<') && !unescaped.contains("](") && !line.contains("://"), "{line}");
        let heading = line.trim_start_matches('#');
        let known = [
            " \\",
            " &lt;b&gt;Title",
            " &lt;i&gt;Red",
            " Order of battle",
            " Turn 1",
            " Figures",
            " Dice",
            " How to read this",
            " Luck",
            " The luckiest and the unluckiest rolls",
            " Faces rolled",
            " Service records",
        ];
        assert!(heading == line || known.iter().any(|known| heading.starts_with(known)), "{line}");
        // Each row has as many cells as its head.
        if line.starts_with('|') {
            let bars = line.replace("\\|", "").matches('|').count();
            assert!([4, 5, 6].contains(&bars), "{line}");
        }
    }
}

/// Reading a save's table of units gives the same units, with formula-like names.
#[test]
fn a_roster_is_read_back_as_it_was() {
    let home = Home::new();
    campaign(&home);
    let table = home.run(&["muster", "--from", "hostile.ron"]).done().out;
    for record in csv::Reader::from_reader(table.as_bytes()).records() {
        let record = record.expect("it can be read");
        assert!(record.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@'])), "{record:?}");
    }
    home.file("again.csv", &table);
    home.run(&["muster", "again.csv", "--title", "again", "-o", "again.ron", "--seed", "5"]).done();
    let names = |save: &str| -> Vec<String> {
        let state = home.run(&["state", save, "--json"]).done().json();
        let units = state["units"].as_array().expect("units").iter();
        units.map(|unit| unit["name"].as_str().expect("a name").to_string()).collect()
    };
    assert_eq!(names("again.ron"), names("hostile.ron"));
    let sides = |save: &str| home.run(&["state", save, "--json"]).done().json()["sides"].clone();
    assert_eq!(sides("again.ron"), sides("hostile.ron"));
    assert_eq!(home.run(&["muster", "--from", "again.ron"]).done().out, table);
}

/// Places, objectives, margins, reasons and table rows of a campaign are text like names.
#[test]
fn a_campaign_is_text_too() {
    let home = Home::new();
    let from = std::path::Path::new("saves/hundred-days");
    let read = |file: &str| std::fs::read_to_string(from.join(file)).expect("it ships");
    let place = "<script>alert(9)</script> | [Ligny](javascript:alert(9)) =1";
    home.file("scenario.ron", read("scenario.ron").replace("\"Ligny\"", &format!("\"{place}\"")));
    let table = "tables: {\"*Sky*\": (roll: \"1d6\", rows: [(on: \"1-6\", text: \"<img src=x onerror=alert(10)> | `rain` {force}\")])},";
    let rules = read("rules.ron").replacen("clock:", &format!("{table}\n    clock:"), 1);
    let margins = rules.replace("\"narrow\"", "\"<i>narrow</i> @1\"").replace("\"clear\"", "\"<i>clear</i> @1\"");
    assert_ne!(margins, rules, "margins are there");
    home.file("rules.ron", margins);
    home.run(&["new", "scenario.ron", "week.ron", "--no-open", "--seed", "1815"]).done();
    let script = format!(
        "consult \"*Sky*\" for \"Imperial Guard\"\n\
         march \"Imperial Guard\" to \"{place}\"\nmarch \"III Corps\" to \"{place}\"\nadvance\nadvance anyway\n\
         battle \"<u>Field</u> | =1\" from contact 1\n\
         end battle won by French margin \"<i>m</i> | =2\" because \"<b>because</b> [x](javascript:alert(11))\"\n\
         objective \"{place}\" held by French because \"<b>held</b> | `so`\"\n\
         score French 2 because \"=SUM(1) <u>u</u>\"\n\
         end campaign won by French because \"<script>alert(12)</script>\"\n"
    );
    home.feed(&["do", "week.ron", "-"], &script).done();
    let save = home.path("week.ron");
    for format in ["html", "md", "txt", "csv"] {
        let told = told(&home, &save, &["--format", format]);
        // The page also holds its steps as data, where no tag can end the script.
        for (what, sign) in
            [("a place", "alert(9)"), ("a margin", "narrow"), ("a reason", "because"), ("a table", "rain")]
        {
            assert!(told.contains(sign) || what == "a margin", "{format} lacks {what}");
        }
        match format {
            "html" => {
                let (style, script) = (cut(&told, "<style>", "</style>"), cut(&told, "<script>", "</script>"));
                let page = told.replace(&style, "").replace(&script, "");
                for tag in ["<script>alert", "<img src=x", "<i>m", "<b>because", "<b>held", "<u>"] {
                    assert!(!page.contains(tag), "{tag}");
                }
                assert!(!told.contains("href=\"javascript"), "a link is one of ours");
            }
            "md" => {
                for tag in ["<script>alert", "<img src=x", "<i>m", "<b>because", "<b>held", "<u>"] {
                    let bare = told.replace(&format!("\\{tag}"), "");
                    assert!(
                        !bare.contains(tag),
                        "{tag}: {}",
                        bare.lines().find(|line| line.contains(tag)).unwrap_or_default()
                    );
                }
                assert!(!told.replace("\\](", "").contains("](javascript"), "no link");
            }
            "csv" => {
                for record in csv::Reader::from_reader(told.as_bytes()).records() {
                    for cell in &record.expect("it can be read") {
                        assert!(!cell.starts_with(['=', '+', '-', '@', '\t']), "{cell:?}");
                    }
                }
            }
            _ => {}
        }
    }
}
