//! The preview of an order line: whether the order is valid, the dice it needs, and what is wrong with it.

use wardiary_base::{
    dice::{Purpose, Request},
    id::{BattleId, Id, SideId},
    text,
};
use wardiary_diary::{diary::Diary, mail};
use wardiary_rules::{
    event::{Event, TheatreEvent},
    notation::{
        self, Instruction,
        refusal::{self, RefusalText},
    },
    order::{ClockOrder, Order, StaffOrder},
    rules::{self, Outstanding, Refusal, Step},
    state::State,
};
use wardiary_view::order_line::OrderFeedback;

#[derive(Clone, Debug, PartialEq)]
pub enum Preview {
    Nothing,
    /// The text is incomplete or does not parse.
    Unfinished {
        what: String,
        hint: Option<String>,
        /// The column of the error, in characters.
        column: usize,
    },
    /// Several forces, or a formation, are named where the order takes one: the order for each.
    ByForce(Vec<String>),
    /// The rules refuse the order.
    Refused {
        what: String,
        hint: Option<String>,
    },
    /// The order can be given.
    Ready {
        instruction: Box<Instruction>,
        text: String,
        /// The dice that it needs, in words; empty if it needs none.
        needs: String,
        /// The actions that it would leave undone, and the fights that it would break off.
        outstanding: Vec<String>,
    },
}

