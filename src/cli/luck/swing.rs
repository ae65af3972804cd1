//! The swing of battles, for `wardiary luck --swing`.

use super::{super::command_output::columns, LuckOutput};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use wardiary_base::{id::BattleId, text};
use wardiary_diary::{diary::Diary, error::UserError};
use wardiary_odds::{
    odds::{Monitor, forecast::words::percent},
    suggest::playtest::PlaytestResults,
};
use wardiary_report::{
    battle_timeline::{BattleTimeline, LossShare, Measure, PlayoutCache, SwingMoment, TurningPoint, battle_timeline},
    luck::{Luck, words::signed},
};

/// The number of turning points printed.
const TURNING_POINTS: usize = 3;

/// The fixed seed of the games simulated from the end of a turn, for reproducible output.
const SIMULATION_SEED: u64 = 0;

/// The course of a battle and, if asked for, simulations from the ends of its turns.
pub(super) struct SwingOutput {
    swing: BattleTimeline,
    fought_out: Vec<(u32, u32, PlaytestResults)>,
    /// Why nothing could be simulated.
    unplayable: Option<String>,
}

impl SwingOutput {
    pub fn of(
        diary: &Diary,
        battles: &[BattleId],
        (games, luck): (Option<u32>, &Luck),
        watch: Monitor,
    ) -> Result<Vec<Self>, UserError> {
        let rolls = luck.notable_rolls();
        let mut cache = games.map(|games| PlayoutCache::new(games, SIMULATION_SEED));
        let mut text = Vec::new();
        let timeline = |battle: &BattleId| Some(battle_timeline(diary, *battle)?.with_rolls(&rolls));
        let swings: Vec<BattleTimeline> = battles.iter().filter_map(timeline).collect();
        let ends_turn = |moment: &&SwingMoment| moment.ends_turn;
        let all: f64 = swings.iter().flat_map(|swing| &swing.moments).filter(ends_turn).map(|_| 1.0).sum();
        let mut at = 0.0;
        for swing in swings {
            let battle = swing.battle;
            let mut one = Self { swing, fought_out: Vec::new(), unplayable: None };
            if let Some(cache) = &mut cache {
                let ends = one.swing.moments.iter().filter(ends_turn);
                for SwingMoment { no, turn, .. } in ends {
                    let played = watch.subtask((at, all), |watch| cache.results(diary, (*no, battle), watch));
                    at += 1.0;
                    match played {
                        _ if watch.cancel.load(Ordering::Relaxed) => {
                            return Err(UserError::refused("cancelled before all games were played"));
                        }
                        Ok(played) => one.fought_out.push((*no, *turn, played)),
                        Err(why) => one.unplayable = Some(why.to_string()),
                    }
                }
            }
            text.push(one);
        }
        Ok(text)
    }
}

