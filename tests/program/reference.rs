//! The pages of docs/reference: the generated ones are up to date, and the examples of the others are carried out.

use crate::harness::call::{Home, as_str};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};
use wardiary_base::{
    book::{GROUPS, Rulebook},
    document,
    shipped::RULEBOOKS,
};
use wardiary_diary::assets;
use wardiary_rules::order::{ORDER_FORMS, Rank, Stats, Verb};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn reference(name: &str) -> String {
    fs::read_to_string(root().join("docs/reference").join(name)).expect("a file of the reference")
}

#[test]
fn generated_pages_are_up_to_date() {
    let home = Home::new();
    home.run(&["help", "--reference", as_str(&home.path(""))]).done();
    let files = fs::read_dir(home.path("")).expect("the folder").map(|file| file.expect("a file").path());
    let pages: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    assert!(pages.len() >= 6, "{pages:?}");
    for page in pages {
        let name = page.file_name().and_then(|name| name.to_str()).expect("a name");
        let is_same = fs::read_to_string(&page).expect("a page") == reference(name);
        assert!(
            is_same,
            "docs/reference/{name} is out of date: `cargo run -- help --reference docs/reference` writes it"
        );
    }
}

#[test]
fn the_program_prints_each_page() {
    let home = Home::new();
    for file in fs::read_dir(root().join("docs/reference")).expect("the reference") {
        let path = file.expect("a file").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        if path.extension().is_some_and(|end| end == "md") {
            home.run(&["help", name]).done();
        }
    }
    let rulebook = home.run(&["help", "rulebook"]).done().out;
    for row in
        ["| `extras` | `BeatLowest` | `OverHalf` |", "| `exhausted_may` | `Defend`; without a base `Press` | `Press` |"]
    {
        assert!(rulebook.contains(row), "{row}");
    }
    home.run(&["help", "scenarois"]).failed(2, &["did you mean `scenarios`?"]);
}

/// The text of a file that a page writes with `cat > NAME <<'WORD'`.
fn written_file(page: &str, name: &str) -> String {
    let (_, rest) = page.split_once(&format!("cat > {name} <<'")).expect("the page writes the file");
    let (word, rest) = rest.split_once("'\n").expect("a word that ends it");
    rest.split_once(&format!("\n{word}\n")).expect("its end").0.to_string()
}

#[test]
fn every_example_of_an_order_is_carried_out() {
    let home = Home::new();
    let page = reference("scenarios.md");
    let scenario = written_file(&page, "scenario.ron");
    home.file("rules.ron", written_file(&page, "rules.ron"));
    home.file("scenario.ron", &scenario);
    let (without_theatre, _) = scenario.split_once("        theatre: (").expect("a theatre");
    home.file("no-theatre.ron", format!("{without_theatre}    ),\n)\n"));
    let command = |start: &str| {
        let line = page.lines().find(|line| line.starts_with(start)).expect("the page has the command");
        line.split(" < ").next().unwrap_or(line).split(' ').skip(1).collect::<Vec<_>>()
    };
    home.run(&command("wardiary new scenario.ron")).done();
    home.run(&["new", "no-theatre.ron", "no-theatre-yet.ron", "--no-open"]).done();
    let script = reference("orders.txt");
    home.feed(&command("wardiary do campaign.ron -"), &script).done();
    home.run(&["do", "no-theatre-yet.ron", Verb::Theatre.example()]).done();
    home.run(&["suggest", "campaign.ron", "--side", "Blue", "--at", "3"]).done();
    let given: BTreeSet<&str> = script.lines().chain([Verb::Theatre.example(), "suggest Blue"]).collect();
    for form in ORDER_FORMS {
        assert!(!form.examples().is_empty(), "{} has no example", form.text);
        for example in form.examples() {
            assert!(given.contains(example), "docs/reference/orders.txt does not give `{example}`");
        }
    }
}

