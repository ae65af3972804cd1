//! `wardiary muster` makes a campaign from a table of units, and a table from a campaign.

use super::{
    command_output::CommandOutput,
    open::{may_open, open_program},
    output_file,
    viewer::Watcher,
};
use clap::Args;
use serde_json::json;
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};
use wardiary_app::{Start, resolved_settings::SettingOverrides};
use wardiary_base::{
    dice::source::Seed,
    document,
    ground::TheatreDraft,
    text::{self, Text, name_match::normalized_name},
};
use wardiary_diary::{
    assets::{
        self, Folders, Scenario,
        roster::{self, TableOptions},
        unit_table,
    },
    diary::{
        Header,
        file::{self, Save},
        seal::Secret,
    },
    error::{UserError, display_path},
};

/// `wardiary muster`
#[derive(Args)]
#[command(after_help = COLUMNS)]
pub(super) struct MusterFile {
    /// The table: a CSV, .xlsx or .ods file
    #[arg(required_unless_present = "from")]
    file: Option<PathBuf>,
    /// The title of the campaign and of its first battle; by default made from the file's name
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// The rulebook
    #[arg(long, value_name = "BOOK", default_value = assets::DEFAULT_RULEBOOK)]
    rules: String,
    /// The map of the battle, on which the columns `at` and `facing` place units: its name or its file
    #[arg(long, value_name = "MAP", conflicts_with = "from")]
    map: Option<String>,
    /// The theatre as a network: a text with a road on each line, `Thorn - Kulm 2`, or a CSV table with the columns from, to, length
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    roads: Option<PathBuf>,
    /// The sheet of an .xlsx or .ods file; by default the first one with the headings
    #[arg(long, value_name = "NAME", conflicts_with = "from")]
    sheet: Option<String>,
    /// The strengths are men, and this many make one Strength Point (rounded, at least 1); 1 keeps them as Strength Points
    #[arg(long, value_name = "MEN", conflicts_with = "from", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    strength_per: Option<u32>,
    /// Refuse columns that can't be read; by default they are left out, and a note says so
    #[arg(long, conflicts_with = "from")]
    strict: bool,
    /// Start no battle yet
    #[arg(long, conflicts_with = "from")]
    no_battle: bool,
    /// Where to write the new save, or with --from the table; `-` is standard output
    #[arg(short, long, value_name = "FILE", value_parser = output_file::parser())]
    output: Option<PathBuf>,
    /// Write a scenario for starting campaigns instead of a save; `-` is standard output
    #[arg(long, value_name = "FILE.ron", conflicts_with_all = ["output", "seed"], value_parser = output_file::parser())]
    scenario: Option<PathBuf>,
    /// The seed of the program's dice, in hexadecimal; by default a new one
    #[arg(long, value_name = "HEX")]
    seed: Option<Seed>,
    /// Make the save without opening it
    #[arg(long)]
    no_open: bool,
    /// The reverse: write the current units of a save as such a table
    #[arg(long, value_name = "SAVE", conflicts_with_all = ["file", "title", "scenario", "seed"])]
    from: Option<OsString>,
    /// Write the table for Excel: with semicolons and a byte order mark
    #[arg(long, requires = "from")]
    excel: bool,
}

pub const COLUMNS: &str = "The heading row names the columns, in any order; each row below is one unit or several:\n\
    \u{20} side       required: the side's name\n\
    \u{20} stack      required: the stack's name; blank for a unit in no stack\n\
    \u{20} formation  the formations that its stack belongs to, the largest first: Army of the North / II Corps\n\
    \u{20} name       required: the unit's name, unique in its stack\n\
    \u{20} kind       its troop type; by default the rulebook's first\n\
    \u{20} strength   its full Strength Points, 1 to 999; by default its troop type's\n\
    \u{20} lost       Strength Points it has lost already\n\
    \u{20} edna       the EDNA it starts with, 0 to 200; by default the rulebook's\n\
    \u{20} worn       EDNA it has lost already\n\
    \u{20} grade      its grade; by default the ladder's neutral one\n\
    \u{20} count      how many such units, numbered 1, 2, 3 …; by default one\n\
    \u{20} attack     Attack; this and the numbers below are 0 to 9999, by default 0\n\
    \u{20} defense    Defense\n\
    \u{20} dmg        the damage it adds to a blow that hits\n\
    \u{20} dr         the damage it takes off a blow that hits its stack\n\
    \u{20} init       Initiative\n\
    \u{20} move       Move\n\
    \u{20} upkeep     Upkeep, ignoring any waiver\n\
    \u{20} level      Level\n\
    \u{20} specials   how many Specials it has\n\
    \u{20} bonus      the bonus that a Caster gives its stack\n\
    \u{20} ranks      ruler, heir, attuned, warlord, royal, noble, caster, decrypted: any of them, separated by blanks\n\
    \u{20} leads      for a stack's leader: the stack's posture, neutral, offensive, defensive or screening\n\
    \u{20} screens    what its stack screens: left, STACK (or another Edge); unit, NAME, STACK; structure, WORDS\n\
    \u{20} weapons    what it fires with, separated by commas; by default its troop type's weapons\n\
    \u{20} at         its area on the map, such as C5; blank if it is not on the map\n\
    \u{20} facing     the edge it faces there: n, e, s or w, on hexes n, ne, se, s, sw or nw; by default n\n\
    \u{20} tests      tests it has besides its troop type's: Leadership pass-one 2d 4-, Nerve pass-all 3d 5+\n\
    Other common headings are read too, such as Unit, Type, Brigade, Men or Quality, and a note says so. \
    Unknown columns are left out with a note, those whose heading begins with # without one. \
    Rows above the headings are not read.\n\
    Rows of one stack stand together. Rows of the same name elsewhere make another stack, named after its formation or \
    with a number. Columns such as `division` and `corps` may stand for the column `formation`. \
    Cells of a CSV file may be separated by commas, semicolons or tabs.\n\
    Sides with units start in a battle with each other, unless --no-battle is given.";

