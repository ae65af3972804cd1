//! The week of June 1815 twice, from a script and with keys in a terminal, with the same result.

use crate::harness::{
    call::{Home, as_str},
    session::Session,
};
use std::{path::Path, thread, time::Duration};
use wardiary_diary::diary::file::{Mode, Save};

/// Large enough for all rows of the Campaign screen's panes, and for a whole order in the order line.
const SIZE: (u16, u16) = (240, 60);

pub const SCENARIO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/hundred-days/scenario.ron");
pub const SCRIPT: &str = include_str!("../../saves/hundred-days.txt");

/// Forces march and meet, contacts become battles by three mechanisms with two at once, losses return as proposed,
/// tables are consulted, and the score decides the winner.
#[test]
fn a_week_by_script_and_by_keys_is_the_same() {
    let home = Home::new();
    for save in ["script.ron", "keys.ron"] {
        home.run(&["new", SCENARIO, save, "--no-open", "--seed", "1815"]).done();
    }
    home.feed(&["do", "script.ron", "-"], SCRIPT).done();

    let (script, keys) = (home.path("script.ron"), home.path("keys.ron"));
    let mut leader = Leader::at(Session::start(&home.path(""), &["open", as_str(&keys)], SIZE));
    for order in SCRIPT.lines().filter(|line| !line.starts_with("//")) {
        leader.gives(order);
    }
    // The leader used every key: no order with a key of its own went through the order line.
    let [begun, marched, returned, consulted] = leader.by_keys;
    assert!(begun == 3 && marched >= 10 && returned == 6 && consulted == 3, "{:?}", leader.by_keys);
    leader.session.keys("q");
    assert_eq!(leader.session.ends(), 0);

    assert_eq!(diary(&keys), diary(&script));
    for told in ["log", "state", "proposals"] {
        let [by_keys, by_script] = [&keys, &script].map(|save| home.run(&[told, as_str(save)]).done().out);
        assert_eq!(by_keys, by_script, "{told}");
    }
    assert!(home.run(&["verify", as_str(&keys)]).done().out.contains("no line was changed"));
}

/// Each entry without its time and seal: its number, parent, order, dice and events.
pub fn diary(save: &Path) -> Vec<String> {
    let save = Save::open(save, Mode::Read).unwrap_or_else(|e| panic!("{e}"));
    let entries = save.diary().entries().iter();
    entries.map(|e| format!("{:?} {:?} {:?} {:?} {:?}", e.no, e.after, e.order, e.dice, e.events)).collect()
}

/// A player at the terminal who leads the campaign from its screen and each battle from the battle screen.
struct Leader {
    session: Session,
    entry: u32,
    /// The number of battles begun, forces sent, proposals given, and tables consulted with keys of the Campaign
    /// screen.
    by_keys: [usize; 4],
}

impl Leader {
    fn at(session: Session) -> Self {
        session.sees("entry 0");
        session.keys("5");
        session.sees("◆ Calendar");
        Self { session, entry: 0, by_keys: [0; 4] }
    }

