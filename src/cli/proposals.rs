//! `wardiary proposals` lists what is due between battles, as orders with their reasons. It gives none of them.

use super::{command_output::CommandOutput, watcher::Watcher};
use clap::Args;
use serde_json::json;
use std::ffi::OsString;
use wardiary_base::text;
use wardiary_diary::{assets::Folders, diary::EntryNo, error::UserError};
use wardiary_report::report::model;
use wardiary_rules::{
    notation::{self, order_text, proposal_reason},
    rules::{self, ProposalList},
    state::State,
};

/// `wardiary proposals`
#[derive(Args)]
pub(super) struct Proposals {
    /// The save
    save: OsString,
    /// As it was after this entry; 0 is the muster
    #[arg(long, value_name = "N")]
    at: Option<EntryNo>,
}

pub(super) fn proposals(args: &Proposals) -> Result<CommandOutput, UserError> {
    let path = Folders::of_user()?.save_path(&args.save);
    let save = Watcher::begin().open_at(&path, args.at)?;
    let (state, entry) = (save.diary().state(), save.diary().head());
    let proposed = rules::proposals_without(state, &[]);
    let json = json!({
        "entry": entry,
        "time": state.time(),
        "proposals": model::proposals(state, &proposed.all),
        "more_waits": proposed.has_more,
    });
    Ok(CommandOutput::new(describe(state, &proposed), json).with_notices(&save))
}

fn describe(state: &State, proposed: &ProposalList) -> String {
    if proposed.all.is_empty() {
        return "Nothing is due between battles now.".into();
    }
    let mut lines = vec![
        "What is due between battles. Nothing of it is done until the order is given, changed or not.".to_string(),
        String::new(),
    ];
    for proposal in &proposed.all {
        lines.push(order_text(state, &proposal.order));
        lines.push(format!("    {}.", text::sanitize(&proposal_reason(state, &proposal.reason))));
    }
    if proposed.has_more {
        lines.extend([String::new(), format!("{}.", notation::more_proposals_note(proposed.all.len()))]);
    }
    lines.join("\n")
}
