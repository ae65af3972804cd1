//! Searches all texts (string literals, documentation, and the pages under docs/) for the signs of the program's old
//! voice. A sign that is meant stands in [`ALLOWED`], with the reason.

use super::architecture::texts_in;
use proc_macro2::{TokenStream, TokenTree};
use std::{fs, path::Path};

/// Words that a native speaker would not use in these texts, in lower case.
const SIGNS: &[&str] = &[
    "anew",
    "goes on",
    "so that nobody",
    "in the mean",
    "where one is",
    "one thing too many",
    "should stand",
    "come to that",
    "ways not taken",
    "way not taken",
    "is to be",
    "are to be",
    "is told",
    "are told",
    "nothing is said",
];

/// Further words that no text has that a user reads: a string, a page, or the documentation of a setting.
const PRINTED_SIGNS: &[&str] = &["stands", "by which", "so many", "thrown", "throws", "whoever", "of what"];

/// Words that begin a printed sentence without a noun: a question that is none.
const OPENINGS: &[&str] = &["What", "Whoever", "Whatever", "Of which"];

/// Texts that may have a sign: a part of the text, and why.
const ALLOWED: &[(&str, &str)] = &[
    ("stands for", "the usual words for a placeholder"),
    ("`Thrown`", "an event's name in saves"),
    ("`every` so many parts", "a number of parts that the setting gives"),
];

/// A text of a source or page.
struct Passage {
    text: String,
    /// Whether only developers read it.
    is_internal: bool,
}

/// All string literals and doc comments of a source. Consecutive lines of a doc comment are one text.
fn texts_of(tokens: TokenStream, is_internal: bool, into: &mut Vec<Passage>) {
    let mut doc: Vec<String> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                if let [TokenTree::Ident(word), TokenTree::Punct(_), TokenTree::Literal(text)] = &inner[..]
                    && *word == "doc"
                {
                    doc.push(unquoted(&text.to_string()));
                    continue;
                }
                texts_of(group.stream(), is_internal, into);
            }
            TokenTree::Literal(literal) => {
                into.push(Passage { text: unquoted(&literal.to_string()), is_internal: false });
            }
            TokenTree::Punct(sign) if sign.as_char() == '#' => continue,
            _ => {}
        }
        if !doc.is_empty() {
            into.push(Passage { text: std::mem::take(&mut doc).join(" "), is_internal });
        }
    }
    into.extend((!doc.is_empty()).then(|| Passage { text: doc.join(" "), is_internal }));
}

