//! The battles with their results, those under way first, then the finished ones, latest first; and the score.

use super::{CampaignItem, CampaignRow, RowTone, capitalize};
use crate::header::awaited;
use wardiary_base::{
    id::{BattleId, SideId},
    text,
};
use wardiary_rules::{
    notation::{self, battle_over_reason, campaign_end_text},
    state::{Battle, EntityKind, Losses, Score, State},
};

/// `Battles: 2 under way, 3 over`
pub(super) fn title(state: &State) -> String {
    let open = state.open_battles().count();
    let over = state.battles().len() - open;
    match (open, over) {
        (0, 0) => "Battles: none yet".into(),
        (0, over) => format!("Battles: {over} over"),
        (open, 0) => format!("Battles: {open} under way"),
        (open, over) => format!("Battles: {open} under way, {over} over"),
    }
}

/// A row for each battle. A campaign without one offers the first.
pub fn rows(state: &State) -> Vec<CampaignRow> {
    let over = state.battles().iter().rev().filter(|battle| battle.ended.is_some());
    let rows: Vec<CampaignRow> = state.open_battles().chain(over).map(|battle| row(state, battle)).collect();
    if !rows.is_empty() || state.units().is_empty() || state.ended().is_some() {
        return rows;
    }
    if state.sides().len() < 2 {
        return vec![CampaignRow::missing("a battle needs two sides: add another", "side \"")];
    }
    let sides: Vec<SideId> = state.sides().iter().map(|side| side.id).collect();
    let all: Vec<String> =
        sides.iter().map(|side| notation::reference_text(state, (*side).into(), &[EntityKind::Side])).collect();
    vec![CampaignRow::missing(
        "no battle has been fought yet: begin the first",
        format!("battle \"Battle 1\" with {}", all[..all.len().min(2)].join(" v ")),
    )]
}

fn row(state: &State, battle: &Battle) -> CampaignRow {
    let is_over = battle.ended.is_some();
    CampaignRow {
        tail: losses(state, battle),
        ..CampaignRow::new(
            CampaignItem::Battle(battle.id),
            battle.name.to_string(),
            if is_over { result(state, battle) } else { awaited_and_turn(state, battle) },
            if is_over { RowTone::Muted } else { RowTone::Urgent },
        )
    }
}

/// The result, the winner first.
fn result(state: &State, battle: &Battle) -> String {
    notation::winner_first(state, battle.winner(), status(state, battle))
}

/// `Germans to act, turn 2`: the awaited side comes first because little room may be left.
fn awaited_and_turn(state: &State, battle: &Battle) -> String {
    let turn = super::card::turn(state, battle).map(|turn| format!(", {turn}")).unwrap_or_default();
    format!("{}{turn}", awaited(state, battle))
}

/// The result, or what the battle waits for.
pub(super) fn status(state: &State, battle: &Battle) -> String {
    battle_over_reason(state, battle).unwrap_or_else(|| {
        let turn = super::card::turn(state, battle).map(|turn| format!("{turn}, ")).unwrap_or_default();
        format!("{turn}{}", awaited(state, battle))
    })
}

/// Each side's losses, in the order of sides: `lost 3 v 17`.
fn losses(state: &State, battle: &Battle) -> String {
    let lost =
        |contingent| state.losses(battle, contingent).map_or_else(|| "?".into(), |losses| losses.lost.to_string());
    format!("lost {}", battle.contingents.iter().map(lost).collect::<Vec<_>>().join(" v "))
}

pub(super) fn summary(state: &State, id: BattleId) -> Vec<String> {
    let Some(battle) = state.battle(id) else { return Vec::new() };
    let over = if battle.ended.is_some() { "over: " } else { "" };
    let mut lines = vec![capitalize(&format!("{over}{}", status(state, battle)))];
    lines.extend(state.map_of(id).map(|map| format!("Fought on the map {}.", map.name)));
    for contingent in &battle.contingents {
        let losses = state.losses(battle, contingent);
        let exhausted = if contingent.exhausted { ", exhausted" } else { "" };
        lines.push(format!(
            "{}: {}, {}{exhausted}",
            state.name(contingent.side),
            text::count(contingent.units().count(), "unit", "units"),
            Losses::describe(losses),
        ));
    }
    lines
}

/// `Score: Germans ahead by 3`, or how the campaign ended.
pub(super) fn score_title(state: &State) -> String {
    if state.ended().is_some() {
        return "Score: campaign over".into();
    }
    match state.points_leader() {
        Some((side, by)) => format!("Score: {} ahead by {by}", state.name(side)),
        None if state.score().iter().any(|score| !score.is_known) => "Score: not fully known".into(),
        None => "Score: nobody is ahead".into(),
    }
}

/// A row for each side with points, after a row for the campaign's end if it is over.
pub fn score_rows(state: &State) -> Vec<CampaignRow> {
    let winner = state.ended().and_then(|end| end.decision.as_ref()?.award.winner());
    let ended = state.ended().map(|_| campaign_end_text(state).unwrap_or_else(|| "the campaign is over".into()));
    let over = ended
        .map(|ended| notation::winner_first(state, winner, ended))
        .map(|text| CampaignRow::new(CampaignItem::End, "", text, RowTone::Urgent));
    let score = if state.keeps_score() { state.score() } else { Vec::new() };
    let row = |score: &Score| CampaignRow {
        details: score_parts(score),
        ..CampaignRow::new(
            CampaignItem::Force(score.side.into()),
            state.name(score.side),
            score.total_words(),
            RowTone::Plain,
        )
    };
    over.into_iter().chain(score.iter().map(row)).collect()
}

/// `objectives 3, losses 2`: what a side's points are for.
pub fn score_parts(score: &Score) -> String {
    let parts = [
        ("objectives", score.objectives),
        ("losses", score.losses),
        ("battles", score.battles),
        ("rulings", score.rulings),
    ];
    let parts = parts.into_iter().filter(|(_, points)| *points != 0).map(|(what, points)| format!("{what} {points}"));
    parts.collect::<Vec<_>>().join(", ")
}