    /// Gives an order of the script with the keys that a player would press.
    fn gives(&mut self, order: &str) {
        let (word, rest) = order.split_once(' ').unwrap_or((order, ""));
        match word {
            "note" => self.presses_and_types("#", ": note \"", rest.trim_start_matches('"')),
            "schedule" => self.presses_and_types("@", ": schedule \"", rest.trim_start_matches('"')),
            "advance" => self.presses_and_types("F", ": advance", &format!(" {rest}")),
            "settle" => {
                let (item, why) = rest.split_once(' ').expect("a reason");
                self.presses_and_types("$", &format!(": settle {item}"), &format!(" {why}"));
            }
            "battle" => self.begins_a_battle(order),
            "march" if rest.ends_with("Ligny") || rest.ends_with("Brussels\"") => self.sends(order),
            "return" => {
                self.chooses("Proposed", order);
                self.session.keys("!");
                self.by_keys[2] += 1;
            }
            "consult" => {
                let (table, whom) = rest.split_once(" for ").map_or((rest, None), |(table, whom)| (table, Some(whom)));
                self.chooses("Tables", table);
                self.presses_and_types("\r", &format!(": consult \"{table}\""), whom.unwrap_or_default());
                self.by_keys[3] += 1;
            }
            "end" if rest.starts_with("battle in") => {
                let how = rest.find(" won ").or(rest.find(" drawn ")).or(rest.find(" because ")).expect("how it ended");
                self.chooses("Battles", name_after(order, " in "));
                self.presses_and_types("\x05", ": end battle in ", &rest[how..]);
            }
            "end" if rest.starts_with("campaign") => {
                self.turns_to("Calendar");
                self.presses_and_types("\x05", ": end campaign", rest.trim_start_matches("campaign"));
            }
            "initiative" => self.fights(order, "i"),
            "pass" => self.fights(order, "p"),
            "end" => self.fights(order, "E"),
            _ => self.presses_and_types(":", "", order),
        }
        self.entry += 1;
        let written = format!("entry {}", self.entry);
        self.session.until(&format!("{written}, of {order}"), |session| {
            session.text().lines().next().is_some_and(|header| header.trim_end().ends_with(&written))
        });
    }

    /// Presses a key that begins an order, waits for the order line, and types the rest.
    fn presses_and_types(&self, key: &str, begun: &str, rest: &str) {
        self.session.keys(key);
        self.session.sees(begun);
        self.session.keys(rest);
        self.session.keys("\r");
    }

    /// Turns a contact into a battle with the suggested order, and replaces the name if the script has another.
    fn begins_a_battle(&mut self, order: &str) {
        let (name, contact) = order.split_once(" from ").expect("a contact");
        let contact = format!("from {contact} with");
        // Many contacts at one place are one row, which unfolds.
        let is_place = |row: &String| row.contains(" contacts");
        let folded = self.rows("Contacts");
        if folded.iter().all(is_place) {
            self.chooses("Contacts", &folded[0]);
            self.session.keys("\r");
            self.session.until("the contacts", |session| session.text().contains(" met "));
        }
        let mut rows = self.rows("Contacts").into_iter().filter(|row| !is_place(row));
        loop {
            let row = rows.next().unwrap_or_else(|| panic!("no contact for {order}:\n{}", self.session.text()));
            self.chooses("Contacts", &row);
            self.session.keys("\r");
            self.session.sees("Enter give the order");
            if self.session.text().contains(&contact) {
                break;
            }
            self.session.keys("\x1b");
            self.session.until("no order", |session| !session.text().contains("Enter give the order"));
        }
        if !self.session.text().contains(&format!("{name} from")) {
            // The form as a line of text.
            self.session.keys("\x1bOS");
            self.session.sees("ctrl-o odds");
            self.session.keys(&format!("\x15{order}"));
        }
        self.session.keys("\r");
        self.by_keys[0] += 1;
    }

    /// Picks a force and sends it to a selected place.
    fn sends(&mut self, order: &str) {
        let (force, place) = order.trim_start_matches("march ").split_once(" to ").expect("a place");
        self.chooses("Forces", force);
        self.session.keys(" g");
        self.session.until("the top", |session| chosen_and_rows(&session.text()).0 == 0);
        self.chooses("Theatre", place);
        self.presses_and_types("\r", ": march ", "");
        self.by_keys[1] += 1;
    }

    /// Gives an order with a key of the Battle screen: goes to the battle and back.
    fn fights(&mut self, order: &str, key: &str) {
        let battles = self.rows("Battles");
        let battle = order.split_once(" in ").map_or(battles[0].as_str(), |_| name_after(order, " in "));
        self.chooses("Battles", battle);
        self.session.keys("\r");
        self.session.sees("Diary");
        let word = order.split(" in ").next().expect("a word");
        // The key gives the order at once, or opens the order line if something would be left undone.
        self.session.keys(key);
        let (line, given) = (format!(": {word}"), format!("entry {} ", self.entry + 1));
        let header = |session: &Session| format!("{} ", session.text().lines().next().unwrap_or_default().trim_end());
        self.session.until("the order", |session| session.text().contains(&line) || header(session).ends_with(&given));
        if self.session.text().contains(&line) {
            self.session.keys("\r");
        }
        self.session.until("the order given", |session| !session.text().contains(&line));
        self.session.keys("5");
        self.session.sees("◆ Battles");
    }

