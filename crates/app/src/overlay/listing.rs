//! Lists over a screen: the branches of the diary, proposals, confirmations, and the conflicts of a rebase before it is
//! accepted.

use super::{
    comparison::Comparison,
    list_dialog::{Dialog, ListDialog, row},
    order_form::{FORMS, OrderForm},
    order_line::{FORCES, OrderLine, force_names},
    review_line::{ReviewLine, ReviewPrompt},
    save_as::SaveAsLine,
};
use crate::{
    command_id::GroupId,
    component::{Action, Actions, Command, CommandMode, always},
    effect::Effect,
    screen::ScreenName,
    session::Session,
};
use std::{collections::BTreeMap, path::Path};
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, Id, SideId, StackId},
    sides::CombatSide,
    text,
};
use wardiary_diary::{
    diary::{
        Account, Diary, EntryNo, Remarks,
        amend::{Consequence, Rebase, RebaseEffect},
        compare::PathComparison,
        file::Save,
        tree::Branch,
    },
    error::display_path,
    share::Preview,
};
use wardiary_odds::suggest::{self, SuggestedOrder};
use wardiary_rules::{
    notation::{self, Destination, Instruction},
    rules::{self, Attack, Outstanding},
    state::{State, Unit},
};
use wardiary_view::list_dialog::{ListMark, ListRow};

pub(crate) type Listing = ListDialog<OnAccept>;

pub(crate) enum OnAccept {
    /// Continues the diary from the entry of the row.
    GoTo(Vec<EntryNo>),
    /// Views the entry of the row.
    View(Vec<EntryNo>),
    /// Views the entry of the row on the Review screen.
    Review(Vec<EntryNo>),
    /// Compares the path to this entry with the path to the entry of the row. The last row is another copy of the save.
    Compare(EntryNo, Vec<EntryNo>),
    /// Continues the diary from this entry, if the first row is selected.
    ContinueFrom(EntryNo),
    Rebase(Box<Rebase>),
    /// Lists what the side of the row will learn from its next share.
    PreviewShare(Vec<SideId>),
    /// Writes the share of this side, or of each side.
    Share(Option<SideId>),
    /// Gives these lines as orders, starting with the selected row.
    Script(Vec<String>),
    /// Opens the order line with the start of the row's order.
    StartOrder(Vec<String>),
    /// Opens the form of the row's order.
    StartForm(Vec<String>),
    /// Applies the choice of the row to entries that are in memory but missing from the save's file.
    Recover(Vec<RecoveryChoice>),
}

/// The options for a file that lacks entries that are in memory.
#[derive(Clone, Copy)]
pub(crate) enum RecoveryChoice {
    WriteBack,
    AcceptFile,
    ContinueInCopy,
    SaveAs,
}

const COMMANDS: &[&[Command<Listing, Session>]] = &[
    &commands! { ListAccept, "accept", "accept the selected row, or the whole list", always, Dialog::accept; },
    &commands! { @ find ListFind, find_next ListFindNext; },
    &motions!(ListDown, ListUp, ListPageDown, ListPageUp, ListTop, ListBottom),
    &commands! { ListClose, "back", "back to the table; nothing changes", always, |_, _| vec![Action::Close]; },
];

impl Listing {
    pub fn of_branches(diary: &Diary) -> Self {
        let mut branches = diary.branches();
        branches.sort_by_key(|branch| (branch.name.is_none(), std::cmp::Reverse(branch.last)));
        let selected = branches.iter().position(|branch| branch.current).unwrap_or(0);
        let row = |branch: &Branch| {
            let last = diary.headline(branch.last).unwrap_or_default();
            let from = if branch.from == 0 { "the muster".into() } else { format!("entry {}", branch.from) };
            ListRow {
                head: branch.title(),
                body: format!(
                    "{} after {from}, to entry {}: {last}",
                    text::count(branch.entries, "entry", "entries"),
                    branch.last
                ),
                mark: if branch.current { ListMark::Branch } else { ListMark::None },
            }
        };
        let about = "Enter goes to the end of a branch; the next order continues from there. Nothing is erased.";
        let rows = branches.iter().map(row).collect();
        let ends = branches.iter().map(|branch| branch.last).collect();
        Self::new("Branches of the diary", about, rows, OnAccept::GoTo(ends)).selecting(selected)
    }

    /// The branches of a diary, to view their ends.
    pub(crate) fn of_branch_ends(diary: &Diary) -> Self {
        let mut list = Self::of_branches(diary);
        if let OnAccept::GoTo(ends) = list.answers {
            list.answers = OnAccept::View(ends);
        }
        list.about = "Enter shows the end of a branch. Nothing is written.".into();
        list
    }

