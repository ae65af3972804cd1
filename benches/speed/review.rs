//! Reviewing a diary of 10,000 entries on the Review screen at 200×60: a step, a frame during indexing, and a frame
//! during a search. Each must take less than a frame of a screen that repaints 60 times a second: 16 ms.

use criterion::Criterion;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::{Terminal, backend::TestBackend, layout::Size};
use std::{
    fs,
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};
use wardiary_app::{ReadingStart, Start, apply_effects, model::Model};
use wardiary_diary::{
    assets::Folders,
    diary::file::{Mode, Save},
};
use wardiary_harness_diary::long;

const ENTRIES: usize = 10_000;

/// The program on the Review screen, with the save at that path.
fn review(path: &Path, at: u32) -> Model {
    let folder = path.parent().expect("a folder").to_path_buf();
    let folders = Folders { saves: folder.clone(), config: folder };
    let save = Save::open(path, Mode::Read).expect("a sound save");
    let mut model = wardiary_app::start(Start::ReadOnly(Box::new(save), ReadingStart::Review(Some(at))), folders);
    model.size = Size::new(200, 60);
    model
}

fn key(model: &mut Model, code: KeyCode) {
    let effects = wardiary_app::handle_event(model, Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    apply_effects(model, effects);
}

fn keys(model: &mut Model, text: &str) {
    text.chars().for_each(|c| key(model, KeyCode::Char(c)));
    key(model, KeyCode::Enter);
}

fn frame(model: &mut Model, terminal: &mut Terminal<TestBackend>) {
    wardiary_app::prepare(model);
    terminal.draw(|frame| wardiary_app::draw(frame, black_box(model))).map(drop).expect("it draws");
}

/// Whether the last frame contains these words.
fn shows(terminal: &Terminal<TestBackend>, words: &str) -> bool {
    let cells = terminal.backend().buffer().content.iter();
    cells.map(ratatui::buffer::Cell::symbol).collect::<String>().contains(words)
}

fn timed(work: impl FnOnce()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed()
}

/// The program after it has indexed all entries.
fn looked_up(path: &Path, at: u32, terminal: &mut Terminal<TestBackend>) -> Model {
    let mut model = review(path, at);
    frame(&mut model, terminal);
    while shows(terminal, "looked up") {
        frame(&mut model, terminal);
    }
    model
}

fn reading(criterion: &mut Criterion) {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("long.ron");
    let (diary, lines) = long::game(ENTRIES);
    fs::write(&path, long::text(&diary, &lines)).expect("a file");
    let mut terminal = Terminal::new(TestBackend::new(200, 60)).expect("a terminal");
    let mut group = criterion.benchmark_group("review 200x60, 10,000 entries");
    group.sample_size(20);
    // Steps forward and back over entries far from the state snapshots, each with the frame that shows the entry.
    for (name, code, at) in [
        ("a step forward", KeyCode::Char('l'), 100),
        ("a step back", KeyCode::Char('h'), 9_900),
        ("a turn forward", KeyCode::Char(']'), 100),
        ("a battle back", KeyCode::Char('{'), 9_900),
    ] {
        let mut model = looked_up(&path, at, &mut terminal);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                key(&mut model, code);
                frame(&mut model, &mut terminal);
            });
        });
    }
    let mut model = looked_up(&path, 1, &mut terminal);
    let mut at = 0u32;
    group.bench_function("a jump to any entry", |bencher| {
        bencher.iter(|| {
            at = (at + 3_701) % 9_999;
            keys(&mut model, &format!(":{at}"));
            frame(&mut model, &mut terminal);
        });
    });
    // Measures the frames alone. Work that has ended is restarted between the measurements.
    group.bench_function("a frame of a search that finds nothing", |bencher| {
        bencher.iter_custom(|frames| {
            (0..frames)
                .map(|_| {
                    if !shows(&terminal, "looked through") {
                        keys(&mut model, "/text \"no such thing\" side Germans turn 9999");
                    }
                    timed(|| frame(&mut model, &mut terminal))
                })
                .sum()
        });
    });
    let mut model = review(&path, 5_000);
    group.bench_function("a frame while the diary is looked up", |bencher| {
        bencher.iter_custom(|frames| {
            (0..frames)
                .map(|_| {
                    if !shows(&terminal, "looked up") {
                        model = review(&path, 5_000);
                    }
                    timed(|| frame(&mut model, &mut terminal))
                })
                .sum()
        });
    });
    group.finish();
}

pub fn run() {
    let mut criterion = super::criterion();
    reading(&mut criterion);
    criterion.final_summary();
}