/// The content of a string literal, on one line.
fn unquoted(literal: &str) -> String {
    let text = literal.trim_start_matches(['r', 'b', '#']).trim_matches(['"', '#']);
    text.replace("\\n", " ").replace("\\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The signs in a text.
fn signs_in(Passage { text, is_internal }: &Passage) -> Vec<&'static str> {
    // The arguments of a template are names in the source.
    let outside = text
        .split('{')
        .enumerate()
        .map(|(at, part)| if at == 0 { part } else { part.split_once('}').map_or(part, |(_, rest)| rest) });
    let lower = outside.collect::<Vec<_>>().join("…").to_lowercase();
    let is_word = |sign: &str| {
        lower.match_indices(sign).any(|(at, _)| {
            let before = lower[..at].chars().next_back();
            let after = lower[at + sign.len()..].chars().next();
            ![before, after].into_iter().flatten().any(|c| c.is_alphanumeric() || c == '_')
        })
    };
    let printed = if *is_internal { &[][..] } else { PRINTED_SIGNS };
    let mut found: Vec<&'static str> = SIGNS.iter().chain(printed).copied().filter(|sign| is_word(sign)).collect();
    if *is_internal {
        return found;
    }
    let sentences = text.split_inclusive(['.', '?', ':', ';', '“']).map(str::trim_start);
    let opens = |sentence: &str, word: &str| sentence.strip_prefix(word).is_some_and(|rest| rest.starts_with(' '));
    for sentence in sentences.filter(|sentence| !sentence.ends_with('?')) {
        found.extend(OPENINGS.iter().copied().filter(|word| opens(sentence, word)));
    }
    found
}

/// Sources whose signs no terminal draws: what is read from tables, replaced, or shown by browsers.
const NOT_DRAWN: &[&str] = &["base/src/text.rs", "report/src/report/html.rs", "report/src/report/html/map.rs"];

#[test]
fn every_sign_is_in_common_fonts() {
    let known = include_str!("../../../../tests/golden/font_signs.txt");
    let known: String = known.lines().filter(|line| !line.starts_with('#')).collect();
    let mut rare = Vec::new();
    for (path, source) in texts_in("crates").into_iter().chain(texts_in("src")) {
        if path.contains("/tests/") || NOT_DRAWN.contains(&path.as_str()) {
            continue;
        }
        let mut texts = Vec::new();
        texts_of(source.parse().expect("it is a source"), true, &mut texts);
        for text in texts.into_iter().filter(|text| !text.is_internal) {
            let signs = text.text.chars().filter(|c| !c.is_ascii() && !c.is_alphanumeric() && !c.is_whitespace());
            rare.extend(
                signs.filter(|sign| !known.contains(*sign)).map(|sign| format!("{path}: {sign} U+{:04X}", sign as u32)),
            );
        }
    }
    assert_eq!(rare, [""; 0], "replace these signs by common ones");
}

#[test]
fn signs_are_found() {
    let source = r#"
        /// What is written last
        /// is told anew.
        fn f() { say("{a} stands here. What is written last", "what stands?"); }
    "#;
    let found = |is_internal: bool| -> Vec<&'static str> {
        let mut texts = Vec::new();
        texts_of(source.parse().expect("it is a source"), is_internal, &mut texts);
        texts.iter().flat_map(signs_in).collect()
    };
    assert_eq!(found(false), ["anew", "is told", "What", "stands", "What", "stands"]);
    assert_eq!(found(true), ["anew", "is told", "stands", "What", "stands"]);
    let innocent = Passage { text: "What is this? An understands-all.".into(), is_internal: false };
    assert_eq!(signs_in(&innocent), [] as [&str; 0]);
}

#[test]
fn texts_are_free_of_the_old_voice() {
    let crates =
        ["app", "base", "diary", "odds", "report", "rules", "serve", "view"].map(|name| format!("crates/{name}/src"));
    let mut texts: Vec<(String, Passage)> = Vec::new();
    for folder in crates.iter().map(String::as_str).chain(["src"]) {
        for (path, source) in texts_in(folder) {
            // `wardiary rules` and `--help` print the documentation there.
            let is_printed = path.contains("book/settings") || folder == "src" && path.starts_with("cli");
            let mut of_source = Vec::new();
            texts_of(source.parse().unwrap_or_else(|e| panic!("{path}: {e}")), !is_printed, &mut of_source);
            texts.extend(of_source.into_iter().map(|text| (format!("{folder}/{path}"), text)));
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "docs/guide", "docs/reference"];
    for page in pages.map(|page| root.join(page)) {
        let files = if page.is_dir() {
            fs::read_dir(&page).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
        } else {
            vec![page]
        };
        // The samples' reports are stories, which are left out.
        let is_page = |path: &std::path::PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(".md") && !["crossings.md", "hundred-days.md"].contains(&&*name)
        };
        for path in files.into_iter().filter(is_page) {
            let text = fs::read_to_string(&path).expect("a page");
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let line = |line: &str| (name.clone(), Passage { text: line.to_string(), is_internal: false });
            texts.extend(text.lines().map(line));
        }
    }
    let is_story = |path: &str| path.contains("report/src/report/narrat") || path.contains("report/src/report/story");
    let is_allowed = |text: &str| ALLOWED.iter().any(|(part, _)| text.contains(part));
    let mut found = Vec::new();
    for (path, passage) in texts.iter().filter(|(path, passage)| !is_story(path) && !is_allowed(&passage.text)) {
        found.extend(signs_in(passage).into_iter().map(|sign| format!("{path}: “{sign}”: {}", passage.text)));
    }
    assert!(found.is_empty(), "{} texts have signs of the old voice:\n{}", found.len(), found.join("\n"));
    for (part, _) in ALLOWED {
        assert!(
            texts.iter().any(|(_, passage)| passage.text.contains(part)),
            "nothing says “{part}” any more: take it out"
        );
    }
}