    /// Waits until the screen does not change, so that several rows come from one frame.
    fn calm(&self) -> String {
        let mut before = self.session.text();
        loop {
            thread::sleep(Duration::from_millis(20));
            let now = self.session.text();
            if now == before {
                return now;
            }
            before = now;
        }
    }

    /// Focuses a pane of the Campaign screen.
    fn turns_to(&self, pane: &str) {
        let first = self.calm();
        let mut now = first.clone();
        while title(&now) != pane {
            self.session.keys("\t");
            self.session.until("another pane", |session| !["", title(&now)].contains(&title(&session.text())));
            now = self.calm();
            assert!(title(&now) != title(&first), "no pane is called {pane}:\n{now}");
        }
    }

    /// Selects the first row of a pane that begins with these words.
    fn chooses(&self, pane: &str, wanted: &str) {
        self.turns_to(pane);
        let wanted = wanted.trim_matches('"');
        let (from, rows) = chosen_and_rows(&self.calm());
        let Some(to) = rows.iter().position(|row| begins_with_words(row, wanted)) else {
            panic!("“{wanted}” is not in {pane}:\n{}", self.session.text())
        };
        let key = if to > from { "j" } else { "k" };
        self.session.keys(&key.repeat(to.abs_diff(from)));
        self.session.until(&format!("“{wanted}” chosen"), |session| chosen_and_rows(&session.text()).0 == to);
    }

    fn rows(&self, pane: &str) -> Vec<String> {
        self.turns_to(pane);
        chosen_and_rows(&self.calm()).1
    }
}

/// The first word of the focused pane's title.
fn title(screen: &str) -> &str {
    screen.split_once("◆ ").map_or("", |(_, after)| after.split([':', ' ']).next().unwrap_or_default())
}

/// The name after a word, without its quotes.
fn name_after<'o>(order: &'o str, word: &str) -> &'o str {
    let (_, name) = order.split_once(word).expect("the word");
    let end = name.strip_prefix('"').map_or_else(|| name.find(' '), |quoted| quoted.find('"').map(|at| at + 1));
    name[..end.unwrap_or(name.len())].trim_matches('"')
}

/// The selected row's index and the rows of the focused pane, without their marks.
fn chosen_and_rows(screen: &str) -> (usize, Vec<String>) {
    let lines: Vec<Vec<char>> = screen.lines().map(|line| line.chars().collect()).collect();
    let title = lines.iter().position(|line| line.contains(&'◆')).unwrap_or_else(|| panic!("no pane:\n{screen}"));
    let left = lines[title].iter().position(|c| *c == '◆').expect("just found") - 2;
    // The pane beside it may end at the height of a row.
    let inside = lines[title + 1..].iter().take_while(|line| matches!(line.get(left), Some('│' | '┤')));
    let inside: Vec<&[char]> = inside.map(|line| &line[left + 1..]).collect();
    let text = |row: &[char]| row.iter().take_while(|c| **c != '│').collect::<String>();
    let chosen = inside.iter().position(|row| row[0] == '▌').unwrap_or(usize::MAX);
    (
        chosen,
        inside.iter().map(|row| text(row).trim_start_matches(['▌', ' ', '▾', '▸', '●', '→']).to_string()).collect(),
    )
}

/// Whether a row begins with these words, some of them abbreviated: `Anglo-All. Cavalry` for `Anglo-Allied Cavalry`.
fn begins_with_words(row: &str, wanted: &str) -> bool {
    let is_it = |(word, wanted): (&str, &str)| {
        word.starts_with(wanted) || word.strip_suffix('.').is_some_and(|short| wanted.starts_with(short))
    };
    let words: Vec<&str> = wanted.split(' ').collect();
    row.starts_with(wanted)
        || row.split(' ').count() >= words.len() && row.split(' ').zip(words.iter().copied()).all(is_it)
}
