//! The time to compute odds of the sizes that a player meets: medians of one run, beside their targets.
//! `cargo bench --features bench --bench speed -- odds`, or `-- odds/volley` for benchmarks whose names contain
//! `volley`.
//!
//! Growth with n dice a side in g grades (D6, `mouat`). A walk stores one probability for each combination of defeated
//! dice of either side, (n ÷ g + 1)^g of them, and each tally. `crates/odds/src/odds/scrud/walk.rs` has the table of
//! measurements.
//!
//! | what | grows with the dice | grows with the grades |
//! |---|---|---|
//! | who suffers how many defeats | n⁴ to n⁵ in one grade: twice the dice take 10 to 30 times as long | each grade more: 3 to 10 times |
//! | units and strength lost | the same, 1 to 3 times as long; a grade that defeats eliminate counts as another | the same |
//! | what is left | the same in one grade; a digit for each grade makes it 10 times and more | each grade more: 10 to 30 times |
//! | several phases | once for each state that the phase before can leave: about n² of them, then n³ | as what is left |
//! | throw by throw (`eliminates` and the like) | the throws that differ: n⁵ a side in one grade | to the power of the grades |
//! | each unit by name | 12 to 18 walks a unit, each with two kinds more: n² times as long as the defeats | as the defeats |
//! | a volley of n dice | n⁵: one step for each way to share the dice out among six faces | – |
//! | tests, blows | n² | – |
//! | simulated | n | hardly |

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::{Terminal, backend::TestBackend, layout::Size};
use std::{
    hint::black_box,
    process::Command,
    time::{Duration, Instant},
};
use wardiary_app::{Start, model::Model};
use wardiary_base::book::Rulebook;
use wardiary_diary::{
    assets::{self, Folders, Shipped},
    diary::{Diary, file::Save},
};
use wardiary_odds::odds::{
    self, Effort, Monitor, Question, Subject, forecast,
    playout::{Playout, StopCondition},
    simulate, units,
};
use wardiary_rules::{
    notation::{self, Instruction},
    order::Order,
    rules::Roll,
    state::State,
};

fn question(text: &str) -> Question {
    Question::from_roll(notation::parse_roll(text, &Rulebook::default_rules(), &Shipped).expect("a roll"))
}

/// Runs the closure repeatedly for about a second, at least twice, and prints the median.
fn median(name: &str, wanted: &str, mut run: impl FnMut()) -> Duration {
    if !super::is_wanted(name) {
        return Duration::ZERO;
    }
    let began = Instant::now();
    let mut times = Vec::new();
    while times.len() < 2 || (began.elapsed() < Duration::from_secs(1) && times.len() < 10_000) {
        let one = Instant::now();
        run();
        times.push(one.elapsed());
    }
    times.sort();
    let median = times[times.len() / 2];
    println!("{name:<74} {:>12}  {wanted}", format!("{median:.2?}"));
    median
}

fn exact(book: &Rulebook, name: &str, question: &Question, wanted: &str) {
    median(name, wanted, || {
        black_box(odds::exact(book, black_box(question), u64::MAX, Monitor::none()).expect("it fits"));
    });
}

fn order(scenario: &str, text: &str) -> (State, Order) {
    let header = assets::scenario(scenario, None, "1".parse().expect("a seed")).expect("it ships");
    let state = Diary::new(header).expect("it is sound").state().clone();
    match notation::parse_instruction(text, &state).expect("an order") {
        Instruction::Order(order) => (state, order),
        other => panic!("{other:?}"),
    }
}

/// The program without a terminal, with an order in its order line.
struct Screen {
    model: Model,
    terminal: Terminal<TestBackend>,
    erase: bool,
    _home: tempfile::TempDir,
}

impl Screen {
    fn new(scenario: &str, text: &str) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
        let header = assets::scenario(scenario, None, "1".parse().expect("a seed")).expect("it ships");
        let save = Save::create(&folders.saves.join("s.ron"), header).expect("a save");
        let mut model = wardiary_app::start(Start::Save(Box::new(save)), folders);
        model.use_threads();
        model.size = Size::new(120, 40);
        for c in format!(":{text}").chars() {
            press(&mut model, KeyCode::Char(c));
        }
        let terminal = Terminal::new(TestBackend::new(120, 40)).expect("a terminal");
        Self { model, terminal, erase: false, _home: home }
    }

    /// A key that changes the order, which requests its odds again, and the next frame.
    fn key(&mut self) {
        press(&mut self.model, if self.erase { KeyCode::Backspace } else { KeyCode::Char(' ') });
        self.erase = !self.erase;
        // Simulates a different order each time.
        self.model.forget_odds();
        wardiary_app::prepare(&mut self.model);
        let Self { model, terminal, .. } = self;
        terminal.draw(|frame| wardiary_app::draw(frame, model)).expect("it draws");
    }
}

