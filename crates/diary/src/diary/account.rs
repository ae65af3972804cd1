//! The account of an entry: everything that is said about it, made from the state before it, the entry and the state after
//! it. Screens, `log`, `do` and reports all read this; none of it is ever stored.

use super::{Entry, EntryNo, Remarks, concern::Concern, prose};
use jiff::Timestamp;
use std::{borrow::Cow, collections::BTreeSet};
use wardiary_base::{
    dice::{DiceRoll, Face, Origin, Owner},
    id::{BattleId, Id},
    text,
};
use wardiary_rules::{
    event::Event,
    notation::{Fortune, order_text},
    order::{Order, Verb},
    state::State,
};

/// An entry as it is described, with the names that things had at its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The entry's number.
    pub no: EntryNo,
    /// The entry it follows; 0 for the muster.
    pub follows: EntryNo,
    /// When it was written, to the second, in UTC.
    pub at: Timestamp,
    /// What the order begins with: `scrud`, `end turn`.
    pub verb: Verb,
    /// The order as it can be given again.
    pub order: String,
    /// The battle it belongs to; none where it belongs to no battle, or to several.
    pub battle: Option<BattleId>,
    /// The turn of that battle before it.
    pub turn: Option<u32>,
    /// That battle's name, where several are under way, so that it must be said which one is meant.
    pub battle_name: Option<String>,
    /// The sides, stacks, units and battles it is about.
    pub concerns: BTreeSet<Id>,
    /// What was asked, in a line.
    pub headline: String,
    /// The dice that fell, a list for each request.
    pub dice: Vec<Vec<AccountDie>>,
    /// What came of it.
    pub sentences: Vec<String>,
    /// Whether the order was broken off after dice were shown.
    pub abandoned: bool,
    /// Whether its seal is broken or missing.
    pub changed_by_hand: bool,
    /// Whether the file was found cut before it, so that entries may be missing there.
    pub found_cut: bool,
    /// Whether the diary went on more than once from the entry that this one follows.
    pub fork: bool,
    /// Whether the diary goes on from this one by several ways.
    pub forks: bool,
    /// What readers have put down on it.
    pub remarks: Option<Remarks>,
    /// How its rolls came out for the sides, where they were weighed (`wardiary_report::luck::fortunes`).
    pub fortunes: BTreeSet<Fortune>,
}

/// A die of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountDie {
    /// Whose it is, by number.
    pub owner: Owner,
    /// Whose it is, by name.
    pub whose: String,
    /// What it shows.
    pub face: Face,
    /// Whether it was thrown on the table, not by the program; nothing where a side saw it fall and was not told.
    pub by_hand: Option<bool>,
}

/// The state by which an entry's order is named: in a side's view an entry may bring in what that names.
fn named<'s>(before: &'s State, entry: &Entry, after: impl FnOnce() -> Cow<'s, State>) -> Cow<'s, State> {
    let brought_in = entry.events.iter().any(brings_in).then(after);
    brought_in.filter(|after| !after.tells_all()).unwrap_or(Cow::Borrowed(before))
}

/// The headline of an entry's account, with the state before it.
pub(super) fn headline(before: &State, entry: &Entry) -> String {
    let after = || {
        let mut after = before.clone();
        entry.events.iter().for_each(|event| after.apply(event));
        Cow::Owned(after)
    };
    prose::headline(&named(before, entry, after), entry)
}

/// The account of an entry, between the state before it and the state after. Whether it was changed by hand, whether
/// the diary forks there, what was remarked on it and how lucky it was are not known from these, and are left unset.
#[must_use]
pub fn account(before: &State, entry: &Entry, after: &State) -> Account {
    let Concern { ids, battle, turn } = Concern::of(before, after, entry);
    let named = named(before, entry, || Cow::Borrowed(after));
    let several = [before, after].iter().any(|state| state.open_battles().count() > 1);
    Account {
        no: entry.no,
        follows: entry.follows(),
        at: entry.at,
        verb: entry.order.verb(),
        order: order_text(&named, &entry.order),
        battle,
        turn,
        battle_name: battle.filter(|_| several).map(|battle| text::sanitize(&after.name(battle))),
        concerns: ids,
        headline: prose::headline(&named, entry),
        dice: dice(entry, after),
        sentences: prose::sentences(before, entry, after),
        abandoned: entry.is_abandoned(),
        changed_by_hand: false,
        found_cut: false,
        fork: false,
        forks: false,
        remarks: None,
        fortunes: BTreeSet::new(),
    }
}

/// Whether an event makes something that an order can name.
fn brings_in(event: &Event) -> bool {
    use Event::{BattleBegun, SideMade, StackMade, UnitMade};
    matches!(event, SideMade { .. } | StackMade { .. } | UnitMade { .. } | BattleBegun { .. })
}

fn dice(entry: &Entry, after: &State) -> Vec<Vec<AccountDie>> {
    // A table asks once, and then each that it sends to.
    let tables = entry.events.iter().filter_map(|event| match event {
        Event::Consulted { table, .. } => Some(text::display_name(table)),
        _ => None,
    });
    let or = match entry.order.given() {
        Order::Consult { table, .. } => text::display_name(table),
        _ => "the argument".to_string(),
    };
    let thrown_for = tables.chain(std::iter::repeat(or));
    let request = |(fall, thrown_for): (&DiceRoll, String)| {
        let dice = fall.who.iter().zip(&fall.faces).enumerate();
        let die = |(at, (owner, face)): (usize, (&Owner, &Face))| AccountDie {
            owner: *owner,
            whose: after.whose(*owner, &thrown_for),
            face: *face,
            by_hand: (fall.from != Origin::Shown).then(|| fall.is_by_hand(at)),
        };
        dice.map(die).collect()
    };
    entry.dice.iter().zip(thrown_for).map(request).collect()
}

impl Account {
    /// What is said of an entry that was changed by hand.
    pub(crate) const CHANGED_BY_HAND: &str = "changed by hand since it was written";

    /// What is said of an entry before which the file was found cut.
    pub(crate) const FOUND_CUT: &str = "before this the file was found cut: entries may be missing";

    /// What stands beside its number: `T4`, and where several battles are under way `T4 The ford`; nothing for an entry that
    /// belongs to no battle, or to several.
    #[must_use]
    pub fn turn_label(&self) -> String {
        let turn = self.turn.map(|turn| format!("T{turn}"));
        turn.into_iter().chain(self.battle_name.clone()).collect::<Vec<_>>().join(" ")
    }

    /// The faces that fell, request by request: `6 5 4 | 3 2`; empty where no dice fell.
    #[must_use]
    pub fn faces(&self) -> String {
        let request = |dice: &Vec<AccountDie>| {
            let faces: Vec<String> = dice.iter().map(|die| die.face.to_string()).collect();
            faces.join(" ")
        };
        self.dice.iter().map(request).collect::<Vec<_>>().join(" | ")
    }

    /// All that is said below the headline and the dice: the sentences, and whether it was changed by hand.
    pub fn details(&self) -> impl Iterator<Item = &str> {
        let changed = self.changed_by_hand.then_some(Self::CHANGED_BY_HAND);
        let cut = self.found_cut.then_some(Self::FOUND_CUT);
        self.sentences.iter().map(String::as_str).chain(changed).chain(cut)
    }

    /// What readers have put down on it, a line each.
    #[must_use]
    pub fn remark_lines(&self) -> Vec<String> {
        self.remarks.as_ref().map_or_else(Vec::new, Remarks::lines)
    }
}
