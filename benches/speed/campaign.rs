//! The Campaign screen and the clock. The frame is 200×60 cells. The campaign has 400 forces of two units each in a
//! network of 60 places, 20 battles and 40 scheduled items; all units are worn. The bench measures a repeated frame and
//! a frame with all rows recomputed. It also measures an advance of the clock over a map of 1600 areas with 400
//! marching forces that look for enemies.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::{Terminal, backend::TestBackend, layout::Size};
use std::{collections::VecDeque, hint::black_box, path::Path, sync::Arc};
use wardiary_app::{Start, apply_effects, model::Model};
use wardiary_base::{
    book::RulebookDraft,
    dice::source::ScriptedDice,
    document,
    ground::{Cell, NetworkDraft, TheatreDraft},
    id::{Id, SideId, StackId, UnitId},
    text::Text,
};
use wardiary_diary::{
    assets::{self, Folders},
    diary::{Header, file::Save},
};
use wardiary_rules::{
    notation::{Instruction, parse_instruction},
    order::Recruit,
    rules,
    state::{
        Muster, State,
        muster::{MusteredSide, MusteredStack},
    },
};

const SIDES: u32 = 4;
const STACKS: u32 = 100;
const PLACES: usize = 60;

fn header() -> Header {
    let base = assets::rulebook("campaign", None).expect("it ships");
    let draft: RulebookDraft =
        document::read("(clock: (parts: [\"dawn\", \"dusk\"]), recover: (strength: 1))").expect("a draft reads");
    let book = Arc::new(draft.check(&base).expect("it is a book"));
    let mut muster = Muster::default();
    let places: Vec<Text> = (1..=PLACES).map(|at| format!("Place {at}").into()).collect();
    let roads = places.windows(2).map(|ends| (ends[0].clone(), ends[1].clone(), 2)).collect();
    let mut at = Vec::new();
    for side in 1..=SIDES {
        muster.sides.push(MusteredSide { id: SideId(side), name: format!("Side {side}").into() });
        for number in 1..=STACKS {
            let stack = StackId(1000 * side + number);
            muster.stacks.push(MusteredStack::new(stack, SideId(side), format!("Corps {side}-{number}")));
            at.push((Id::from(stack), places[(side as usize - 1) * 15 + number as usize % 15].clone()));
            for unit in 0..2 {
                let id = UnitId(10_000 * side + 10 * number + unit);
                let name = format!("Brigade {side}-{number}-{unit}");
                let kind = Some("infantry".into());
                muster.units.push(Recruit { stack: Some(stack), kind, ..Recruit::new(id, name) });
            }
        }
    }
    let network = NetworkDraft { title: "All of it".into(), about: Text::default(), places, roads };
    muster.theatre = Some(TheatreDraft { network: Some(network), at, ..TheatreDraft::default() });
    Header { title: "Large".into(), seed: "1914".parse().expect("a seed"), book, muster }
}

/// The program on the Campaign screen, after the battles.
fn campaign(home: &Path) -> (Model, State) {
    let mut save = Save::create(&home.join("large.ron"), header()).expect("a save");
    let mut at = 1_790_000_000;
    let mut give = |text: &str| {
        let Ok(Instruction::Order(order)) = parse_instruction(text, save.diary().state()) else {
            panic!("“{text}” is no order")
        };
        at += 1;
        let now = jiff::Timestamp::from_second(at).expect("a time");
        let mut dice = save.diary().program_dice(&[]);
        assert!(save.submit(order, &mut dice, now).is_ok(), "{text}");
    };
    for number in 1..=20 {
        let (first, second) = (number % SIDES + 1, (number + 1) % SIDES + 1);
        give(&format!("battle \"Battle {number}\" with \"Side {first}\" v \"Side {second}\""));
        for unit in 0..20 {
            give(&format!("lose #{} 1", 10_000 * first + 10 * (number * 4 + unit % 20)));
        }
        give("end battle because \"night fell\"");
        for thing in 1..=2 {
            give(&format!("schedule \"thing {thing} of {number}\" at day {} dusk", 10 + number));
        }
    }
    (0..3).for_each(|_| give("advance"));
    let state = save.diary().state().clone();
    let folders = Folders { saves: home.to_path_buf(), config: home.to_path_buf() };
    let mut model = wardiary_app::start(Start::Save(Box::new(save)), folders);
    model.size = Size::new(200, 60);
    press(&mut model, '5');
    (model, state)
}

