//! The account of an entry: its full description, made from the state before it, the entry and the state after it.
//! Screens, `log`, `do` and reports read accounts; none is ever stored.

use super::{Entry, EntryNo, Remarks, concern::Concern, prose};
use jiff::Timestamp;
use std::collections::BTreeSet;
use wardiary_base::{
    book::Moment,
    dice::{DiceRoll, Face, Origin, Owner},
    id::{BattleId, Id, SideId},
    text::{self, Text},
};
use wardiary_rules::{
    event::Event,
    notable::{NotableKind, notable_events},
    notation::{RollLuck, order_text},
    order::{Order, StaffOrder, Verb},
    rules::may_give,
    state::State,
};

/// A described entry, with the names that things had at the time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub no: EntryNo,
    /// The parent entry; 0 for the muster.
    pub parent: EntryNo,
    /// When the entry was written, to the second, in UTC.
    pub at: Timestamp,
    /// The first words of the order: `scrud`, `end turn`.
    pub verb: Verb,
    /// The order as text that can be entered again.
    pub order: String,
    /// The side whose order it is.
    pub by: Option<SideId>,
    /// The entry's battle; `None` if it belongs to no battle or to several.
    pub battle: Option<BattleId>,
    /// The turn of that battle before the entry.
    pub turn: Option<u32>,
    /// The time by the campaign's clock before the entry.
    pub time: Moment,
    /// The battle's name; set only while several battles are under way.
    pub battle_name: Option<String>,
    /// The sides, stacks, units and battles that the entry is about.
    pub concerns: BTreeSet<Id>,
    /// The result in a line.
    pub headline: String,
    /// The order in a line, in a reader's form: a note in quotes.
    pub order_line: String,
    /// Its notable events, but for unusual rolls, with the index of each.
    pub notable_events: Vec<(usize, NotableKind)>,
    /// The dice rolled, a list for each request.
    pub dice: Vec<Vec<AccountDie>>,
    pub sentences: Vec<String>,
    /// The texts of its events as they were written, for JSON; its sentences have them sanitized.
    pub texts: Vec<Text>,
    pub abandoned: bool,
    /// Whether the entry's seal is broken or missing.
    pub changed_by_hand: bool,
    /// Whether the file was found truncated before this entry, so that entries may be missing there.
    pub found_cut: bool,
    /// Whether the entry's parent has several children.
    pub fork: bool,
    /// Whether the entry itself has several children.
    pub forks: bool,
    pub remarks: Option<Remarks>,
    /// How lucky the entry's rolls were for each side, if they were weighed (`roll_luck` of the report).
    pub roll_luck: BTreeSet<RollLuck>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountDie {
    pub owner: Owner,
    pub whose: String,
    pub face: Face,
    /// Whether it was rolled on the table; `None` if a side saw the die but not who rolled it.
    pub from_table: Option<bool>,
}

/// The state whose names describe the entry's order. In a side's view the entry itself may introduce what the order
/// names.
fn naming_state<'s>(before: &'s State, entry: &Entry, after: &'s State) -> &'s State {
    let brought_in = !after.is_complete() && entry.events.iter().any(brings_in);
    if brought_in { after } else { before }
}

/// Describes an entry from the state before it and the state after it. Marks that depend on more than these (changed by
/// hand, forks, remarks, luck) are left unset.
pub fn account(before: &State, entry: &Entry, after: &State) -> Account {
    let Concern { ids, battle, turn } = Concern::of(before, after, entry);
    let named = naming_state(before, entry, after);
    let notable_events = notable_events(before, &entry.order, &entry.events, after);
    let several = [before, after].iter().any(|state| state.open_battles().count() > 1);
    Account {
        no: entry.no,
        parent: entry.parent(),
        at: entry.at,
        verb: entry.order.verb(),
        order: order_text(named, &entry.order),
        by: ordering_side(before, &entry.order),
        battle,
        turn,
        time: before.calendar().now,
        battle_name: battle.filter(|_| several).map(|battle| after.name(battle)),
        concerns: ids,
        headline: prose::headline((before, named, after), entry, &notable_events),
        order_line: prose::order_line(named, entry),
        notable_events,
        dice: dice(entry, after),
        sentences: prose::sentences(before, entry, after),
        texts: entry.events.iter().filter_map(Event::text).cloned().collect(),
        abandoned: entry.is_abandoned(),
        changed_by_hand: false,
        found_cut: false,
        fork: false,
        forks: false,
        remarks: None,
        roll_luck: BTreeSet::new(),
    }
}

