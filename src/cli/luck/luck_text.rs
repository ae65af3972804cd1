//! The luck as text.

use super::{super::command_output::columns, EXTREMES, LuckOutput};
use wardiary_base::{id::BattleId, text};
use wardiary_odds::odds::assessment::{ActualAndExpected, Quantity, RollKind};
use wardiary_report::{
    luck::{
        DieSource, Extreme, Faces, MechanismLuck, SideLuck, UnitLuck,
        words::{
            FAR_ROLLS, MEANING, counted_text, face_counts, generals_under_fire, luck_in_brief, luck_sentence,
            rolls_text, standing, tally_cells, undone_text, unevenness,
        },
    },
    report::{
        action, names,
        story::{Appendix, Table},
    },
};

impl LuckOutput<'_> {
    pub(super) fn appendix(&self) -> Appendix {
        let luck = self.luck;
        let sides: Vec<SideLuck> = luck.sides().into_iter().map(|side| luck.side_luck(side, self.battle)).collect();
        let rolls = text::count(luck.all_rolls(), "roll was made", "rolls were made");
        let mut lines =
            vec![format!("{rolls}, {} of them weighed by the exact odds at that moment.", luck.rolls.len())];
        lines.extend(self.meaning());
        lines.extend(sides.iter().map(|found| format!("{}.", self.sentence(found))));
        let table = |caption: &str, head: &[&'static str], rows: Vec<(Option<u32>, Vec<String>)>| Table {
            caption: caption.into(),
            head: head.to_vec(),
            rows,
        };
        let plain = |rows: Vec<Vec<String>>| rows.into_iter().map(|row| (None, row)).collect::<Vec<_>>();
        let mut tables: Vec<Table> = sides
            .iter()
            .map(|found| {
                let head = ["Rolls", "What", "Actual", "Expected", "Difference"];
                let mut rows = side_rows(found);
                rows.iter_mut().filter_map(|row| row.get_mut(3)).for_each(|cell| {
                    *cell = cell.trim_end_matches(" expected").to_string();
                });
                table(&self.state.name(found.side), &head, plain(rows))
            })
            .collect();
        let battles = luck.battles();
        if battles.len() > 1 && self.battle.is_none() {
            let rows = battles.into_iter().flat_map(|battle| self.battle_rows(battle)).collect();
            tables.push(table("By battle", &["Battle", "Side", "Rolls", "Luck", "Percentile"], plain(trimmed(rows))));
        }
        let extremes = self.extreme_rows();
        let extremes: Vec<(Option<u32>, Vec<String>)> = extremes.into_iter().map(|(no, row)| (Some(no), row)).collect();
        tables.push(table(
            "The luckiest and the unluckiest rolls",
            &["Entry", "When", "Side", "Result", "Order"],
            extremes,
        ));
        let generals = generals_under_fire(self.luck, self.state, EXTREMES).into_iter();
        let generals: Vec<_> = generals.map(|(no, text)| (Some(no), vec![format!("entry {no}"), text])).collect();
        if !generals.is_empty() {
            tables.push(table("Generals under fire", &["Entry", "Chance"], generals));
        }
        tables.push(table(
            "Faces rolled",
            &["Die", "Rolled by", "Fairness", "Faces"],
            plain(trimmed(self.dice_rows())),
        ));
        tables.retain(|table| !table.rows.is_empty());
        let notes = self.unweighed_lines().iter().map(|note| format!("{}.", text::capitalized(note))).collect();
        Appendix { key: "luck", title: "Luck".into(), text: lines, tables, notes, json: self.json() }
    }

    pub(super) fn text(&self) -> String {
        let luck = self.luck;
        let where_to = match (self.battle, self.args.all) {
            (Some(battle), false) => format!("in {}", self.state.name(battle)),
            (Some(battle), true) => format!("in {}, on all branches", self.state.name(battle)),
            (None, true) => "on all branches".into(),
            (None, false) => format!("up to entry {}", self.entry),
        };
        let rolls = text::count(luck.all_rolls(), "roll", "rolls");
        let mut lines = vec![format!("{}: {rolls} {where_to}, {} weighed", self.title, luck.rolls.len())];
        for side in luck.sides() {
            lines.push(String::new());
            lines.extend(self.side(&luck.side_luck(side, None)));
        }
        let battles = luck.battles();
        if battles.len() > 1 {
            lines.extend([String::new(), "By battle".into()]);
            lines.extend(columns(&battles.into_iter().flat_map(|battle| self.battle_rows(battle)).collect::<Vec<_>>()));
        }
        if self.args.units {
            lines.extend(self.units());
        }
        lines.extend(self.extremes());
        let generals = generals_under_fire(self.luck, self.state, EXTREMES).into_iter();
        let generals: Vec<Vec<String>> = generals.map(|(no, text)| vec![format!("entry {no}"), text]).collect();
        lines.extend(titled("Generals under fire", &generals));
        lines.extend(self.dice());
        lines.extend(self.swings.iter().flat_map(|text| self.swing_text(text)));
        lines.push(String::new());
        lines.extend(self.unweighed_lines());
        lines.extend(self.meaning().into_iter().flat_map(|meaning| [String::new(), meaning]));
        lines.join("\n")
    }

    /// An explanation of luck if any roll was weighed, and of which rolls are listed singly.
    fn meaning(&self) -> Option<String> {
        let far = if self.luck.extremes(1).is_empty() { String::new() } else { format!(" {FAR_ROLLS}") };
        (!self.luck.rolls.is_empty()).then(|| format!("{MEANING}{far}"))
    }

    fn sentence(&self, found: &SideLuck) -> String {
        luck_sentence(&names::with_article(&self.state.name(found.side)), found)
    }

    fn side(&self, found: &SideLuck) -> Vec<String> {
        let mut lines = vec![self.sentence(found)];
        lines.extend(columns(&side_rows(found)).into_iter().map(|line| format!("  {line}")));
        lines
    }

    fn battle_rows(&self, battle: BattleId) -> Vec<Vec<String>> {
        let sides = self.luck.sides().into_iter().map(|side| self.luck.side_luck(side, Some(battle)));
        let row = |found: SideLuck| {
            let name = format!("  {}", self.state.name(battle));
            vec![
                name,
                self.state.name(found.side),
                text::count(found.rolls, "roll", "rolls"),
                luck_in_brief(&found),
                standing(&found),
            ]
        };
        sides.filter(|found| found.rolls > 0).map(row).collect()
    }

    fn units(&self) -> Vec<String> {
        let units = self.luck.unit_luck(None);
        let rows = |unit: &UnitLuck| {
            let mut rows = Vec::new();
            for mechanism in &unit.mechanisms {
                let name = || format!("  {}", self.state.name(unit.who));
                rows.extend(counts_rows(mechanism).into_iter().map(|row| [vec![name()], row].concat()));
            }
            if unit.strength_rolls > 0 && (unit.lost.expected > 0.0 || unit.lost.actual > 0) {
                let all = unit.mechanisms.iter().find(|found| found.kind == RollKind::Scrud).map(|found| found.rolls);
                let of = match unit.strength_rolls {
                    n if Some(n) == all => String::new(),
                    n => text::count(n, "phase", "phases"),
                };
                let head = [format!("  {}", self.state.name(unit.who)), of, "SP lost".into()];
                rows.push(head.into_iter().chain(tally_cells(unit.lost)).collect());
            }
            rows
        };
        let rows: Vec<Vec<String>> = units.iter().flat_map(rows).collect();
        if rows.is_empty() {
            return vec![String::new(), "By unit: no unit has rolled dice of its own".into()];
        }
        [vec![String::new(), "By unit".into()], columns(&rows)].concat()
    }

    /// The place of an entry and its order in words: `Ligny, turn 2`, and the order.
    pub(super) fn place_and_order(&self, no: u32) -> (String, String) {
        let Some(step) = self.diary.step(no) else { return (String::new(), String::new()) };
        let account = step.account();
        let battle = account.battle.map(|battle| self.state.name(battle));
        let turn = account.turn.map(|turn| format!("turn {turn}"));
        let when: Vec<String> = battle.into_iter().chain(turn).collect();
        (when.join(", "), action(&step))
    }

    fn extreme_rows(&self) -> Vec<(u32, Vec<String>)> {
        let row = |roll: &Extreme| {
            let entry = format!("entry {}", roll.no);
            let (when, order) = self.place_and_order(roll.no);
            (roll.no, vec![entry, when, self.state.name(roll.side), roll.rank().describe_for_players(), order])
        };
        self.luck.extremes(EXTREMES).iter().map(row).collect()
    }

    fn extremes(&self) -> Vec<String> {
        let rows: Vec<Vec<String>> = self.extreme_rows().into_iter().map(|(_, row)| row).collect();
        titled("The luckiest and the unluckiest rolls", &rows)
    }

    fn dice_rows(&self) -> Vec<Vec<String>> {
        let row = |faces: &Faces| {
            let whose = match (faces.source, faces.side) {
                (DieSource::Program, _) => "the program".into(),
                (DieSource::Table, Some(side)) => format!("on the table, {}", self.state.name(side)),
                (DieSource::Table, None) => "on the table, no side".into(),
                (DieSource::Seen, Some(side)) => format!("seen, {}", self.state.name(side)),
                (DieSource::Seen, None) => "seen, no side".into(),
            };
            vec![faces.die.to_string(), whose, unevenness(faces), face_counts(faces)]
        };
        self.luck.faces.iter().map(row).collect()
    }

    fn dice(&self) -> Vec<String> {
        titled("Faces rolled", &self.dice_rows())
    }

    fn unweighed_lines(&self) -> Vec<String> {
        let left_out = self.luck.left_out.iter();
        let left_out = left_out.map(|(why, rolls)| format!("not weighed: {rolls}, {}", why.reason()));
        left_out.chain([undone_text(self.luck.undone)]).collect()
    }
}

