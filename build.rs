//! Composes what `wardiary --version` says: version, commit and target.

use std::{env, path::Path, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=WARDIARY_COMMIT");
    let variable = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let version = variable("CARGO_PKG_VERSION").unwrap_or_default();
    let commit = variable("WARDIARY_COMMIT").or_else(commit_of_clone);
    let about: Vec<String> = commit.into_iter().chain(variable("TARGET")).collect();
    println!("cargo::rustc-env=WARDIARY_VERSION={version} ({})", about.join(", "));
}

/// The commit of a clone; `None` in the source that crates.io has. Debug builds name none, because each commit would
/// compile the package and its tests again.
fn commit_of_clone() -> Option<String> {
    if env::var("PROFILE").ok()? != "release" || !Path::new(".git").exists() {
        return None;
    }
    let asked =
        Command::new("git").args(["rev-parse", "--git-path", "logs/HEAD", "--short=9", "HEAD"]).output().ok()?;
    let answer = String::from_utf8(asked.stdout).ok()?;
    let (log, commit) = answer.trim().split_once('\n')?;
    // A missing file would start the build script at every build.
    if Path::new(log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    Some(commit.to_string())
}
