//! The pages of sides, from the referee's place: the command that serves them, and the list of their links.

use crate::harness::{call::Home, program::Program};
use std::{fs, process::Command};
use wardiary_diary::links::{Links, ServerState, campaign_of};

const SIZES: [(u16, u16); 2] = [(120, 40), (80, 24)];

#[test]
fn links_are_shown_renewed_and_revoked_on_the_campaign_screen() {
    let mut program = Program::with("tannenberg");
    for size in SIZES {
        program.keys("5<f8>").sees(size, &["Pages of the sides", "Nobody serves this campaign now", "wardiary serve"]);
        program.keys("<enter>").sees(size, &["this side has no link that works now"]);
        program.keys("<esc>");
    }
    let (path, campaign) = (program.save().path().to_path_buf(), campaign_of(program.save()));
    let side = program.save().diary().state().sides()[0].id;
    let secret = || {
        let links = Links::read(&path, &campaign).expect("the links");
        links.secret(side).map(|secret| secret.as_str().to_string())
    };
    let first = secret().expect("it has a link");
    let time = wardiary_app::clock::now().expect("a time");
    let state =
        ServerState { server: ServerState::FORMAT, url: "http://10.0.0.1:7070".into(), time, live: [(side, 2)].into() };
    state.write(&path).expect("written");
    for size in SIZES {
        let screen = program.keys("<f8>").sees(size, &["Served at http://10.0.0.1:7070", "2 pages connected"]);
        assert!(screen.replace(|c: char| !c.is_alphanumeric(), "").contains(&first), "{screen}");
        let code = program.keys("<enter>").shows(size);
        assert!(code.lines().filter(|line| line.contains('█')).count() > 15 && code.contains("Germans"), "{code}");
        program.keys("<esc>").sees(size, &["Served at"]);
        program.keys("<esc>");
    }
    program.keys("<f8><f5>").sees(SIZES[0], &["Germans has a new link"]);
    assert!(secret().is_some_and(|second| second != first));
    program.keys("<delete>").sees(SIZES[0], &["no link: it was revoked"]);
    assert_eq!(secret(), None);
    // A server that has written nothing for some time was killed.
    let old = ServerState { time: time - jiff::SignedDuration::from_secs(60), ..state };
    old.write(&path).expect("written");
    program.keys("<esc><f8>").sees(SIZES[0], &["Nobody serves this campaign now"]);
}

#[test]
fn a_side_sees_no_links() {
    let mut program = Program::with("tannenberg");
    let screen = program.keys("5<f3><f8>").shows((120, 40));
    assert!(!screen.contains("Pages of the sides"), "{screen}");
}

/// The server is a program of its own beside this one.
#[test]
fn a_missing_server_is_named() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "t.ron", "--no-open"]).done();
    let program = home.path("wardiary");
    let own = env!("CARGO_BIN_EXE_wardiary");
    fs::hard_link(own, &program).or_else(|_| fs::copy(own, &program).map(drop)).expect("a copy");
    let ran = Command::new(&program).args(["serve", "t.ron"]).current_dir(home.path("")).output().expect("it runs");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(
        !ran.status.success() && said.contains("wardiary-serve") && said.contains("comes with every package"),
        "{said}"
    );
}