pub(super) fn muster(
    muster: &MusterFile,
    as_json: bool,
    chosen: &SettingOverrides,
) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    if let Some(save) = &muster.from {
        return export(&folders.save_path(save)?, output_file::named(muster.output.as_deref()), muster.excel);
    }
    let file = muster.file.as_deref().unwrap_or(Path::new(""));
    let title = muster.title.as_deref().map_or_else(|| unit_table::title(file), normalized_name);
    if let Some(fault) = text::name_fault(&title) {
        return Err(UserError::usage(fault));
    }
    let book = assets::rulebook(&muster.rules, Some(&folders))?;
    let options = TableOptions {
        sheet: muster.sheet.as_deref(),
        strict: muster.strict,
        strength_per: muster.strength_per,
        ..TableOptions::new(&title, &book)
    };
    let read = unit_table::read(file, muster.map.as_deref(), &folders, options)?;
    let read = read.map_err(|faults| unit_table::refused(file, &faults))?;
    // Notes about the table must be read before the program covers them.
    let opens = may_open(chosen) && !muster.no_open && !as_json && read.notes.is_empty();
    let mut notes: Vec<String> = std::iter::once(read.summary()).chain(read.notes).collect();
    let mut read = read.muster;
    if muster.no_battle {
        read.battles.clear();
    }
    if let Some(roads) = &muster.roads {
        read.theatre =
            Some(TheatreDraft { network: Some(assets::roads::roads_of_file(roads)?), ..TheatreDraft::default() });
    }
    let one_sided = read.battles.is_empty() && !muster.no_battle;
    notes.extend(one_sided.then(|| "there is only one side, so no battle was started".to_string()));
    let many = read.units.len();
    let mut answer = if let Some(path) = &muster.scenario {
        let scenario =
            Scenario { title: title.into(), about: Text::default(), rules: muster.rules.as_str().into(), muster: read };
        let scenario = document::to_lines(&scenario, 3) + "\n";
        if output_file::named(Some(path)).is_none() {
            CommandOutput::document(scenario)
        } else {
            file::export(path, &scenario)?;
            CommandOutput::new(display_path(path), json!({ "path": path.display().to_string(), "units": many }))
        }
    } else {
        let seed = muster.seed.map_or_else(Seed::random, Ok).map_err(UserError::refused)?;
        let header = Header { title: title.as_str().into(), seed, book, muster: read };
        if muster.output.is_some() && output_file::named(muster.output.as_deref()).is_none() {
            let secret = Secret::fresh().map_err(UserError::refused)?;
            let (save, seals) = file::new_save_text(&header, secret);
            CommandOutput::document(save + &seals.chain().closers())
        } else {
            let path = match &muster.output {
                Some(path) if assets::is_path(path.as_os_str()) => assets::new_save_file(path.as_os_str())?,
                Some(name) => folders.free_save_path(&name.to_string_lossy()),
                None => folders.free_save_path(&title),
            };
            let save = Save::create(&path, header)?;
            if opens {
                return open_program(Start::Save(Box::new(save)), chosen);
            }
            let json = json!({ "path": path.display().to_string(), "title": title, "units": many });
            let name = path.file_stem().filter(|stem| folders.save_path(stem).is_ok_and(|named| named == path));
            let name = name.map_or_else(|| display_path(&path), |stem| text::sanitize(&stem.to_string_lossy()));
            notes.push(format!("open it: wardiary open {name}"));
            CommandOutput::new(display_path(&path), json).with_notices(&save)
        }
    };
    answer.notes.extend(notes.iter().map(|note| text::sanitize(note)));
    Ok(answer)
}

fn export(save: &Path, to: Option<&Path>, excel: bool) -> Result<CommandOutput, UserError> {
    let save = Watcher::begin().open_at(save, None)?;
    let table = text::sanitize_lines(&roster::write(save.diary().state()));
    let table = if excel { roster::for_excel(&table) } else { table };
    match to {
        None => Ok(CommandOutput::verbatim(table)),
        Some(path) => {
            file::export(path, &table)?;
            Ok(CommandOutput::new(display_path(path), json!({ "path": path.display().to_string() })))
        }
    }
}
