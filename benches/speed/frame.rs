//! A frame of the battle screen at 200×60, with diaries of 10,000 and of 100 entries side by side.

use criterion::Criterion;
use ratatui::{Terminal, backend::TestBackend, layout::Size};
use std::hint::black_box;
use wardiary_app::{Start, model::Model};
use wardiary_diary::{
    assets::{self, Folders},
    diary::{
        file::{Mode, Save, new_save_text},
        seal::Secret,
    },
};
use wardiary_rules::notation::{Instruction, parse_instruction};

/// The program with a campaign of this many entries.
fn campaign(home: &std::path::Path, entries: u32) -> Model {
    let header = assets::scenario("grand-couronne", None, "7".parse().expect("a seed")).expect("it ships");
    let (mut text, seals) = new_save_text(&header, Secret::fresh().expect("random bytes"));
    let mut chain = seals.chain();
    let mut diary = wardiary_diary::diary::Diary::new(header).expect("a sound muster");
    let orders = [
        "note \"on they come\"",
        "edna #100",
        "rally #100 1",
        "shake #205 1",
        "rally #205 1",
        "pass",
        "scrud #12 v #22",
    ];
    let mut at = 0;
    while diary.next_no() <= entries {
        at += 1;
        let Ok(Instruction::Order(order)) = parse_instruction(orders[at % orders.len()], diary.state()) else {
            continue;
        };
        let now = jiff::Timestamp::from_second(1_790_000_000 + i64::from(diary.next_no())).expect("a time");
        if let Ok(new) = diary.carry_out(order, &mut diary.program_dice(&[]), now) {
            let mut record = wardiary_diary::diary::Record::Entry(new.entry);
            text.extend([chain.write(&mut record).as_str(), ",\n"]);
            diary.append(record).expect("an entry of its own");
        }
    }
    text.push_str(&chain.closers());
    let path = home.join(format!("{entries}.ron"));
    std::fs::write(&path, text).expect("a file");
    let folders = Folders { saves: home.to_path_buf(), config: home.to_path_buf() };
    let save = Save::open(&path, Mode::Read).expect("a sound save");
    let mut model = wardiary_app::start(Start::Save(Box::new(save)), folders);
    model.size = Size::new(200, 60);
    model
}

fn frames(c: &mut Criterion) {
    let home = tempfile::tempdir().expect("a folder");
    let mut group = c.benchmark_group("frame 200x60");
    for entries in [100, 10_000] {
        let mut model = campaign(home.path(), entries);
        let mut terminal = Terminal::new(TestBackend::new(200, 60)).expect("a terminal");
        group.bench_function(format!("{entries} entries"), |b| {
            b.iter(|| {
                wardiary_app::prepare(&mut model);
                terminal.draw(|frame| wardiary_app::draw(frame, black_box(&model))).map(drop).expect("it draws");
            });
        });
    }
    group.finish();
}

pub fn run() {
    let mut criterion = super::criterion();
    frames(&mut criterion);
    criterion.final_summary();
}