fn press(model: &mut Model, code: KeyCode) {
    let effects = wardiary_app::handle_event(model, Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    wardiary_app::apply_effects(model, effects);
}

pub fn run() {
    let book = Rulebook::default_rules();
    for (text, wanted) in [
        ("scrud 4 green v 8 yellow", "under 1 ms"),
        ("scrud 8 green v 8 yellow", ""),
        ("scrud 10 green v 10 yellow", ""),
        ("scrud 20 green v 20 yellow", "under 20 ms"),
        ("scrud 40 green v 40 yellow", ""),
        ("scrud 4 green + 4 white v 6 yellow + 6 red", ""),
        ("scrud 3 blue + 3 green + 2 white v 4 white + 4 yellow + 4 red", "under 50 ms"),
        ("scrud 5 blue + 5 green + 5 white v 5 white + 5 yellow + 5 red", ""),
        ("scrud 7 blue + 7 green + 6 white v 6 white + 5 yellow + 5 red", "under 5 s"),
        ("scrud 4 green + artillery blue v 8 yellow", ""),
        ("scrud 4 green + artillery blue + counter-battery white v 8 yellow + artillery green", ""),
        ("volley 8 at infantry", "under 0.1 ms"),
        ("volley 8 at infantry + general in cover", ""),
        ("volley 60 at infantry", ""),
        ("3x edna 8", ""),
        ("20d6", ""),
        ("100x pass-one 2d 4-", ""),
    ] {
        exact(&book, text, &question(text), wanted);
    }
    for (text, wanted) in [
        ("scrud 4 green v 8 yellow", ""),
        ("scrud 4 green v 8 yellow phases 2", ""),
        ("scrud 4 green v 8 yellow phases 3", "under 1 s"),
        ("scrud 3 blue + 3 green + 2 white v 4 white + 4 yellow + 4 red", "under 2 s"),
    ] {
        exact(&book, &format!("left of {text}"), &question(text).asking_survivors(), wanted);
    }
    let mut house = book.clone();
    house.scrud.margins = true;
    for text in ["scrud 4 green v 8 yellow", "scrud 3 green v 3 yellow phases 2"] {
        exact(&house, &format!("with margins, left of {text}"), &question(text).asking_survivors(), "");
    }
    for text in ["scrud 4 green v 8 yellow", "scrud 8 green v 8 yellow", "scrud 4 green + 4 white v 6 yellow"] {
        let Subject::Roll(Roll::Scrud(roll)) = question(text).subject else { unreachable!("a combat") };
        let engagement = odds::Engagement::from_roll(&book, &roll);
        median(&format!("each unit of {text}"), "", || {
            let odds =
                units::exact_unit_odds(&book, &engagement, &Effort::BATCH, Monitor::none()).expect("nobody cancels");
            black_box(odds.expect("it fits"));
        });
    }
    // On one core, so the figure is dice per second per core.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for (text, dice) in [
        ("scrud 4 green v 8 yellow", 12u32),
        ("scrud 20 green v 20 yellow", 40),
        ("scrud 7 blue + 7 green + 6 white v 6 white + 5 yellow + 5 red", 36),
    ] {
        let (question, trials) = (question(text), 100_000);
        let name = format!("{trials} times {text}, on one core");
        let time = median(&name, "40 million dice a second or better", || {
            let played = pool.install(|| simulate::simulate(&book, black_box(&question), trials, 1, Monitor::none()));
            black_box(played.expect("nobody cancels"));
        });
        if !time.is_zero() {
            let rate = f64::from(dice) * 100_000.0 / time.as_secs_f64() / 1e6;
            println!("{:<74} {rate:>9.0} million dice a second", "");
        }
    }
    let skirmish = order("tannenberg", "scrud Germans v Russians");
    let club = order("grand-couronne", "scrud French v Germans");
    for (name, (state, order)) in [("4 v 8", &skirmish), ("24 v 24 in three grades", &club)] {
        let first = Effort { exact: 0, trials: 20_000, seed: 0 };
        for (how, effort) in [("simulated", first), ("whole", Effort { trials: 20_000, ..Effort::BATCH })] {
            median(&format!("the forecast of an order, {name}, {how}"), "", || {
                black_box(forecast::forecast(state, order, &effort, Monitor::none()).expect("nobody cancels"));
            });
        }
    }
    let (state, order) = &skirmish;
    for until in [StopCondition::CombatOver, StopCondition::SideExhausted, StopCondition::BattleOver] {
        let course = Playout::new(state, order, until).expect("it fights");
        let effort = Effort { exact: 0, trials: 10_000, seed: 1 };
        median(&format!("4 v 8 played out 10,000 times, {until:?}"), "", || {
            black_box(course.play(&effort, Monitor::none()).expect("nobody cancels"));
        });
    }
    for (scenario, text) in [("tannenberg", "scrud Germans v Russians"), ("grand-couronne", "scrud French v Germans")] {
        let mut screen = Screen::new(scenario, text);
        median(&format!("a key, to the frame, while {text} is composed"), "a sixtieth of a second", || screen.key());
    }
    median("wardiary odds \"scrud 4 green v 8 yellow\", the whole process", "under 20 ms", || {
        let done = Command::new(env!("CARGO_BIN_EXE_wardiary")).args(["odds", "scrud 4 green v 8 yellow"]).output();
        assert!(done.expect("it starts").status.success());
    });
}