impl Preview {
    pub fn order(&self) -> Option<&Order> {
        match self {
            Self::Ready { instruction, .. } => match &**instruction {
                Instruction::Order(order) => Some(order),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn refused(refusal: &Refusal, state: &State) -> Self {
        let RefusalText { reason: what, hint } = refusal::describe(refusal, state);
        Self::Refused { what, hint }
    }

    /// The message under the line.
    pub fn feedback(&self) -> OrderFeedback {
        match self {
            Self::Nothing => {
                OrderFeedback { hint: Some("type an order; Tab completes".into()), ..OrderFeedback::default() }
            }
            Self::Unfinished { what, hint, .. } => OrderFeedback {
                fault: Some(what.clone()).filter(|w| !w.is_empty()),
                hint: hint.clone(),
                ..OrderFeedback::default()
            },
            Self::ByForce(orders) => {
                let many = text::count(orders.len(), "order", "orders");
                let first = format!("Enter lists {many}, one for each force");
                OrderFeedback {
                    result: std::iter::once(first).chain(orders.iter().cloned()).collect(),
                    ..OrderFeedback::default()
                }
            }
            Self::Refused { what, hint } => OrderFeedback {
                fault: Some(what.clone()),
                hint: hint.clone(),
                refused: true,
                ..OrderFeedback::default()
            },
            Self::Ready { text, needs, outstanding: left, .. } => {
                let needs =
                    if needs.is_empty() { "Enter gives the order".to_string() } else { format!("Enter: {needs}") };
                let left = left.iter().map(|left| format!("still to do: {left}"));
                OrderFeedback {
                    result: std::iter::once(format!("{text}  —  {needs}")).chain(left).collect(),
                    ..OrderFeedback::default()
                }
            }
        }
    }
}

pub fn preview(line: &str, shown: Option<BattleId>, state: &State, diary: &Diary) -> Preview {
    if line.trim().is_empty() {
        return Preview::Nothing;
    }
    let instruction = match notation::parse_instruction_in(shown, line, state) {
        Ok(instruction) => instruction,
        Err(error) => {
            match notation::orders_by_force(line, state) {
                Some(Ok(orders)) => {
                    if let [order] = &orders[..] {
                        return preview(order, shown, state, diary);
                    }
                    return Preview::ByForce(orders);
                }
                Some(Err(RefusalText { reason: what, hint })) => return Preview::Refused { what, hint },
                None => {}
            }
            let column = line.get(..error.at.start).map_or(0, |before| before.chars().count());
            return Preview::Unfinished { what: error.reason, hint: error.hint, column };
        }
    };
    let ready = |text, needs| Preview::Ready {
        instruction: Box::new(instruction.clone()),
        text,
        needs,
        outstanding: Vec::new(),
    };
    let own = diary.share().map(|share| share.side);
    match &instruction {
        // On a share only orders of its own side can be composed.
        _ if let Some(refused) = own.and_then(|own| refusal_for_player(&instruction, state, own)) => refused,
        Instruction::Undo(many) => ready(format!("undo {many}"), String::new()),
        Instruction::Redo(many) => ready(format!("redo {many}"), String::new()),
        Instruction::Suggest(_) | Instruction::Propose => {
            ready(line.trim().to_string(), "lists suggestions, and gives no order".into())
        }
        Instruction::Remark { entry, annotation: says } => ready(notation::remark_text(*entry, says), String::new()),
        Instruction::UndoTo(_) | Instruction::GoTo(_) | Instruction::WhatIf { .. } => {
            ready(line.trim().to_string(), String::new())
        }
        Instruction::Rebase { .. } => {
            ready(line.trim().to_string(), "recalculates all later entries, on a new branch".into())
        }
        Instruction::Order(order) => {
            let text = notation::order_text(state, order);
            let step = rules::resolve(state, order, &[]);
            let idle = step.as_ref().map_or_else(|_| String::new(), |step| notation::idle_text(state, order, step));
            match step {
                Err(refusal) if refusal.is_incomplete() => {
                    let RefusalText { reason: what, hint } = refusal::describe(&refusal, state);
                    Preview::Unfinished { what, hint, column: line.chars().count() }
                }
                Err(refusal) => Preview::refused(&diary.explain_undone(refusal, state), state),
                Ok(_) if own.is_some() => ready(text, "composed for the referee".into()),
                Ok(Step::Done(done)) => {
                    let contacts = contacts_ahead(state, order, &done.events);
                    let needs =
                        joined([skipped_initiative(state, order), contacts, idle, read_by_players(state, order)]);
                    let instruction = Box::new(instruction.clone());
                    Preview::Ready {
                        instruction,
                        text,
                        needs,
                        outstanding: outstanding_lines(state, order, &done.events),
                    }
                }
                Ok(Step::NeedDice(request)) => ready(text, joined([dice_needed(state, &request), idle])),
            }
        }
    }
}

/// Which words of an order players will read, if the campaign has fog of war: the referee may think that he writes for
/// himself.
fn read_by_players(state: &State, order: &Order) -> String {
    let (is_foggy, battle) = (state.book().sight.is_on(), "the sides in the battle will read");
    match order {
        Order::Staff(StaffOrder::Refuse { why: Some(_), .. }) if is_foggy => "its side will read the reason".into(),
        Order::EndBattle { outcome: Some(_), .. } if is_foggy => format!("{battle} the reason"),
        Order::Battle { .. } if is_foggy => format!("{battle} its name"),
        _ => String::new(),
    }
}

fn joined<const N: usize>(phrases: [String; N]) -> String {
    phrases.into_iter().filter(|phrase| !phrase.is_empty()).collect::<Vec<_>>().join("; ")
}

/// The refusal of a line that the side's player may not order. Violations of the rules are reported as usual.
fn refusal_for_player(instruction: &Instruction, state: &State, own: SideId) -> Option<Preview> {
    let failure = match instruction {
        Instruction::Undo(_) | Instruction::Suggest(_) => None,
        instruction => mail::permitted_order(instruction, state, own).err(),
    }?;
    Some(Preview::Refused { what: failure.what, hint: failure.hint })
}

/// Lines about the actions and fights that the end of a turn or battle would cut short, and the rounds that continuing
/// would skip.
fn outstanding_lines(state: &State, order: &Order, events: &[Event]) -> Vec<String> {
    let Some((battle, left)) = outstanding_after(state, order, events) else { return Vec::new() };
    if events.iter().any(|event| matches!(event, Event::BattleEnded { .. })) {
        return notation::outstanding_at_battle_end(state, battle, &left);
    }
    notation::outstanding_phrases(state, battle, &left)
}

/// The same as data; `None` if the order continues nothing.
fn outstanding_after(state: &State, order: &Order, events: &[Event]) -> Option<(BattleId, Outstanding)> {
    let (Order::Pass { battle } | Order::EndTurn { battle } | Order::EndBattle { battle, .. }) = order else {
        return None;
    };
    let ends = |event: &Event| matches!(event, Event::BattleEnded { .. } | Event::TurnEnded { .. });
    if events.iter().any(ends) {
        return Some((*battle, rules::outstanding(state, *battle)));
    }
    let goes_on = events.iter().find_map(|event| match event {
        Event::PhaseBegun { phase, .. } => Some(usize::from(*phase)),
        _ => None,
    });
    let rounds = state.battle(*battle).zip(goes_on).map(|(found, phase)| state.rounds_skipped_by(found, phase));
    Some((*battle, Outstanding { due_rounds: rounds.unwrap_or_default(), ..Outstanding::default() }))
}

/// The order of a text, if it is valid, breaks no fight off and does not pass over the initiative. A key may give such
/// an order at once.
pub(super) fn safe_order(text: &str, shown: Option<BattleId>, state: &State) -> Option<Order> {
    let Ok(Instruction::Order(order)) = notation::parse_instruction_in(shown, text, state) else { return None };
    match rules::resolve(state, &order, &[]).ok()? {
        Step::NeedDice(_) => Some(order),
        Step::Done(done) => {
            let fights = outstanding_after(state, &order, &done.events)
                .is_some_and(|(_, left)| !left.combats.is_empty() || !left.due_rounds.is_empty());
            (!fights && skipped_initiative(state, &order).is_empty()).then_some(order)
        }
    }
}

/// A line about an initiative that is not rolled yet, if an order to continue would skip it.
fn skipped_initiative(state: &State, order: &Order) -> String {
    let (Order::Pass { battle } | Order::EndTurn { battle }) = order else { return String::new() };
    let open = state.battle(*battle).is_some_and(|battle| battle.awaits_initiative(state));
    if open { "continues, although nobody has rolled for the initiative".into() } else { String::new() }
}

/// The contacts that an advance of the clock leads into.
fn contacts_ahead(state: &State, order: &Order, events: &[Event]) -> String {
    let Order::Clock(ClockOrder::Advance { .. }) = order else { return String::new() };
    let met = events.iter().filter_map(|event| match event {
        Event::Theatre(TheatreEvent::Met { first, second, .. }) => {
            Some(format!("{} with {}", state.name(*first), state.name(*second)))
        }
        _ => None,
    });
    let met: Vec<String> = met.collect();
    if met.is_empty() { String::new() } else { format!("brings into contact {}", text::list(&met)) }
}

/// The dice of a request in words: `4 dice for Germans, 8 dice for Russians`.
pub fn dice_needed(state: &State, request: &Request) -> String {
    if request.purpose == Purpose::Edna {
        let whose = request.dice.first().map(|d| state.name(Id(d.owner.0))).unwrap_or_default();
        let dice = request.dice.first().map(|d| format!("{}{}", request.dice.len(), d.die)).unwrap_or_default();
        return format!("{dice} for {whose}");
    }
    let thrown_for = notation::unowned_dice_purpose(state, request.purpose);
    let mut sides: Vec<(String, usize)> = Vec::new();
    for die in &request.dice {
        let id = Id(die.owner.0);
        let side = state.side_of(id).map_or_else(|| state.owner_name(die.owner, &thrown_for), |side| state.name(side));
        match sides.iter_mut().find(|(name, _)| *name == side) {
            Some((_, count)) => *count += 1,
            None => sides.push((side, 1)),
        }
    }
    let words: Vec<String> =
        sides.iter().map(|(side, n)| format!("{} for {side}", text::count(*n, "die", "dice"))).collect();
    words.join(", ")
}