/// The example of a setting shows another value than the default, and the file with all examples is sound.
#[test]
fn every_setting_has_an_example() {
    let path = root().join("docs/reference/every-setting.ron");
    Home::new().run(&["check", as_str(&path)]).done();
    let book = assets::read_rulebook(&reference("every-setting.ron"), None).expect("a rulebook");
    let mouat = assets::rulebook("mouat", None).expect("it ships");
    let (given, default) = (json(&book), json(&mouat));
    for (group, _, about) in GROUPS {
        for (setting, _) in *about {
            assert_ne!(given[group][setting], default[group][setting], "{group}.{setting}");
        }
    }
}

fn json(book: &Rulebook) -> Value {
    document::to_json(&book.to_draft())
}

/// The documentation of a setting names every value that it can have.
#[test]
fn every_value_of_a_setting_is_explained() {
    let folder = root().join("crates/base/src/book/settings");
    let files = fs::read_dir(&folder).expect("the settings").map(|file| file.expect("a file").path());
    let source: String =
        files.chain([folder.with_extension("rs")]).map(|path| fs::read_to_string(path).expect("a source")).collect();
    let mut values: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for part in source.split("\npub enum ").skip(1) {
        let (name, body) = part.split_once(" {\n").expect("a body");
        let lines = body.split("\n}").next().unwrap_or_default().lines().map(str::trim);
        let variants = lines.filter(|line| line.starts_with(char::is_uppercase));
        values.insert(name, variants.map(|line| line.split(['(', ',']).next().unwrap_or_default()).collect());
    }
    let (mut seen, mut means) = (0, String::new());
    for line in source.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            means.push_str(text);
            continue;
        }
        // A row of `settings!`: `[later] first_side_sits: Option<MapSide> = None,`
        let row = line.trim_start_matches("[later] ").split_once(" = ").and_then(|(row, _)| row.split_once(": "));
        let kind =
            row.map(|(_, kind)| kind.trim_start_matches("Option<").trim_start_matches("Vec<").trim_end_matches('>'));
        if let Some(variants) = kind.and_then(|kind| values.get(kind)) {
            for value in variants {
                assert!(means.contains(&format!("`{value}")), "{line} does not explain `{value}`: {means}");
            }
            seen += 1;
        }
        means.clear();
    }
    assert!(seen > 20, "{seen}");
}

/// The pages of scenarios and rulebooks name every field of a muster, and every troop type of the rulebooks that ship.
#[test]
fn every_field_of_a_muster_is_explained() {
    let page = reference("scenarios.md");
    let mut fields: Vec<String> = Stats::NAMES.iter().map(ToString::to_string).collect();
    fields.extend(Rank::ALL.map(|(_, rank)| format!("{rank:?}")));
    for (file, kinds) in [
        (
            "rules/src/state/muster.rs",
            &["Muster", "MusteredSide", "MusteredStack", "MusteredBattle", "MusteredMap"][..],
        ),
        ("rules/src/order/stats.rs", &["Recruit", "Stats"]),
        ("base/src/ground/place.rs", &["TheatreDraft"]),
        ("base/src/ground/network.rs", &["NetworkDraft"]),
    ] {
        let source = fs::read_to_string(root().join("crates").join(file)).expect("a source");
        for kind in kinds {
            let (_, body) = source.split_once(&format!("pub struct {kind} {{\n")).expect("the struct");
            let lines = body.split("}\n").next().unwrap_or_default().lines();
            let names = lines.filter_map(|line| line.trim().strip_prefix("pub ")?.split_once(':'));
            fields.extend(names.map(|(name, _)| name.to_string()).filter(|name| !name.starts_with('$')));
        }
    }
    assert!(fields.len() > 50, "{fields:?}");
    // How exactly a side knows a unit is only in the muster of a share.
    for field in fields.iter().filter(|field| *field != "precisions") {
        assert!(page.contains(&format!("`{field}`")), "scenarios.md does not explain `{field}`");
    }
    let rulebook = reference("rulebook.md");
    for (name, _) in RULEBOOKS {
        for troops in &assets::rulebook(*name, None).expect("it ships").troops {
            let row = rulebook.lines().find(|line| line.starts_with(&format!("| `{}` | `", troops.name)));
            assert!(row.is_some_and(|row| row.contains(&format!("`{name}`"))), "{name}: {}", troops.name);
        }
    }
}