/// The results of a side's rolls, one row a count.
fn side_rows(found: &SideLuck) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for mechanism in &found.mechanisms {
        rows.extend(counts_rows(mechanism));
    }
    if found.strength_rolls > 0 && (found.taken.expected > 0.0 || found.lost.expected > 0.0) {
        let of = match found.strength_rolls {
            n if n == found.rolls => String::new(),
            n => text::count(n, "roll", "rolls"),
        };
        for (what, tally, of) in [("SP inflicted", found.taken, of), ("SP lost", found.lost, String::new())] {
            rows.push(std::iter::once(of).chain([what.into()]).chain(tally_cells(tally)).collect());
        }
    }
    rows
}

/// Rows under a title; nothing if there are none.
fn titled(title: &str, rows: &[Vec<String>]) -> Vec<String> {
    if rows.is_empty() {
        return Vec::new();
    }
    let rows = columns(rows).into_iter().map(|line| format!("  {line}"));
    [String::new(), title.into()].into_iter().chain(rows).collect()
}

fn trimmed(rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    rows.into_iter().map(|row| row.iter().map(|cell| cell.trim().to_string()).collect()).collect()
}

/// A row for each count of a mechanism; the first also has the number of rolls.
fn counts_rows(found: &MechanismLuck) -> Vec<Vec<String>> {
    let row = |(at, (counted, tally)): (usize, &(Quantity, ActualAndExpected))| {
        let rolls = if at == 0 { rolls_text(found.kind, found.rolls) } else { String::new() };
        let mut row = vec![rolls, counted_text(*counted).to_string()];
        row.extend(tally_cells(*tally));
        row
    };
    found.counts.iter().enumerate().map(row).collect()
}
