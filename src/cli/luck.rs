//! `wardiary luck` compares each side's rolls with their expectation.

mod luck_text;
mod swing;

use super::{
    command_output::CommandOutput,
    viewer::{self, ViewerArg, Watcher},
};
use clap::Args;
use serde_json::{Map, Value, json};
use std::ffi::OsString;
use swing::SwingOutput;
use wardiary_base::{id::BattleId, text};
use wardiary_diary::{
    diary::Diary,
    error::{ErrorKind, UserError},
};
use wardiary_odds::odds::assessment::{ActualAndExpected, Quantity};
use wardiary_report::{
    luck::{
        self, DEFAULT_EFFORT, Extreme, Faces, Luck, MechanismLuck, Scope, SideLuck, UnitLuck,
        words::{FAR_ROLLS, MEANING},
    },
    report::story::Appendix,
};
use wardiary_rules::{
    notation::resolve_name,
    state::{EntityKind, State},
};

/// How to read the figures.
const READING_HELP: &str = "Every roll is weighed by its exact odds at that moment: a phase of SCRUD by defeats inflicted minus defeats \
    suffered, so that one side's luck is the other's bad luck; each unit in it by its own dice; volleys and blows by their hits; tests by \
    the number of passes; EDNA by whether the unit acts. Where dice were rerolled, the first roll counts. Below 30 rolls \
    no percentile is given.";

/// The number of luckiest rolls printed for each side, and of unluckiest.
const EXTREMES: usize = 3;

/// `wardiary luck`
#[derive(Args, Default)]
#[command(after_help = format!("{READING_HELP} {MEANING} {FAR_ROLLS}"))]
pub(super) struct LuckArgs {
    /// The save
    save: OsString,
    /// Only the rolls of this battle
    #[arg(long, value_name = "BATTLE")]
    battle: Option<String>,
    /// Every roll once, including those on abandoned branches
    #[arg(long)]
    all: bool,
    /// Also print the luck of each unit, and of each stack for its blows
    #[arg(long)]
    units: bool,
    /// Also print the course of each battle: each side's losses towards its Exhaustion Point, turning points, SP from luck
    #[arg(long)]
    swing: bool,
    /// With --swing: simulate the rest of the battle from the end of each turn, this many times, by the rulebook's policy
    #[arg(long, value_name = "GAMES", requires = "swing", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    fought_out: Option<u32>,
    #[command(flatten)]
    view: ViewerArg,
}

struct LuckOutput<'a> {
    diary: &'a Diary,
    args: &'a LuckArgs,
    title: &'a str,
    entry: u32,
    state: &'a State,
    battle: Option<BattleId>,
    luck: &'a Luck,
    swings: Vec<SwingOutput>,
}

pub(super) fn luck(args: &LuckArgs) -> Result<CommandOutput, UserError> {
    let watcher = Watcher::begin();
    let save = args.view.open_save(&watcher, &args.save, None)?;
    let diary = save.diary();
    let state = diary.state();
    let battle = args.battle.as_ref().map(|name| battle_named(name, state)).transpose()?;
    let found = weighed(diary, &Scope { battle, all_branches: args.all, unit_losses: args.units }, &watcher)?;
    let swings = if args.swing { swings(diary, battle, (args.fought_out, &found), &watcher)? } else { Vec::new() };
    let title = viewer::titled(&save);
    let text = LuckOutput { diary, args, title: &title, entry: diary.head(), state, battle, luck: &found, swings };
    Ok(CommandOutput::new(text.text(), text.json()).with_view_notices(&save))
}

/// The appendix of a report: the luck in all battles, or in one.
pub(super) fn appendix(diary: &Diary, battle: Option<BattleId>, watcher: &Watcher) -> Result<Appendix, UserError> {
    let found = weighed(diary, &Scope { battle, all_branches: false, unit_losses: false }, watcher)?;
    let args = LuckArgs::default();
    let (title, entry, state) = (diary.header().title.as_name(), diary.head(), diary.state());
    Ok(LuckOutput { diary, args: &args, title: &title, entry, state, battle, luck: &found, swings: Vec::new() }
        .appendix())
}

fn weighed(diary: &Diary, scope: &Scope, watcher: &Watcher) -> Result<Luck, UserError> {
    let found = watcher.measure("weighing the rolls", |watch| luck::luck(diary, scope, &DEFAULT_EFFORT, watch));
    found.map_err(|_| UserError::refused("cancelled before all rolls were weighed"))
}