impl LuckOutput<'_> {
    /// The Strength Points that luck gave a side in a battle: damage done above its expectation, and losses below
    /// theirs.
    fn strength_from_luck(&self, battle: BattleId) -> Vec<(wardiary_base::id::SideId, f64, usize)> {
        let sides = self.luck.sides().into_iter().map(|side| self.luck.side_luck(side, Some(battle)));
        sides
            .filter(|found| found.strength_rolls > 0)
            .map(|f| (f.side, f.strength_gained(), f.strength_rolls))
            .collect()
    }

    pub(super) fn swing_json(&self, text: &SwingOutput) -> Value {
        let swing = &text.swing;
        let name = |at: usize| self.state.name(swing.sides[at]);
        let moment = |moment: &SwingMoment| {
            let side = |(at, way): (usize, &LossShare)| json!({ "side": name(at), "lost": way.lost, "of": way.of, "share": way.share() });
            json!({
                "no": moment.no,
                "turn": moment.turn,
                "sides": moment.sides.iter().enumerate().map(side).collect::<Value>(),
            })
        };
        let point = |point: &TurningPoint| {
            let moved = point.lead_changes.iter().enumerate();
            let moved = moved.map(|(at, moved)| json!({ "side": name(at), "moved": moved })).collect::<Value>();
            let events = point.notable.iter().map(|(kind, _)| kind.word()).collect::<Value>();
            json!({ "no": point.no, "turn": point.turn, "leads": moved, "events": events })
        };
        let gave = self.strength_from_luck(swing.battle).into_iter();
        let gave = gave
            .map(|(side, points, rolls)| json!({ "side": self.state.name(side), "strength": points, "rolls": rolls }));
        let fought_out = text.fought_out.iter().map(|(no, turn, played)| {
            let side = |(at, side): (usize, &wardiary_odds::suggest::playtest::SideFigures)| {
                json!({ "side": self.state.name(played.sides[at]), "won": side.won })
            };
            json!({
                "no": no,
                "turn": turn,
                "method": "simulated",
                "games": played.games,
                "sides": played.figures.sides.iter().enumerate().map(side).collect::<Value>(),
                "drawn": played.figures.drawn,
                "undecided": played.figures.undecided,
            })
        });
        json!({
            "battle": self.state.name(swing.battle),
            "measure": match swing.measure {
                Measure::ExhaustionPoint => "exhaustion point",
                Measure::AllStrength => "all strength",
            },
            "way": swing.changes().map(moment).collect::<Value>(),
            "turning_points": swing.turning_points(TURNING_POINTS).iter().map(point).collect::<Value>(),
            "gave": gave.collect::<Value>(),
            "fought_out": fought_out.collect::<Value>(),
        })
    }

    pub(super) fn swing_text(&self, text: &SwingOutput) -> Vec<String> {
        let swing = &text.swing;
        let whole = match swing.measure {
            Measure::ExhaustionPoint => "its Exhaustion Point",
            Measure::AllStrength => "its whole strength",
        };
        let mut lines =
            vec![String::new(), format!("{}: each side’s losses as a share of {whole}", self.state.name(swing.battle))];
        let mut head = vec!["  entry".to_string(), "turn".into()];
        head.extend(swing.sides.iter().map(|side| self.state.name(*side)));
        let row = |moment: &SwingMoment| {
            let no = if moment.no == 0 { "  muster".into() } else { format!("  {}", moment.no) };
            let mut row = vec![no, moment.turn.to_string()];
            row.extend(
                moment.sides.iter().map(|way| format!("{} of {} SP, {}", way.lost, way.of, percent(way.share()))),
            );
            row
        };
        lines.extend(columns(&std::iter::once(head).chain(swing.changes().map(row)).collect::<Vec<_>>()));
        let points = swing.turning_points(TURNING_POINTS);
        if !points.is_empty() {
            lines.extend([
                String::new(),
                "Turning points: the entries that moved the lead most, and notable events".into(),
            ]);
            lines.extend(columns(&points.iter().map(|point| self.point(swing, point)).collect::<Vec<_>>()));
        }
        let gave = self.strength_from_luck(swing.battle);
        if !gave.is_empty() {
            lines.extend([String::new(), "SP gained or lost by luck".into()]);
            let row = |(side, points, rolls): &(wardiary_base::id::SideId, f64, usize)| {
                vec![
                    format!("  {}", self.state.name(*side)),
                    format!("{} SP", signed(*points)),
                    format!("in {}", text::count(*rolls, "roll", "rolls")),
                ]
            };
            lines.extend(columns(&gave.iter().map(row).collect::<Vec<_>>()));
        }
        lines.extend(self.fought_out(text));
        lines
    }

    fn point(&self, swing: &BattleTimeline, point: &TurningPoint) -> Vec<String> {
        let names: Vec<String> = swing.sides.iter().map(|side| self.state.name(*side)).collect();
        vec![
            format!("  entry {}", point.no),
            format!("turn {}", point.turn),
            point.cost(&names, swing.measure),
            self.place_and_order(point.no).1,
        ]
    }

    fn fought_out(&self, text: &SwingOutput) -> Vec<String> {
        if let Some(why) = &text.unplayable {
            return vec![String::new(), format!("It can’t be simulated: {why}")];
        }
        let Some((_, _, first)) = text.fought_out.first() else { return Vec::new() };
        let games = text::count(usize::try_from(first.games).unwrap_or(usize::MAX), "game", "games");
        let mut lines =
            vec![String::new(), format!("Simulated from the end of each turn: {games} each, by the rulebook’s policy")];
        let row = |(no, turn, played): &(u32, u32, PlaytestResults)| {
            #[allow(clippy::cast_precision_loss, reason = "games are fewer than 2^53")]
            let share = |n: u64| percent(n as f64 / played.games.max(1) as f64);
            let mut row = vec![format!("  turn {turn}"), format!("entry {no}")];
            let won = played.sides.iter().zip(&played.figures.sides);
            row.extend(won.map(|(side, figures)| format!("{} win {}", self.state.name(*side), share(figures.won))));
            row.push(format!("drawn {}", share(played.figures.drawn)));
            row.extend(
                (played.figures.undecided > 0).then(|| format!("undecided {}", share(played.figures.undecided))),
            );
            row
        };
        lines.extend(columns(&text.fought_out.iter().map(row).collect::<Vec<_>>()));
        lines
    }
}