    /// The branches of a diary to compare with the path to this entry, and another copy of the save.
    pub(crate) fn to_compare(diary: &Diary, end: EntryNo) -> Self {
        let branches = Self::of_branches(diary);
        let OnAccept::GoTo(ends) = &branches.answers else { return branches };
        let others = || ends.iter().zip(&branches.list.rows).filter(|(other, _)| **other != end);
        let copy =
            row("another copy of this save …", "a file that was continued separately, such as on another computer");
        let about = format!("Enter compares it with the branch that ends at entry {end}, from where they diverge.");
        let rows = others().map(|(_, row)| row.clone()).chain([copy]).collect();
        let ends = others().map(|(other, _)| *other).collect();
        Self::new("Compare with …", about, rows, OnAccept::Compare(end, ends))
    }

    /// Lines that are given as orders when the list is accepted; `about` says so, or why they stopped.
    pub(crate) fn of_script(lines: Vec<String>, about: Option<String>) -> Self {
        let row = |line: &String| row(text::sanitize(line), "");
        let about = about.unwrap_or_else(|| "Enter gives these orders, starting with the selected one.".into());
        Self::new("Orders to give", about, lines.iter().map(row).collect(), OnAccept::Script(lines))
    }

    pub(crate) fn of_remarks(diary: &Diary, here: EntryNo) -> Self {
        let numbers: Vec<EntryNo> = diary.remarks().map(|(no, _)| no).collect();
        let row = |(no, remarks): (EntryNo, &Remarks)| ListRow {
            head: format!("entry {no}: {}", diary.headline(no).unwrap_or_default()),
            body: remarks.lines().join("; "),
            mark: if no == here { ListMark::Here } else { ListMark::None },
        };
        let about = if numbers.is_empty() { "There are no remarks yet." } else { "Enter shows the entry." };
        let at = numbers.iter().position(|no| *no >= here).unwrap_or(0);
        let rows = diary.remarks().map(row).collect();
        Self::new("Remarks and bookmarks", about, rows, OnAccept::View(numbers)).selecting(at)
    }

    /// The entries about a force, latest first, to view on the Review screen.
    pub(crate) fn of_entries(whose: &str, entries: &[Account]) -> Self {
        let rows = entries.iter().map(|entry| row(entry.no.to_string(), &entry.headline)).collect();
        let about = "Enter shows the entry on the Review screen. Nothing is written.";
        let numbers = entries.iter().map(|entry| entry.no).collect();
        Self::new(format!("The diary of {whose}"), about, rows, OnAccept::Review(numbers))
    }

    pub(crate) fn to_continue_from(diary: &Diary, no: EntryNo) -> Self {
        let place = if no == 0 { "the muster".to_string() } else { format!("entry {no}") };
        let behind = diary.children(no).next().is_some();
        let stays = if behind { "; later entries stay as a branch" } else { "" };
        let rows = vec![
            row("continue", format!("at the table; the next order follows {place}{stays}")),
            row("stay", "keep reading; nothing changes"),
        ];
        let title = format!("Continue from {place}?");
        Self::new(title, "Nothing has been written yet.", rows, OnAccept::ContinueFrom(no))
    }

    /// The sides, to choose one and read what it will learn from its next share.
    pub(crate) fn of_sides_to_share(diary: &Diary) -> Self {
        let sides: Vec<SideId> = diary.state().sides().iter().map(|side| side.id).collect();
        let row = |side: &SideId| {
            row(
                diary.state().name(*side),
                Preview::of(diary, *side).map_or_else(
                    |faults| faults.iter().map(ToString::to_string).collect(),
                    |preview| preview.known_text(),
                ),
            )
        };
        let rows = sides.iter().map(row).collect();
        Self::new(
            "Share with …",
            "Enter lists what the side will learn. Nothing is written yet.",
            rows,
            OnAccept::PreviewShare(sides),
        )
    }

    /// Lists the news in the next share of a side, or of each side.
    pub(crate) fn of_share(diary: &Diary, side: Option<SideId>) -> Self {
        let news = |side: SideId| match Preview::of(diary, side) {
            Ok(preview) => {
                let what = if preview.is_empty() { " nothing new" } else { ":" };
                let head = (format!("{} will learn{what}", preview.side), preview.known_text());
                std::iter::once(head).chain(preview.news()).collect()
            }
            Err(faults) => vec![(faults.iter().map(ToString::to_string).collect(), String::new())],
        };
        let sides = diary.state().sides().iter().map(|side| side.id).filter(|one| side.is_none_or(|side| side == *one));
        let rows = sides.flat_map(news).map(|(head, body)| row(head, body)).collect();
        let (title, what) = match side {
            Some(_) => ("The next share", "Enter writes the share beside the save"),
            None => {
                ("The next share of each side", "Enter writes the shares into the mail folder, or else beside the save")
            }
        };
        let about = format!("{what}; from then on this is shared. Esc writes nothing.");
        Self::new(title, about, rows, OnAccept::Share(side)).without_numbers()
    }