fn swings(
    diary: &Diary,
    battle: Option<BattleId>,
    (games, luck): (Option<u32>, &Luck),
    watcher: &Watcher,
) -> Result<Vec<SwingOutput>, UserError> {
    let all = diary.state().battles().iter().map(|battle| battle.id);
    let battles: Vec<BattleId> = all.filter(|id| battle.is_none_or(|wanted| wanted == *id)).collect();
    watcher.measure("playing the games", |watch| SwingOutput::of(diary, &battles, (games, luck), watch))
}

/// The battle of that name.
pub(super) fn battle_named(name: &str, state: &State) -> Result<BattleId, UserError> {
    let found = resolve_name(name, state, &[EntityKind::Battle]);
    let id = found.map_err(|error| {
        let there: Vec<String> = state.battles().iter().map(|battle| format!("“{}”", battle.name)).collect();
        let hint = match there.len() {
            0 => "the save has no battles".to_string(),
            1 => format!("its only battle is {}", there[0]),
            _ => format!("its battles are {}", text::list(&there)),
        };
        UserError { kind: ErrorKind::Usage, hint: Some(hint), ..UserError::from_notation(error, name) }
    })?;
    Ok(BattleId(id.0))
}

fn key(counted: Quantity) -> &'static str {
    match counted {
        Quantity::Inflicted => "inflicted",
        Quantity::Suffered => "suffered",
        Quantity::Hits => "hits",
        Quantity::Passed => "passed",
        Quantity::Acted => "acted",
    }
}

fn tally_json(tally: ActualAndExpected) -> Value {
    json!({ "actual": tally.actual, "expected": tally.expected })
}

fn mechanism_json(found: &MechanismLuck) -> Value {
    let mut all = Map::new();
    all.insert("mechanism".into(), found.kind.word().into());
    all.insert("rolls".into(), found.rolls.into());
    all.extend(found.counts.iter().map(|(counted, tally)| (key(*counted).to_string(), tally_json(*tally))));
    all.into()
}

impl LuckOutput<'_> {
    fn side_json(&self, found: &SideLuck) -> Value {
        json!({
            "side": self.state.name(found.side),
            "rolls": found.rolls,
            "weighed": found.mechanisms.iter().map(mechanism_json).collect::<Value>(),
            "strength": {
                "rolls": found.strength_rolls,
                "taken": tally_json(found.taken),
                "lost": tally_json(found.lost),
            },
            "luck": found.luck,
            "percentile": found.percentile,
        })
    }

    fn sides_json(&self, battle: Option<BattleId>) -> Value {
        let sides: Vec<SideLuck> =
            self.luck.sides().into_iter().map(|side| self.luck.side_luck(side, battle)).collect();
        sides.iter().filter(|found| found.rolls > 0).map(|found| self.side_json(found)).collect()
    }

    fn unit_json(&self, found: &UnitLuck) -> Value {
        json!({
            "unit": self.state.name(found.who),
            "side": self.state.side_of(found.who).map(|side| self.state.name(side)),
            "weighed": found.mechanisms.iter().map(mechanism_json).collect::<Value>(),
            // Null if the expected loss was not computed, which differs from a loss of zero.
            "strength": (found.strength_rolls > 0)
                .then(|| json!({ "rolls": found.strength_rolls, "lost": tally_json(found.lost) })),
        })
    }

    fn faces_json(&self, faces: &Faces) -> Value {
        json!({
            "source": faces.source.word(),
            "side": faces.side.map(|side| self.state.name(side)),
            "die": faces.die.sides(),
            "counts": faces.counts,
            "fairness": faces.fairness(),
        })
    }

    fn extreme_json(&self, roll: &Extreme) -> Value {
        json!({
            "no": roll.no,
            "side": self.state.name(roll.side),
            "better_than": roll.better_than,
            "as_good_as": roll.as_good_as,
        })
    }

    fn json(&self) -> Value {
        let luck = self.luck;
        let left_out = luck.left_out.iter().map(|(why, rolls)| json!({ "why": why.reason(), "rolls": rolls }));
        let battle =
            |battle: BattleId| json!({ "battle": self.state.name(battle), "sides": self.sides_json(Some(battle)) });
        let mut json = json!({
            "rolls": luck.all_rolls(),
            "weighed": luck.rolls.len(),
            "left_out": left_out.collect::<Value>(),
            "sides": self.sides_json(None),
            "battles": luck.battles().into_iter().map(battle).collect::<Value>(),
            "units": luck.unit_luck(None).iter().map(|found| self.unit_json(found)).collect::<Value>(),
            "faces": luck.faces.iter().map(|faces| self.faces_json(faces)).collect::<Value>(),
            "undone": luck.undone,
            "extremes": luck.extremes(EXTREMES).iter().map(|roll| self.extreme_json(roll)).collect::<Value>(),
        });
        if self.args.swing {
            json["swing"] = self.swings.iter().map(|text| self.swing_json(text)).collect();
        }
        json
    }
}
