//! `wardiary suggest`: what a side could do well now, and why. It gives no order.

use super::{answer::Answer, columns::columns, watcher::Watcher};
use crate::{
    assets::Folders,
    diary::EntryNo,
    error::{ErrorKind, UserError},
    id::SideId,
    notation::{self, named, order_text},
    state::{EntityKind, State},
    suggest::{self, Proposal},
    text,
};
use clap::Args;
use serde_json::{Value, json};
use std::ffi::OsString;

/// `wardiary suggest`
#[derive(Args)]
pub(super) struct Suggest {
    /// The save
    save: OsString,
    /// For this side; else for the side that is to act
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// As it was after this entry; 0 is the muster
    #[arg(long, value_name = "N")]
    at: Option<EntryNo>,
}

/// Proposes orders.
pub(super) fn suggest(args: &Suggest) -> Result<Answer, UserError> {
    let path = Folders::of_user()?.save(&args.save);
    let save = Watcher::begin().open_at(&path, args.at)?;
    let (state, entry) = (save.diary().state(), save.diary().head());
    let side = args.side.as_ref().map(|name| side_named(name, state)).transpose()?;
    let proposals = suggest::suggest(state, side, &save.diary().asked_this_turn());
    let told = |proposal: &Proposal| {
        json!({
            "order": order_text(state, &proposal.order),
            "reason": proposal.reason,
            "points": proposal.score,
            "by": proposal.who.map(|who| state.name(who)),
        })
    };
    let sides: Vec<SideId> = match side {
        Some(side) => vec![side],
        None => state.open_battles().flat_map(suggest::sides_to_act).collect(),
    };
    let sides: Vec<String> = sides.into_iter().map(|side| state.name(side)).collect();
    let json = json!({
        "entry": entry,
        "sides": sides,
        "proposals": proposals.iter().map(told).collect::<Value>(),
    });
    Ok(Answer::new(describe(state, &sides, &proposals), json).noting(&save))
}

fn side_named(name: &str, state: &State) -> Result<SideId, UserError> {
    let id = named(name, state, &[EntityKind::Side]);
    let id = id.map_err(|e| UserError { kind: ErrorKind::Usage, ..e.into_user_error(name) })?;
    Ok(SideId(id.0))
}

fn describe(state: &State, sides: &[String], proposals: &[Proposal]) -> String {
    if state.open_battles().next().is_none() {
        let none = "No battle is under way, so there is nothing to propose.";
        let last = state.battles().last().and_then(|battle| notation::battle_is_over(state, battle));
        return last.map_or(none.into(), |last| format!("{none} {last}."));
    }
    if proposals.is_empty() {
        let whom = if sides.is_empty() { "anybody".into() } else { text::list(sides) };
        return format!("There is nothing to propose to {whom} now.");
    }
    let whom = text::list(sides);
    let mut lines = vec![
        format!("What {whom} could do, the best first. Nothing of it is done until the order is given."),
        String::new(),
    ];
    let rows: Vec<Vec<String>> = proposals
        .iter()
        .map(|proposal| vec![format!("{:>5}", proposal.score), order_text(state, &proposal.order)])
        .collect();
    for (row, proposal) in columns(&rows).into_iter().zip(proposals) {
        lines.push(row);
        lines.push(format!("         {}.", text::sanitize(&proposal.reason)));
    }
    lines.join("\n")
}
