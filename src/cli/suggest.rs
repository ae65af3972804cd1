//! `wardiary suggest` proposes good orders for a side, and `wardiary proposals` lists what is due between battles, with
//! reasons. They give none of them.

use super::{
    command_output::{CommandOutput, columns},
    viewer::{Watcher, side_named},
};
use clap::Args;
use serde_json::{Value, json};
use std::ffi::OsString;
use wardiary_base::{id::SideId, text};
use wardiary_diary::{assets::Folders, error::UserError};
use wardiary_odds::suggest::{self, SuggestedOrder};
use wardiary_report::report::model;
use wardiary_rules::{
    notation::{self, Destination, order_text, proposal_reason},
    rules::{self, ProposalList},
    state::State,
};

/// `wardiary suggest`
#[derive(Args)]
pub(super) struct Suggest {
    /// The save
    save: OsString,
    /// For this side; by default for the side to act
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// As of this entry (0 is the muster), the end of a branch, "turn 3" or "day 3 dawn"
    #[arg(long, value_name = "PLACE")]
    at: Option<Destination>,
}

pub(super) fn suggest(args: &Suggest) -> Result<CommandOutput, UserError> {
    let path = Folders::of_user()?.save_path(&args.save)?;
    let save = Watcher::begin().open_at(&path, args.at.as_ref())?;
    let (state, entry) = (save.diary().state(), save.diary().head());
    let side = args.side.as_ref().map(|name| side_named(name, state)).transpose()?;
    let proposals =
        suggest::suggest(state, side, &save.diary().edna_tests_this_turn(), &save.diary().recent_consultations());
    let text = |proposal: &SuggestedOrder| {
        json!({
            "order": order_text(state, &proposal.order),
            "reason": proposal.reason,
            "points": proposal.score,
            "by": proposal.who.map(|who| state.name(who)),
        })
    };
    let is_between = state.open_battles().next().is_none();
    let sides: Vec<SideId> = match side {
        Some(side) => vec![side],
        None if is_between => state.sides().iter().map(|side| side.id).collect(),
        None => state.open_battles().flat_map(suggest::sides_to_act).collect(),
    };
    let sides: Vec<String> = sides.into_iter().map(|side| state.name(side)).collect();
    let beside = suggest::notes(state, side);
    let json = json!({
        "entry": entry,
        "sides": sides,
        "between_battles": is_between,
        "proposals": proposals.iter().map(text).collect::<Value>(),
        "beside": beside,
    });
    Ok(CommandOutput::new(describe(state, &sides, &proposals, &beside), json).with_notices(&save))
}

/// The proposals while no battle is under way, or a hint where to look for them.
fn between_battles(state: &State, sides: &[String], proposals: &[SuggestedOrder], beside: &[String]) -> String {
    let last = state.battles().last().and_then(|battle| notation::battle_over_line(state, battle));
    let mut lines = vec!["No battle is under way.".to_string()];
    lines.extend(last.map(|last| format!("{last}.")));
    let contacts: Vec<String> = state
        .contacts()
        .iter()
        .map(|contact| {
            let (number, (first, second)) = (contact.number, contact.forces);
            let (first, second) = (state.name(first), state.name(second));
            format!("{first} and {second} are in contact: `battle NAME from contact {number}` starts their battle.")
        })
        .collect();
    lines.push(match (proposals.is_empty(), contacts.is_empty()) {
        (false, _) => format!("Options for {} between battles. Suggestions only.", text::list(sides)),
        (true, false) => "Nothing else is due.".into(),
        (true, true) if state.ended().is_some() => "The campaign is over.".into(),
        (true, true) => "Nothing is due: `battle NAME with FORCE v FORCE` starts a battle.".into(),
    });
    let mut lines = vec![lines.join(" "), String::new()];
    for proposal in proposals {
        lines.push(order_text(state, &proposal.order));
        lines.push(format!("    {}.", proposal.reason));
    }
    lines.extend(beside.iter().map(|text| format!("{text}.")));
    lines.extend(contacts);
    lines.join("\n").trim_end().to_string()
}

fn describe(state: &State, sides: &[String], proposals: &[SuggestedOrder], beside: &[String]) -> String {
    if state.open_battles().next().is_none() {
        return between_battles(state, sides, proposals, beside);
    }
    if proposals.is_empty() {
        let whom = if sides.is_empty() { "anybody".into() } else { text::list(sides) };
        return format!("There is nothing to suggest to {whom} now.");
    }
    let whom = text::list(sides);
    let mut lines = vec![format!("Options for {whom}, best first, with points. Suggestions only."), String::new()];
    let rows: Vec<Vec<String>> = proposals
        .iter()
        .map(|proposal| vec![format!("{:>5}", proposal.score), order_text(state, &proposal.order)])
        .collect();
    for (row, proposal) in columns(&rows).into_iter().zip(proposals) {
        lines.push(row);
        lines.push(format!("         {}.", proposal.reason));
    }
    lines.join("\n")
}

/// `wardiary proposals`
#[derive(Args)]
pub(super) struct Proposals {
    /// The save
    save: OsString,
    /// As of this entry (0 is the muster), the end of a branch, "turn 3" or "day 3 dawn"
    #[arg(long, value_name = "PLACE")]
    at: Option<Destination>,
}

pub(super) fn proposals(args: &Proposals) -> Result<CommandOutput, UserError> {
    let path = Folders::of_user()?.save_path(&args.save)?;
    let save = Watcher::begin().open_at(&path, args.at.as_ref())?;
    let (state, entry) = (save.diary().state(), save.diary().head());
    let proposed = rules::proposals_without(state, &[]);
    let json = json!({
        "entry": entry,
        "time": state.time(),
        "proposals": model::proposals(state, &proposed.all),
        "more_waits": proposed.has_more,
    });
    Ok(CommandOutput::new(describe_proposals(state, &proposed), json).with_notices(&save))
}

pub(super) fn describe_proposals(state: &State, proposed: &ProposalList) -> String {
    if proposed.all.is_empty() {
        return "Nothing is due between battles now.".into();
    }
    let about =
        "Orders due between battles. Suggestions only: `give proposal 1` gives the first, `give all` all of them.";
    let mut lines = vec![about.to_string(), String::new()];
    for (number, proposal) in (1..).zip(&proposed.all) {
        lines.push(format!("{number}  {}", order_text(state, &proposal.order)));
        lines.push(format!("    {}.", proposal_reason(state, &proposal.reason)));
    }
    if proposed.has_more {
        lines.extend([String::new(), format!("{}.", notation::more_proposals_note(proposed.all.len()))]);
    }
    lines.join("\n")
}
