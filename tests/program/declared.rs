//! Unit tests of the command line's declaration, its output and its examples.

use serde_json::Value;
use std::io::Write as _;
use wardiary::cli::{
    command_declaration,
    command_output::{EscapingWriter, columns, escaped},
    examples::{EXAMPLES, of},
    muster::COLUMNS,
};
use wardiary_diary::assets::roster;

#[test]
fn the_declaration_is_sound() {
    command_declaration().debug_assert();
}

#[test]
fn json_escapes_what_a_terminal_would_obey_and_loses_nothing() {
    let value = Value::from("\u{1b}[31m \u{9b}2J \u{202e}evil \u{e0041}");
    let written = escaped(&value);
    assert!(written.bytes().all(|b| (0x20..0x7f).contains(&b)), "{written}");
    assert_eq!(serde_json::from_str::<Value>(&written).ok(), Some(value.clone()));
    // Writing byte by byte gives the same result.
    let mut out = EscapingWriter { out: Vec::new(), incomplete: Vec::new() };
    for byte in serde_json::to_string(&value).expect("JSON").bytes() {
        out.write_all(&[byte]).expect("memory takes all");
    }
    assert_eq!(out.out, written.as_bytes());
}

#[test]
fn wide_characters_take_two_columns() {
    let row = |cells: [&str; 2]| cells.map(String::from).to_vec();
    assert_eq!(columns(&[row(["東京", "1"]), row(["a", "2"])]), ["東京  1", "a     2"]);
}

#[test]
fn the_help_names_each_column_in_its_words() {
    for (name, about, needed) in roster::COLUMNS {
        let needed = if *needed { "required: " } else { "" };
        let line = format!("  {name:<9}  {needed}{about}\n");
        assert!(COLUMNS.contains(&line), "the help lacks {line:?}");
    }
}

#[test]
fn every_command_has_an_example_of_its_own() {
    let commands: Vec<String> =
        command_declaration().get_subcommands().map(|command| command.get_name().to_string()).collect();
    let mut all = 0;
    for command in &commands {
        let examples = of(command);
        assert!(!examples.is_empty(), "{command} has no example");
        for (_, line) in &examples {
            assert!(line.contains(&format!("wardiary {command}")), "{line} is no example of {command}");
        }
        all += examples.len();
    }
    assert_eq!(EXAMPLES.len(), all, "examples of a command that there is not");
}