/// The cells of each row of the tables that begin with this head.
fn rows(page: &str, head: &str) -> Vec<Vec<String>> {
    let head = format!("\n{head}");
    let rows =
        page.split(&head).skip(1).flat_map(|table| table.lines().skip(2).take_while(|line| line.starts_with('|')));
    let cells = |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect();
    rows.map(cells).collect()
}

/// The arguments of a call in a cell: `wardiary do SAVE 'undo 2'`.
fn arguments(cell: &str) -> Vec<&str> {
    let quoted = cell.trim_matches('`').split('\'').enumerate();
    let words = quoted.flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() });
    words.skip(1).collect()
}

#[test]
fn every_roll_of_the_dice_notation_is_thrown() {
    let home = Home::new();
    let rolls = rows(&reference("dice.md"), "| roll | means |");
    assert!(rolls.len() > 20, "{rolls:?}");
    for roll in rolls {
        let words = ["roll"].into_iter().chain(roll[0].trim_matches('`').split(' '));
        home.run(&words.collect::<Vec<_>>()).done();
    }
}

#[test]
fn exit_codes_and_json_are_as_the_page_says() {
    let home = Home::new();
    fs::copy(root().join("saves/tannenberg.ron"), home.path("tannenberg.ron")).expect("it can be copied");
    let page = reference("results.md");
    for row in rows(&page, "| exit code | means | example |") {
        let words = arguments(&row[2]);
        if !words.is_empty() {
            assert_eq!(home.run(&words).code.to_string(), row[0], "{words:?}");
        }
    }
    for row in rows(&page, "| command | fields |") {
        let words = arguments(&row[0]);
        let printed: Value = serde_json::from_str(&home.run(&words).out).expect("JSON");
        let first = printed.as_array().and_then(|list| list.first()).unwrap_or(&printed);
        let fields: Vec<String> = first.as_object().expect("an object").keys().map(|key| format!("`{key}`")).collect();
        assert_eq!(row[1], fields.join(", "), "{words:?}");
    }
}

/// The Markdown files of a folder and those below it.
fn markdown_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let of = |path: PathBuf| {
        if path.is_dir() {
            return markdown_files(&path);
        }
        Vec::from_iter((path.extension().is_some_and(|end| end == "md")).then_some(path))
    };
    entries.flat_map(of).collect()
}

/// The text of a page without its code blocks.
fn without_code_blocks(page: &str) -> String {
    page.split("\n```").step_by(2).collect::<Vec<_>>().join("\n")
}

/// The anchors of a page's headings, as GitHub and mdbook make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let page = without_code_blocks(page);
    let headings = page
        .lines()
        .filter_map(|line| line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#')));
    let anchor = |heading: &str| {
        let plain = heading.trim().to_lowercase().replace(' ', "-");
        let plain: String = plain.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect();
        let times = seen.entry(plain.clone()).or_default();
        *times += 1;
        if *times == 1 { plain } else { format!("{plain}-{}", *times - 1) }
    };
    headings.map(anchor).collect()
}

#[test]
fn the_manual_has_every_page() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).expect("the summary");
    for folder in ["guide", "reference"] {
        for page in markdown_files(&root().join("docs").join(folder)) {
            let name = page.file_name().and_then(|name| name.to_str()).expect("a name");
            assert!(summary.contains(&format!("]({folder}/{name})")), "docs/SUMMARY.md lacks {folder}/{name}");
        }
    }
}

#[test]
fn every_link_leads_somewhere() {
    let mut pages = markdown_files(&root().join("docs"));
    pages.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name)));
    let mut seen = 0;
    for path in &pages {
        let page = without_code_blocks(&fs::read_to_string(path).expect("a page"));
        for target in page.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target) {
            let target = target.split(' ').next().unwrap_or_default();
            if target.starts_with("http") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let to = if file.is_empty() { path.clone() } else { path.with_file_name("").join(file) };
            assert!(to.exists(), "{}: {target} leads nowhere", path.display());
            if !anchor.is_empty() && to.extension().is_some_and(|end| end == "md") {
                let text = fs::read_to_string(&to).expect("a page");
                assert!(anchors(&text).contains(anchor), "{}: there is no heading {target}", path.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen}");
}
