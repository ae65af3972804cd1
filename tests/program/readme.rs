//! The commands in README and in the pages of docs/guide and docs/reference work, and the keys that they name exist.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use wardiary_app::{keymap::Keymap, registry};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).expect("the README")
}

/// README and the pages of the guide and the reference, by their paths.
fn pages() -> Vec<(PathBuf, String)> {
    let folders = ["docs/guide", "docs/reference"].map(|folder| fs::read_dir(root().join(folder)).expect("the folder"));
    let mut paths: Vec<PathBuf> = folders.into_iter().flatten().map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    paths.push(root().join("README.md"));
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("a page"))).collect()
}

/// The shell blocks of a page, in order.
fn shell_blocks(page: &str) -> Vec<&str> {
    page.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(rest)).collect()
}

/// A page is a walk: a reader types its commands one after the other, from an empty folder.
#[test]
#[cfg_attr(windows, ignore = "needs a shell")]
fn the_commands_of_each_page_run() {
    let binary = Path::new(env!("CARGO_BIN_EXE_wardiary"));
    let folder = binary.parent().expect("a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let pages = pages();
    assert!(pages.len() >= 4, "{pages:?}");
    for (name, page) in pages {
        // The commands that build the program need no test of their own.
        let blocks = shell_blocks(&page).into_iter().filter(|block| !block.starts_with("cargo"));
        let script = blocks.collect::<String>();
        if script.is_empty() {
            continue;
        }
        let commands = script.lines().filter(|line| line.starts_with("wardiary ")).count();
        assert!(commands >= 2, "{} has {commands} commands", name.display());
        let home = tempfile::tempdir().expect("a folder");
        let empty = tempfile::tempdir().expect("a folder");
        // `-x` names the command that fails.
        let run = Command::new("sh")
            .args(["-exc", &script])
            .current_dir(empty.path())
            .stdin(Stdio::null())
            .env("PATH", &path)
            .env("WARDIARY_HOME", home.path())
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{}\n{said}", name.display());
        assert!(!run.stdout.is_empty(), "{} says nothing", name.display());
    }
}

#[test]
fn the_keys_of_the_pages_are_keys() {
    let keymap = Keymap::shipped();
    let keys: Vec<String> = {
        let commands = registry::groups().into_iter().flat_map(|group| group.commands);
        commands.flat_map(|command| keymap.key_labels(command.id)).collect()
    };
    let mut seen = 0;
    for (name, page) in pages() {
        for table in page.split("\n| key | does").skip(1) {
            for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
                let cell = row.trim_start_matches('|').split('|').next().unwrap_or_default();
                for key in cell.split('`').skip(1).step_by(2) {
                    // A sequence of keys matches by its first key.
                    assert!(
                        keys.iter().any(|k| k == key || k.split(' ').next() == Some(key)),
                        "{}: `{key}` is no key; there are {keys:?}",
                        name.display()
                    );
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 80, "{seen}");
}

#[test]
fn the_readme_is_short() {
    assert!(readme().lines().count() <= 200);
}

#[test]
fn the_test_command_is_the_one_that_ci_runs() {
    let ci = fs::read_to_string(root().join(".ci/run")).expect("the script");
    let readme = readme();
    let (_, section) = readme.split_once("## Install").expect("the heading");
    let commands: Vec<&str> = shell_blocks(section).first().expect("a block").lines().collect();
    assert!(commands.iter().any(|c| c.starts_with("cargo run --release")), "{commands:?}");
    let test = commands.iter().find(|c| c.starts_with("cargo test")).expect("the test command");
    let test = test.split('#').next().unwrap_or(test).trim();
    assert!(ci.lines().any(|line| line.trim().starts_with(test)), "{ci}");
}