/// The writer of written orders that are handed in or answered; otherwise the only side that may give the order.
fn ordering_side(before: &State, order: &Order) -> Option<SideId> {
    use StaffOrder::{Done, Grant, HandIn, Refuse};
    match order {
        Order::Staff(HandIn { side, .. }) => Some(*side),
        Order::Staff(Grant { number, .. } | Done { number, .. } | Refuse { number, .. }) => {
            before.written_order(*number).map(|orders| orders.side)
        }
        order => {
            let mut may =
                before.sides().iter().filter(|side| may_give(before, side.id, order.effective_order()).is_ok());
            may.next().filter(|_| may.next().is_none()).map(|side| side.id)
        }
    }
}

fn brings_in(event: &Event) -> bool {
    use Event::{BattleBegun, SideMade, StackMade, UnitMade};
    matches!(event, SideMade { .. } | StackMade { .. } | UnitMade { .. } | BattleBegun { .. })
}

fn dice(entry: &Entry, after: &State) -> Vec<Vec<AccountDie>> {
    // A consultation makes one request for its table, and one for each table that it refers to.
    let tables = entry.events.iter().filter_map(|event| match event {
        Event::Consulted { table, .. } => Some(table.as_name()),
        _ => None,
    });
    let or = match entry.order.effective_order() {
        Order::Consult { table, .. } => table.as_name(),
        Order::Roll { purpose, .. } => purpose.as_ref().map_or_else(|| "the roll".into(), Text::as_name),
        _ => "the argument".to_string(),
    };
    let thrown_for = tables.chain(std::iter::repeat(or));
    let request = |(fall, thrown_for): (&DiceRoll, String)| {
        let dice = fall.who.iter().zip(&fall.faces).enumerate();
        let die = |(at, (owner, face)): (usize, (&Owner, &Face))| AccountDie {
            owner: *owner,
            whose: after.owner_name(*owner, &thrown_for),
            face: *face,
            from_table: (fall.from != Origin::Shown).then(|| fall.is_by_hand(at)),
        };
        dice.map(die).collect()
    };
    entry.dice.iter().zip(thrown_for).map(request).collect()
}

impl Account {
    /// Mark of an entry that was changed by hand.
    pub(crate) const CHANGED_BY_HAND: &str = "changed by hand since it was written";

    /// Mark of an entry before which the file was found truncated.
    pub(crate) const FOUND_CUT: &str = "the file was found cut off before this entry: entries may be missing";

    /// The label beside the entry's number: `T4`, or `T4 The ford` while several battles are under way. May be empty.
    pub fn turn_label(&self) -> String {
        let turn = self.turn.map(|turn| format!("T{turn}"));
        turn.into_iter().chain(self.battle_name.clone()).collect::<Vec<_>>().join(" ")
    }

    /// The faces rolled, request by request: `6 5 4 | 3 2`. Empty if no dice were rolled.
    pub fn faces(&self) -> String {
        let request = |dice: &Vec<AccountDie>| {
            let faces: Vec<String> = dice.iter().map(|die| die.face.to_string()).collect();
            faces.join(" ")
        };
        self.dice.iter().map(request).collect::<Vec<_>>().join(" | ")
    }

    /// The lines below the headline and the dice: the sentences, and the marks of changes by hand.
    pub fn details(&self) -> impl Iterator<Item = &str> {
        let changed = self.changed_by_hand.then_some(Self::CHANGED_BY_HAND);
        let cut = self.found_cut.then_some(Self::FOUND_CUT);
        self.sentences.iter().map(String::as_str).chain(changed).chain(cut)
    }

    /// The details that the headline does not say.
    pub fn details_below_headline(&self) -> impl Iterator<Item = &str> {
        let is_said =
            |detail: &str| self.headline.contains(detail) || self.headline.contains(&text::capitalized(detail));
        self.details().filter(move |detail| !is_said(detail))
    }

    /// The kinds of its notable events; of rolls as far as their luck is known.
    pub fn notable(&self) -> impl Iterator<Item = NotableKind> + '_ {
        let roll = self.roll_luck.iter().any(RollLuck::is_notable).then_some(NotableKind::Roll);
        self.notable_events.iter().map(|(_, kind)| *kind).chain(roll)
    }

    pub fn remark_lines(&self) -> Vec<String> {
        self.remarks.as_ref().map_or_else(Vec::new, Remarks::lines)
    }
}