/// Two sides of 200 units each on a map of 40 × 40 areas. One area in seven is woods. All units have orders and see ten
/// areas far.
fn over_a_map() -> State {
    const WIDTH: u32 = 40;
    let row = |row: u32| {
        (0..WIDTH).map(|at| if (3 * at + 5 * row).is_multiple_of(7) { 'w' } else { '.' }).collect::<String>()
    };
    let rows: Vec<String> = (0..WIDTH).map(row).collect();
    let (mut units, mut at) = (Vec::new(), Vec::new());
    for number in 0..400u16 {
        let (side, id) = (number % 2 + 1, 1000 + number);
        units.push(format!("(id: {id}, name: \"Brigade {id}\", side: {side})"));
        let cell = Cell { column: number % 20 * 2, row: number / 20 * 2 };
        at.push(format!("({id}, \"{cell}\")"));
    }
    let muster: Muster = document::read(&format!(
        "(sides: [(id: 1, name: \"Red\"), (id: 2, name: \"Blue\")], units: [{}], maps: [(id: 5, ground: (title: \"Plain\", \
         rows: {rows:?}, legend: {{'.': \"open\", 'w': \"woods\"}}))], theatre: (map: 5, at: [{}]))",
        units.join(", "),
        at.join(", ")
    ))
    .expect("a muster reads");
    let draft: RulebookDraft =
        document::read("(clock: (unit: \"day\"), sight: (range: 10, memory: 2))").expect("a draft reads");
    let book = Arc::new(draft.check(&assets::rulebook("campaign", None).expect("it ships")).expect("it is a book"));
    let mut state = muster.check(&book).expect("it is a muster");
    for number in 0..400u16 {
        let to = Cell { column: 39 - number % 20 * 2, row: 39 - number / 20 * 2 };
        // A unit without a path stays.
        if let Some(after) = carried_out(&state, &format!("march \"Brigade {}\" to {to}", 1000 + number)) {
            state = after;
        }
    }
    state
}

/// The state after an order that needs no dice. A refusal leaves the state unchanged.
fn carried_out(state: &State, text: &str) -> Option<State> {
    let Ok(Instruction::Order(order)) = parse_instruction(text, state) else { panic!("“{text}” is no order") };
    let mut nobody = ScriptedDice { faces: VecDeque::default() };
    rules::carry_out(state.clone(), &order, &mut nobody).ok().map(|done| done.result.after)
}

fn press(model: &mut Model, key: char) {
    let key = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
    let effects = wardiary_app::handle_event(model, Event::Key(key));
    apply_effects(model, effects);
}

pub fn run() {
    let home = tempfile::tempdir().expect("a folder");
    let mut criterion = super::criterion();
    let (mut model, state) = campaign(home.path());
    let mut terminal = Terminal::new(TestBackend::new(200, 60)).expect("a terminal");
    let mut frame = |model: &mut Model| {
        wardiary_app::prepare(model);
        terminal.draw(|frame| wardiary_app::draw(frame, black_box(model))).map(drop).expect("it draws");
    };
    criterion.bench_function("a frame of the Campaign screen (under 2 ms)", |b| b.iter(|| frame(&mut model)));
    criterion.bench_function("a frame with other stacks unfolded (under 2 ms)", |b| {
        b.iter(|| {
            press(&mut model, 'z');
            frame(&mut model);
        });
    });
    criterion.bench_function("a frame of another entry, with all rows made anew", |b| {
        let mut back = false;
        b.iter(|| {
            press(&mut model, if back { ']' } else { '[' });
            back = !back;
            frame(&mut model);
        });
    });
    let proposed = rules::proposals(&state).len();
    criterion.bench_function(&format!("{proposed} proposals to 400 forces"), |b| {
        b.iter(|| rules::proposals(black_box(&state)));
    });
    let state = over_a_map();
    criterion.bench_function("an advance with 400 forces in sight of each other (under 20 ms)", |b| {
        b.iter(|| carried_out(black_box(&state), "advance anyway").expect("time goes on"));
    });
    criterion.final_summary();
}
