//! The commands in README work, and the keys in README exist.

use std::{fs, path::Path, process::Command};
use wardiary_app::{keymap::Keymap, registry};

fn readme() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the README")
}

/// The lines of the first code block in this language under a heading.
fn block<'a>(readme: &'a str, heading: &str, language: &str) -> Vec<&'a str> {
    let (_, section) = readme.split_once(heading).expect("the heading");
    let section = section.split("\n## ").next().unwrap_or(section);
    let (_, block) = section.split_once(&format!("```{language}\n")).expect("a block");
    block.split("```").next().unwrap_or(block).lines().collect()
}

#[test]
#[cfg(unix)]
fn the_commands_of_the_readme_run() {
    let home = tempfile::tempdir().expect("a folder");
    let binary = Path::new(env!("CARGO_BIN_EXE_wardiary"));
    let folder = binary.parent().expect("a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let readme = readme();
    let commands = block(&readme, "## On the command line", "sh");
    assert!(commands.len() > 8, "{commands:?}");
    // The commands about saves continue with the save made here.
    let about_saves = block(&readme, "## Saves", "sh");
    assert!(about_saves.len() > 4, "{about_saves:?}");
    for command in commands.into_iter().chain(about_saves) {
        let run = Command::new("sh")
            .args(["-c", command])
            .env("PATH", &path)
            .env("WARDIARY_HOME", home.path())
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{command}\n{said}");
        assert!(!run.stdout.is_empty(), "{command} says nothing");
    }
}

#[test]
fn the_keys_of_the_readme_are_keys() {
    let keymap = Keymap::shipped();
    let keys: Vec<String> = {
        let commands = registry::groups().into_iter().flat_map(|group| group.commands);
        commands.flat_map(|command| keymap.key_labels(command.id)).collect()
    };
    let readme = readme();
    let (_, table) = readme.split_once("| key | does |").expect("the table of keys");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let mut seen = 0;
    for row in rows {
        let cell = row.trim_start_matches('|').split('|').next().unwrap_or_default();
        for key in cell.split('`').skip(1).step_by(2) {
            // A sequence of keys matches by its first key.
            assert!(
                keys.iter().any(|k| k == key || k.split(' ').next() == Some(key)),
                "`{key}` is no key; there are {keys:?}"
            );
            seen += 1;
        }
    }
    assert!(seen > 15);
}

#[test]
fn the_test_command_is_the_one_that_ci_runs() {
    let ci = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/run")).expect("the script");
    let readme = readme();
    let commands = block(&readme, "## Two commands", "sh");
    assert!(commands.iter().any(|c| c.starts_with("cargo run --release")), "{commands:?}");
    let test = commands.iter().find(|c| c.starts_with("cargo test")).expect("the test command");
    let test = test.split('#').next().unwrap_or(test).trim();
    assert!(ci.lines().any(|line| line.trim().starts_with(test)), "{ci}");
}
