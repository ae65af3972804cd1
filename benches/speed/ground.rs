//! The cost of the largest map, 200 × 200 areas with 400 units: what one unit can reach and see, who threatens it, all
//! possible fire, a frame of the Map screen, and a copy of the state with and without placed units.

use criterion::Criterion;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::{Terminal, backend::TestBackend, layout::Size};
use std::{hint::black_box, sync::Arc};
use wardiary_app::{Start, model::Model};
use wardiary_base::{
    book::RulebookDraft,
    document,
    ground::{Cell, Facing, Place, Sight},
    id::{BattleId, Id, MapId, SideId, UnitId},
};
use wardiary_diary::{
    assets::{self, Folders},
    diary::{Header, file::Save},
};
use wardiary_rules::{
    order::Recruit,
    rules::{movement::reach, volley::FieldOfFire},
    state::{
        Muster, State, Unit,
        muster::{MusteredBattle, MusteredMap, MusteredSide},
    },
};

/// Number of units of each side.
const UNITS: u16 = 200;

/// A battle on the largest map, or the same battle without a map.
fn header(grid: &str, placed: bool) -> Header {
    let base = assets::rulebook("campaign", None).expect("it ships");
    let free: RulebookDraft = document::read("(turn: (order: Free))").expect("a draft reads");
    let book = Arc::new(free.check(&base).expect("it is a book"));
    let rows: Vec<String> =
        (0..200).map(|row| "....w......h....r..v".chars().cycle().skip(7 * row % 20).take(200).collect()).collect();
    let ground = format!(
        "(title: \"All of it\", grid: {grid}, rows: {rows:?}, legend: {{'.': \"open\", 'w': \"woods\", 'h': \"hill\", 'r': \"rough\", \
         'v': \"built-up\"}})"
    );
    let mut muster = Muster::default();
    let kinds = ["infantry", "artillery", "mounted cavalry", "machine gun", "infantry"];
    for (side, name) in [(1u16, "Red"), (2, "Blue")] {
        muster.sides.push(MusteredSide { id: SideId(side.into()), name: name.into() });
        for at in 0..UNITS {
            // Two lines face each other over three areas, with more units behind them.
            let (column, rank) = (at % 50 * 4, at / 50);
            let row = if side == 1 { 102 + 3 * rank } else { 98 - 3 * rank };
            let id = UnitId(u32::from(1000 * side + at));
            muster.units.push(Recruit {
                side: Some(SideId(side.into())),
                kind: Some(kinds[usize::from(at) % kinds.len()].into()),
                at: placed.then_some(Cell::new(column, row)),
                facing: if side == 1 { Facing::N } else { Facing::S },
                ..Recruit::new(id, format!("{name} {at}"))
            });
        }
    }
    let map = placed.then_some(MapId(50));
    let ground = document::read(&ground).expect("the ground reads");
    muster.maps.extend(map.map(|id| MusteredMap { id, map: None, ground: Some(ground) }));
    let parties = vec![vec![Id(1)], vec![Id(2)]];
    muster.battles.push(MusteredBattle { id: BattleId(40), name: "The plain".into(), parties, map });
    Header { title: "Large".into(), seed: "1914".parse().expect("a seed"), book, muster }
}

fn state(grid: &str, placed: bool) -> State {
    let header = header(grid, placed);
    header.muster.check(&header.book).expect("the muster stands")
}

fn placed(state: &State) -> Vec<(&Unit, Place)> {
    state.units_on(MapId(50)).collect()
}

/// The number of areas into which the enemies of a side can fire: a layer of the Map screen.
fn threat(state: &State, side: SideId) -> Vec<u16> {
    let ground = &state.map(MapId(50)).expect("the map").ground;
    let field = FieldOfFire::new(state, MapId(50)).expect("the map");
    let mut enemies = vec![0; ground.areas()];
    for (unit, place) in state.units_on(MapId(50)).filter(|(unit, _)| unit.side != side) {
        let reached = field.cells_in_range(unit, place, true);
        reached.iter().filter_map(|(cell, _)| ground.index(*cell)).for_each(|at| enemies[at] += 1);
    }
    enemies
}

fn of_units(criterion: &mut Criterion, grid: &str) {
    let state = state(grid, true);
    let rider = UnitId(1002);
    let from = state.unit(rider).and_then(|unit| unit.place).expect("it stands there").cell;
    let ground = &state.map(MapId(50)).expect("the map").ground;
    criterion.bench_function(&format!("{grid}: reach of one unit (under 5 ms)"), |b| {
        b.iter(|| reach(black_box(&state), rider).expect("it may move"));
    });
    criterion.bench_function(&format!("{grid}: threat to one side (under 5 ms)"), |b| {
        b.iter(|| threat(black_box(&state), SideId(1)));
    });
    criterion.bench_function(&format!("{grid}: sight from one area (under 5 ms)"), |b| {
        b.iter(|| Sight::new(ground, &state.book().ground).visible_from(black_box(from)));
    });
    let units = placed(&state);
    criterion.bench_function(&format!("{grid}: all units' targets (under 50 ms)"), |b| {
        b.iter(|| {
            let field = FieldOfFire::new(black_box(&state), MapId(50)).expect("the map");
            units.iter().map(|(unit, place)| field.targets(unit, *place, false).len()).sum::<usize>()
        });
    });
}

fn copies(criterion: &mut Criterion) {
    for (name, placed) in [("400 placed", true), ("none placed", false)] {
        let state = state("Square", placed);
        criterion.bench_function(&format!("a copy of the state, {name}"), |b| b.iter(|| black_box(&state).clone()));
    }
}

fn press(model: &mut Model, code: KeyCode) {
    let effects = wardiary_app::handle_event(model, Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    wardiary_app::apply_effects(model, effects);
}

/// The Map screen with a selected unit, at each zoom level.
fn frames(criterion: &mut Criterion, grid: &str) {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    let save = Save::create(&folders.saves.join("s.ron"), header(grid, true)).expect("a save");
    let mut model = wardiary_app::start(Start::Save(Box::new(save)), folders);
    model.size = Size::new(120, 40);
    press(&mut model, KeyCode::Char('2'));
    press(&mut model, KeyCode::Tab);
    let mut terminal = Terminal::new(TestBackend::new(120, 40)).expect("a terminal");
    for zoom in ["as it opens", "nearer", "nearer yet"] {
        criterion.bench_function(&format!("{grid}: a frame of the Map screen, {zoom} (under 2 ms)"), |b| {
            b.iter(|| {
                wardiary_app::prepare(&mut model);
                terminal.draw(|frame| wardiary_app::draw(frame, black_box(&model))).map(drop).expect("it draws");
            });
        });
        press(&mut model, KeyCode::Char('+'));
    }
    // The cursor moves, and the text about its area changes.
    criterion.bench_function(&format!("{grid}: a key on the Map screen, and its frame (under 2 ms)"), |b| {
        let mut back = false;
        b.iter(|| {
            press(&mut model, if back { KeyCode::Left } else { KeyCode::Right });
            back = !back;
            wardiary_app::prepare(&mut model);
            terminal.draw(|frame| wardiary_app::draw(frame, black_box(&model))).map(drop).expect("it draws");
        });
    });
}

pub fn run() {
    let mut criterion = super::criterion();
    for grid in ["Square", "Hex"] {
        of_units(&mut criterion, grid);
        frames(&mut criterion, grid);
    }
    copies(&mut criterion);
    criterion.final_summary();
}