    /// The outstanding actions of a battle's turn: combats, rounds, then each unit that can still attack.
    pub(crate) fn of_outstanding(state: &State, battle: BattleId) -> Self {
        let left = rules::outstanding(state, battle);
        let mut rows = Vec::new();
        let mut orders = Vec::new();
        let mut add_row = |head: String, body: String, order: String| {
            rows.push(row(head, body));
            orders.push(order);
        };
        let fights = Outstanding { units: Vec::new(), ..left.clone() };
        let text = notation::outstanding_phrases(state, battle, &fights);
        let next = left.combats.iter().map(|at| phase_order(state, battle, *at));
        let rounds = left.due_rounds.iter().chain(&left.open_rounds).map(|at| round_order(state, battle, *at));
        let contacts = left.contacts.iter().map(|(stack, beside)| conflict_order(state, *stack, beside));
        let fights = next.chain(rounds).map(|order| (order, "continues it"));
        for (head, (order, does)) in text.into_iter().zip(fights.chain(contacts.map(|order| (order, "starts it")))) {
            add_row(head, format!("`{order}` {does}"), order);
        }
        let ways = state.battle(battle).map_or_else(BTreeMap::new, |battle| rules::attacks_left(state, battle));
        let acting = state.battle(battle).and_then(|battle| battle.acting_side);
        let mut units: Vec<&Unit> = left.units.iter().filter_map(|unit| state.unit(*unit)).collect();
        units.sort_by_key(|unit| acting.is_some_and(|side| unit.side != side));
        for unit in units {
            let ways = ways.get(&unit.id).map_or(&[][..], Vec::as_slice);
            let place = state.name(unit.stack.map_or(Id::from(unit.side), Id::from));
            let can = notation::can_still_text(state, &[unit.id], "");
            add_row(
                unit.name.to_string(),
                format!("{} in {place}, can still {can}{}", unit.kind, notation::attacks_text(ways)),
                attack_order(state, unit, ways),
            );
        }
        let name = state.name(battle);
        let turn = state.battle(battle).map_or(0, |b| b.turn);
        let about = if rows.is_empty() {
            "Nothing is left to do."
        } else if left.open_rounds.is_empty() {
            "Enter starts the order. A combat that is unfinished at the end of the turn is broken off; a Conflict continues."
        } else {
            "Enter starts the order. A Conflict, and a round of it under way, continues in the next turn; a combat that is \
             unfinished at the end of this one is broken off."
        };
        let title = format!("Still to do in turn {turn} of {name}");
        Self::new(title, about, rows, OnAccept::StartOrder(orders))
    }

    /// The orders that have a form, with the values that hold now.
    pub(crate) fn of_forms(state: &State) -> Self {
        let orders: Vec<String> = FORMS.iter().map(|form| form.current_text(state)).collect();
        let rows = FORMS.iter().zip(&orders).map(|(form, order)| row(form.title, order)).collect();
        Self::new("Set up", "Enter opens a form; the order is given there.", rows, OnAccept::StartForm(orders))
    }

    /// The proposed orders of a side, best first.
    pub(crate) fn of_proposals(state: &State, side: Option<SideId>, proposals: &[SuggestedOrder]) -> Self {
        let sides = state.open_battles().flat_map(suggest::sides_to_act);
        let sides: Vec<SideId> = side.map_or_else(|| sides.collect(), |side| vec![side]);
        let names: Vec<String> = sides.into_iter().map(|side| state.name(side)).collect();
        let title = match names.as_slice() {
            [] => "Options between battles".into(),
            names => format!("Options for {}", text::list(names)),
        };
        let mut about =
            vec!["Enter puts an order into the order line; nothing happens until you give it there.".to_string()];
        if state.open_battles().next().is_some() {
            about.insert(0, "Best first.".into());
        }
        about.extend(suggest::notes(state, side).iter().map(|text| format!("{text}.")));
        let orders: Vec<String> = proposals.iter().map(|p| notation::order_text(state, &p.order)).collect();
        let rows = orders.iter().zip(proposals).map(|(order, proposal)| row(order, &proposal.reason)).collect();
        Self::new(title, about.join(" "), rows, OnAccept::StartOrder(orders))
    }

