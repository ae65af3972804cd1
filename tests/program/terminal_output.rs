//! How the program behaves towards its terminal: title, whole frames, focus, bell, clipboard.

use crate::harness::session::{Session, home};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use std::{fs, path::Path, thread, time::Duration};

fn with_settings(home: &Path, settings: &str) {
    fs::create_dir_all(home.join("config")).expect("a folder");
    fs::write(home.join("config/settings.ron"), settings).expect("a file");
}

/// The window titles that the program set, and the number of bells.
fn titles_and_bells(written: &str) -> (Vec<String>, usize) {
    let mut titles = Vec::new();
    let mut rest = String::new();
    for (at, part) in written.split("\x1b]").enumerate() {
        let (told, behind) = if at == 0 { ("", part) } else { part.split_once('\x07').unwrap_or((part, "")) };
        titles.extend(told.strip_prefix("0;").map(String::from));
        rest.push_str(behind);
    }
    (titles, rest.matches('\x07').count())
}

#[test]
fn the_title_and_the_bell_tell_who_is_awaited() {
    for (bell, rings) in [(true, 1), (false, 0)] {
        let home = home();
        with_settings(home.path(), &format!("(bell: {bell})"));
        let mut session = Session::start(home.path(), &["new", "tannenberg"], (120, 40));
        session.sees("initiative to roll");
        // The title follows the first frame.
        session.until("a title", |s| !titles_and_bells(&s.written()).0.is_empty());
        let (titles, bells) = titles_and_bells(&session.written());
        let title = titles.last().expect("a title");
        assert!(title.contains("Tannenberg") && title.contains("turn 1 - initiative to roll"), "{title}");
        assert_eq!(bells, 0, "nobody is waited for yet");
        session.keys("\r");
        session.sees("to choose who goes first");
        session.until("the title", |s| titles_and_bells(&s.written()).0.last().is_some_and(|t| t.contains("choose")));
        if bell {
            // The bell follows the title.
            session.until("the bell", |s| titles_and_bells(&s.written()).1 > 0);
        }
        assert_eq!(titles_and_bells(&session.written()).1, rings);
        session.keys("q");
        assert_eq!(session.ends(), 0);
        // The program saves the terminal's title at the start and restores it at the end.
        let written = session.written();
        assert_eq!((written.matches("\x1b[22;2t").count(), written.matches("\x1b[23;2t").count()), (1, 1));
        assert!(session.is_restored());
    }
}

/// Frames are synchronized as a whole, and no frame is left open when the program is stopped or ends.
#[test]
fn frames_are_whole() {
    let home = home();
    let mut session = Session::start(home.path(), &["new", "tannenberg"], (120, 40));
    session.sees("XX Corps");
    session.keys("jjkk:note a\r\x1a");
    session.until("the terminal given back", Session::is_restored);
    session.signal("-CONT");
    session.until("the terminal taken over again", |s| !s.is_restored());
    session.keys("q");
    assert_eq!(session.ends(), 0);
    let written = session.written();
    let mut open = false;
    for (at, _) in written.match_indices("\x1b[?2026") {
        let begins = written[at..].starts_with("\x1b[?2026h");
        assert!(!(begins && open), "a frame in a frame");
        open = begins;
    }
    assert!(!open, "the last frame ends");
    assert_eq!(written.matches("\x1b[22;2t").count(), written.matches("\x1b[23;2t").count());
}

/// Losing and regaining the focus during a roll rolls nothing twice, and redraws what another program has overwritten.
#[test]
fn focus_lost_in_the_midst_of_a_roll() {
    let home = home();
    let mut session = Session::start(home.path(), &["new", "tannenberg"], (120, 40));
    session.sees("XX Corps");
    session.keys(":scrud Germans v Russians\r\x1b[O");
    thread::sleep(Duration::from_millis(40));
    session.scribble("\x1b[2J\x1b[Hsomebody else wrote here");
    session.keys("\x1b[I");
    session.sees("XX Corps");
    session.sees("lost ");
    session.until("the scribble is gone", |s| !s.text().contains("somebody else"));
    session.sees("entry 1");
    session.keys("q");
    assert_eq!(session.ends(), 0);
    let saves = crate::harness::session::saves(home.path());
    let save = fs::read_to_string(&saves[0]).expect("the save");
    assert_eq!(save.matches("Scrud(").count(), 1, "{save}");
}

/// `Y` copies the selected entry to the terminal's clipboard and reports the copy.
#[test]
fn copying_is_confirmed() {
    let home = home();
    let mut session = Session::start(home.path(), &["new", "tannenberg"], (120, 40));
    session.sees("XX Corps");
    session.keys(":note the fog lifts\r");
    session.sees("entry 1");
    session.keys("\t");
    session.keys("Y");
    session.sees("copied: entry 1, 1 line");
    let copied = |session: &Session| {
        let written = session.written();
        let text =
            written.rsplit_once("\x1b]52;c;").and_then(|(_, text)| text.split_once('\x07')).map(|(text, _)| text);
        String::from_utf8(STANDARD.decode(text.expect("a copy")).expect("base64")).expect("text")
    };
    assert_eq!(copied(&session), "1  “the fog lifts”\n");
    // A screen without a selection is copied as its text.
    session.keys("5");
    session.sees("Calendar");
    session.keys("Y");
    session.sees("copied: the screen “campaign”");
    assert!(copied(&session).contains("XX Corps"), "{}", copied(&session));
    session.keys("q");
    assert_eq!(session.ends(), 0);
}