    /// Lists the effects of a rebase on later entries, and the milder way if there is one.
    pub(crate) fn of_rebase(rebase: Rebase) -> Self {
        let mut effects = Vec::new();
        let mut rows = Vec::new();
        for Consequence { effect, summary, rows: group } in rebase.consequences() {
            effects.push(summary);
            let mark = if effect == RebaseEffect::Lost { ListMark::Branch } else { ListMark::None };
            rows.extend(group.into_iter().map(|(head, body)| ListRow { head, body, mark }));
        }
        let about = if effects.is_empty() {
            format!(
                "The save is open for reading. Enter writes to it: {} on a new branch, and everything still holds. Esc \
                 changes nothing.",
                text::count(rebase.replayed, "entry", "entries")
            )
        } else {
            format!(
                "{} entry {}: {}. Enter accepts the change anyway, on a new branch{}; Esc changes nothing.",
                text::count(rebase.replayed, "entry follows", "entries follow"),
                rebase.entry,
                text::list(&effects),
                if rebase.milder.is_some() { ", and the last row is a milder way" } else { "" }
            )
        };
        let title = format!("Entry {} changed", rebase.entry);
        if rows.is_empty() {
            rows.push(row("write to the save", "the entries of before stay as a branch"));
        } else if let Some(order) = &rebase.milder {
            rows.push(row(format!("instead: {order}…\""), "Enter here begins that amendment; less is lost"));
        }
        // A rebase is accepted as a whole.
        Self::new(title, about, rows, OnAccept::Rebase(Box::new(rebase))).without_numbers()
    }

    /// The options if the file holds only a prefix of the entries in memory.
    pub(crate) fn of_truncated_file(save: &Save, last: EntryNo, rescue_copy: &Path) -> Self {
        let (newest, rescue_copy) = (save.diary().next_no() - 1, display_path(rescue_copy));
        let missing = match newest - last {
            0 => "the last undo or redo".to_string(),
            1 => format!("entry {newest}"),
            _ => format!("entries {} to {newest}", last + 1),
        };
        let about = format!(
            "Another program replaced the file with an older one: {missing} would be lost. The whole save is kept in {rescue_copy}."
        );
        Self::of_recovery(
            "The file was replaced with an older one",
            about,
            &[
                (
                    RecoveryChoice::WriteBack,
                    "put mine back",
                    "write this save back to the file; the older one is kept beside it",
                ),
                (RecoveryChoice::AcceptFile, "take the older file", "continue from there"),
                (
                    RecoveryChoice::ContinueInCopy,
                    "continue in the copy",
                    "the older file is not changed, and you continue in the kept copy",
                ),
                (RecoveryChoice::SaveAs, "save as …", "the whole save, under another name"),
            ],
        )
    }

    /// The options if the file can't be read any more, or is gone.
    pub(crate) fn of_unreadable_file(why: &str, rescue_copy: &Path, gone: bool) -> Self {
        let there = if gone { "" } else { "; its current content is kept beside it" };
        let back = format!("write this save back to the file{there}");
        Self::of_recovery(
            "The file can't be read any more",
            format!("{why}. The whole save is kept in {}.", display_path(rescue_copy)),
            &[
                (RecoveryChoice::WriteBack, "put mine back", &back),
                (RecoveryChoice::ContinueInCopy, "continue in the copy", "you continue in the kept copy"),
                (RecoveryChoice::SaveAs, "save as …", "the whole save, under another name"),
            ],
        )
    }

    fn of_recovery(title: &str, about: String, choices: &[(RecoveryChoice, &str, &str)]) -> Self {
        let rows = choices.iter().map(|(_, head, body)| row(*head, *body)).collect();
        Self::new(title, about, rows, OnAccept::Recover(choices.iter().map(|(choice, ..)| *choice).collect()))
    }
}

impl Dialog for OnAccept {
    type Context = Session;

    const MODES: &'static [CommandMode<Listing, Session>] = &[CommandMode::new(GroupId::List, "In a list", COMMANDS)];

    fn accept(list: &mut Listing, session: &mut Session) -> Actions<Session> {
        let mut steps = vec![Action::Close];
        let selected = list.selected();
        match &list.answers {
            OnAccept::StartOrder(orders) => {
                let order = orders.get(selected).filter(|_| session.takes_orders());
                steps.extend(order.into_iter().flat_map(|order| OrderLine::open_action(order.clone())));
            }
            OnAccept::StartForm(orders) => {
                let order = orders.get(selected).filter(|_| session.takes_orders()).cloned();
                steps.extend(order.into_iter().flat_map(|order| OrderForm::open_action(&order, session)));
            }
            OnAccept::Recover(choices) => match choices.get(selected) {
                Some(RecoveryChoice::WriteBack) => steps.push(Action::Effect(Effect::WriteBack)),
                Some(RecoveryChoice::AcceptFile) => steps.push(Action::Effect(Effect::AcceptFile)),
                Some(RecoveryChoice::ContinueInCopy) => steps.push(Action::Effect(Effect::ContinueInCopy)),
                Some(RecoveryChoice::SaveAs) => steps.push(SaveAsLine::opened(session)),
                None => {}
            },
            OnAccept::View(numbers) => {
                numbers.get(selected).into_iter().for_each(|no| session.view_entry(*no));
            }
            OnAccept::Review(numbers) => {
                if let Some(no) = numbers.get(selected) {
                    session.view_entry(*no);
                    steps.push(Action::Effect(Effect::Show(ScreenName::Review, None)));
                }
            }
            OnAccept::Compare(end, others) => steps.push(match others.get(selected) {
                Some(other) => {
                    let compared = PathComparison::of_branches(session.diary(), [*end, *other]).unwrap_or_default();
                    Action::Open(Box::new(Comparison::new(compared, true)))
                }
                None => Action::Open(Box::new(ReviewLine::new(ReviewPrompt::Copy(*end), ""))),
            }),
            OnAccept::ContinueFrom(no) => {
                steps.extend((selected == 0).then_some(Action::Effect(Effect::ContinueFrom(*no))));
            }
            OnAccept::Script(lines) => {
                steps.push(Action::Effect(Effect::GiveLines(lines.iter().skip(selected).cloned().collect())));
            }
            OnAccept::PreviewShare(sides) => {
                let list = sides.get(selected).map(|side| Listing::of_share(session.diary(), Some(*side)));
                steps.extend(list.map(|list| Action::Open(Box::new(list))));
            }
            OnAccept::Share(side) => steps.push(Action::Effect(Effect::WriteShares(*side))),
            OnAccept::Rebase(rebase) => match &rebase.milder {
                Some(order) if !rebase.conflicts.is_empty() && selected + 1 == list.list.rows.len() => {
                    steps.extend(OrderLine::open_action(order.clone()));
                }
                _ => steps.push(Action::Effect(Effect::Rebase(rebase.clone()))),
            },
            OnAccept::GoTo(ends) => match ends.get(selected) {
                Some(no) if session.viewed().is_writable() => {
                    steps.push(Action::Effect(Effect::GoToOrRebase(Box::new(Instruction::GoTo(Destination::Entry(
                        *no,
                    ))))));
                }
                // A read-only save can only be viewed from there.
                Some(no) => session.view_entry(*no),
                None => {}
            },
        }
        steps
    }
}

pub(super) fn phase_order(state: &State, battle: BattleId, at: usize) -> String {
    state.battle(battle).map_or(String::new(), |found| notation::next_phase_order(state, found, at, CombatSide::First))
}

/// The order for the next round of a Conflict, or for the rest of a round.
pub(super) fn round_order(state: &State, battle: BattleId, at: usize) -> String {
    state.round_orderer(battle, at).map_or_else(String::new, |stack| notation::round_order(state, stack))
}

/// The order for a stack to open a Conflict with the stacks next to it on the map; without any, the start of that
/// order.
pub(super) fn conflict_order(state: &State, stack: StackId, others: &[StackId]) -> String {
    let others: Vec<Id> = others.iter().copied().map(Id::from).collect();
    format!("conflict {} v {}", force_names(state, &[stack.into()]), force_names(state, &others))
}

/// The start of an order for a unit's first possible attack.
pub(super) fn attack_order(state: &State, unit: &Unit, ways: &[Attack]) -> String {
    let name = notation::reference_text(state, unit.id.into(), FORCES);
    let stack = unit.stack.filter(|_| state.book().uses(Mechanism::Stacks));
    match (ways.first(), stack) {
        (Some(Attack::Combat), _) => format!("scrud {name} v "),
        (Some(Attack::Round), Some(stack)) => {
            conflict_order(state, stack, &rules::adjacent_enemy_stacks(state, &[stack]))
        }
        (Some(Attack::Support), _) => {
            let line = notation::reference_text(state, unit.stack.map_or(Id::from(unit.side), Id::from), FORCES);
            format!("scrud {line} support {name} v ")
        }
        _ => format!("volley {name} at "),
    }
}
