//! Resolves names in orders, and prints names so that they resolve to the same thing again.

use super::{
    Instruction, NotationError, Parsed,
    lexer::{Token, end_of_dice},
    order::{KEYWORDS, OrderReader, order_text},
    parse_without_hints,
    reader::{Expected, NEW_NAME, Reader},
    refusal::{self, RefusalText},
};
use crate::{
    order::Verb,
    rules::{self, Step},
    state::{EntityKind, State},
};
use std::{fmt::Write as _, ops::Range};
use wardiary_base::{
    dice::Purpose,
    ground::Cell,
    id::{Id, MAX_ID, SideId},
    text::{
        self, Raw, Text,
        name_match::{TypedName, folded_name, normalized_name, twins},
        sanitize_char,
    },
};

pub(super) const FORCES: &[EntityKind] = &[EntityKind::Side, EntityKind::Stack, EntityKind::Unit];
/// The things that have an id of their own.
pub(super) const ANY: &[EntityKind] =
    &[EntityKind::Side, EntityKind::Stack, EntityKind::Unit, EntityKind::Battle, EntityKind::Map];
/// What may be named where an order takes several forces.
pub const FORCES_OR_FORMATIONS: &[EntityKind] =
    &[EntityKind::Side, EntityKind::Formation, EntityKind::Stack, EntityKind::Unit];
pub(super) const STACK_OR_FORMATION: &[EntityKind] = &[EntityKind::Stack, EntityKind::Formation];
pub(super) const STACK_UNIT_OR_FORMATION: &[EntityKind] = &[EntityKind::Stack, EntityKind::Unit, EntityKind::Formation];
pub(super) const FORMATION: &[EntityKind] = &[EntityKind::Formation];
pub(super) const SIDE: &[EntityKind] = &[EntityKind::Side];
pub(super) const STACK: &[EntityKind] = &[EntityKind::Stack];
pub(super) const UNIT: &[EntityKind] = &[EntityKind::Unit];
pub(super) const BATTLE: &[EntityKind] = &[EntityKind::Battle];
pub(super) const MAP: &[EntityKind] = &[EntityKind::Map];
pub(super) const STACK_OR_UNIT: &[EntityKind] = &[EntityKind::Stack, EntityKind::Unit];

/// Keywords of references and of commands, in addition to those of orders.
const NAME_KEYWORDS: [&str; 9] = ["of", "side", "stack", "unit", "battle", "map", "formation", "undo", "redo"];

/// Whether a word ends an unquoted name. A name that is such a word must be quoted.
pub(super) fn is_keyword(word: &str) -> bool {
    NAME_KEYWORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(word)) || KEYWORDS.contains(word)
}

/// A name as written in an order: quoted unless it is a single plain word that is no keyword.
pub fn quote_if_needed(name: &(impl Raw + ?Sized)) -> String {
    let name = name.raw();
    let plain = name.chars().all(|c| c.is_alphanumeric() && sanitize_char(c) == c || "-'.’".contains(c))
        && name.chars().any(char::is_alphabetic)
        && !is_keyword(name)
        && end_of_dice(name).is_none()
        // A unit may be called C5, which unquoted is an area.
        && name.parse::<Cell>().is_err();
    if plain { name.into() } else { quote(name) }
}

pub fn quote(name: &(impl Raw + ?Sized)) -> String {
    let mut out = String::from("\"");
    for c in name.raw().chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if sanitize_char(c) != c => {
                write!(out, "\\u{{{:x}}}", u32::from(c)).expect("a string takes all");
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The longest name with a keyword in it that is unquoted where the error is: it should have been quoted.
pub(super) fn unquoted_name(text: &str, fault: usize, state: &State) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let ends = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || "+,".contains(c));
    let stands = |from: usize, to: usize| {
        let in_quotes = !text[..from].matches('"').count().is_multiple_of(2);
        !in_quotes && ends(text[..from].chars().next_back()) && ends(text[to..].chars().next())
    };
    // The error is within the name, or right after it if several of its words were read.
    let breaks_off = |name: &str, from: usize, to: usize| {
        let behind = || {
            name.contains(' ') && text.get(to..fault).is_some_and(|between| between.chars().all(char::is_whitespace))
        };
        (from..to).contains(&fault) || behind()
    };
    let is_read_otherwise = |name: &String| {
        let wanted = name.to_ascii_lowercase();
        let mut found = lower.match_indices(&wanted).map(|(from, found)| (from, from + found.len()));
        name.split(' ').any(is_keyword) && found.any(|(from, to)| breaks_off(name, from, to) && stands(from, to))
    };
    let places = state.maps().iter().flat_map(|map| map.ground.places()).map(|(name, _)| name.to_string());
    let all = ids_of_kinds(state, &EntityKind::ALL).map(|id| state.name(id)).chain(places);
    all.filter(is_read_otherwise).max_by_key(String::len)
}

/// Prints a reference to a side, stack, unit, battle or map for a place where one of `kinds` is expected. It is the
/// shortest unambiguous one of: its name, its name with its side, and either with its kind; else its number. An order
/// that takes forces may take formations, so a name that it shares with one is ambiguous too.
pub fn reference_text(state: &State, id: Id, kinds: &[EntityKind]) -> String {
    let Some(kind) = state.kind(id).filter(|kind| kinds.contains(kind)) else { return id.to_string() };
    let name = state.name(id);
    let side = state.side_of(id).filter(|_| kind != EntityKind::Side);
    let side_name =
        side.filter(|side| matching(state, &[EntityKind::Side], &state.name(*side), None) == [Id::from(*side)]);
    let of = |side: SideId| format!(" of {}", quote_if_needed(&state.name(side)));
    let alone = |kinds: &[EntityKind], side: Option<SideId>| matching(state, kinds, &name, side) == [id];
    let all = [kinds, FORMATION].concat();
    if alone(&all, None) {
        quote_if_needed(&name)
    } else if let Some(side) = side_name.filter(|side| alone(&all, Some(*side))) {
        format!("{}{}", quote_if_needed(&name), of(side))
    } else if alone(&[kind], None) {
        format!("{} {}", kind.word(), quote_if_needed(&name))
    } else if let Some(side) = side_name.filter(|side| alone(&[kind], Some(*side))) {
        format!("{} {}{}", kind.word(), quote_if_needed(&name), of(side))
    } else {
        id.to_string()
    }
}

/// Resolves a text by an exact name, even a keyword, or as a reference in an order. Fails if it matches none or
/// several.
pub fn resolve_name(text: &str, state: &State, kinds: &'static [EntityKind]) -> Parsed<Id> {
    let whole = |id: &Id| state.name(*id) == text;
    let mut exact = ids_of_kinds(state, kinds).filter(whole);
    if let (Some(id), None) = (exact.next(), exact.next()) {
        return Ok(id);
    }
    let mut reader = Reader::new(text)?;
    let id = reader.reference(state, kinds)?;
    reader.end()?;
    Ok(id)
}

pub(super) fn ids_of_kinds<'s>(state: &'s State, kinds: &'s [EntityKind]) -> impl Iterator<Item = Id> + 's {
    let has = |kind| kinds.contains(&kind);
    let sides = state.sides().iter().filter(move |_| has(EntityKind::Side)).map(|s| Id::from(s.id));
    let stacks = state.stacks().iter().filter(move |_| has(EntityKind::Stack)).map(|s| Id::from(s.id));
    let units = state.units().iter().filter(move |_| has(EntityKind::Unit)).map(|u| Id::from(u.id));
    let battles = state.battles().iter().filter(move |_| has(EntityKind::Battle)).map(|b| Id::from(b.id));
    let maps = state.maps().iter().filter(move |_| has(EntityKind::Map)).map(|m| Id::from(m.id));
    let formations = state.formations().iter().filter(move |_| has(EntityKind::Formation)).map(|f| f.id);
    sides.chain(stacks).chain(units).chain(battles).chain(maps).chain(formations)
}

/// The things of these kinds, and of this side, that a name may mean: those that match it best, or else those with a
/// later word that begins like it.
pub fn matching(state: &State, kinds: &[EntityKind], name: &str, of: Option<SideId>) -> Vec<Id> {
    let found = matching_from_start(state, kinds, name, of);
    if found.is_empty() {
        let typed = TypedName::new(name);
        return best_matches(state, &typed, kinds, of, state.ids_with_word(typed.folded()));
    }
    found
}

/// Like [`matching`], but only names that are this one or begin like it.
fn matching_from_start(state: &State, kinds: &[EntityKind], name: &str, of: Option<SideId>) -> Vec<Id> {
    let typed = TypedName::new(name);
    let named = best_matches(state, &typed, kinds, of, state.ids_named(typed.folded()));
    if named.is_empty() { best_matches(state, &typed, kinds, of, state.ids_with_prefix(typed.folded())) } else { named }
}

fn best_matches(
    state: &State,
    typed: &TypedName,
    kinds: &[EntityKind],
    of: Option<SideId>,
    ids: impl Iterator<Item = Id>,
) -> Vec<Id> {
    let is_meant = |id: &Id| {
        let of_kind = state.kind(*id).is_some_and(|kind| kinds.contains(&kind));
        of_kind && (of.is_none() || state.side_of(*id) == of)
    };
    let ranked: Vec<_> = ids.filter(is_meant).map(|id| (typed.compare(&state.name(id)), id)).collect();
    let best = ranked.iter().map(|(rank, _)| *rank).min();
    let mut found: Vec<Id> = ranked.into_iter().filter(|(rank, _)| Some(*rank) == best).map(|(_, id)| id).collect();
    found.sort_by_key(|id| state.sort_key(*id));
    found
}

/// Things of one kind whose names look the same, but are written with other characters.
pub fn look_alikes(state: &State) -> Vec<(Id, Id)> {
    let things = EntityKind::ALL
        .iter()
        .flat_map(|kind| ids_of_kinds(state, std::slice::from_ref(kind)).map(|id| (kind.word(), id, state.name(id))));
    twins(things)
}

/// Up to three names that have words starting like the words of `said`, as alternatives.
fn similar_names(typed: &str, all: &[String]) -> Option<String> {
    const MOST: usize = 3;
    let wanted = folded_name(typed);
    let wanted: Vec<&str> = wanted.split_whitespace().collect();
    let has = |name: &&String| {
        let lower = folded_name(name);
        wanted.iter().all(|wanted| lower.split_whitespace().any(|word| word.starts_with(wanted)))
    };
    let mut found: Vec<String> = all.iter().filter(has).take(MOST).map(quote_if_needed).collect();
    found.dedup();
    (!wanted.is_empty() && !found.is_empty()).then(|| found.join(" or "))
}

impl Reader<'_> {
    /// Reads a new name, normalized: quoted, or plain words up to the next keyword.
    pub(crate) fn new_name(&mut self) -> Parsed<Text> {
        self.expect(Expected::Free(NEW_NAME));
        self.plain_name().ok_or_else(|| self.unexpected()).map(|(name, _)| normalized_name(name.raw()).into())
    }

    pub(super) fn plain_name(&mut self) -> Option<(Text, Range<usize>)> {
        let mut at = self.next_range();
        if let Some(Token::Quoted(name)) = self.peek().cloned() {
            self.advance();
            self.end_name();
            return Some((name.into(), at));
        }
        let mut words = Vec::new();
        while let Some(Token::Word(word)) = self.peek() {
            let stops = self.name_ends.iter().any(|stop| stop.eq_ignore_case(word))
                || self.counted_end.as_ref().is_some_and(|end| self.is_at_counted(end));
            if is_keyword(word) || (stops && !words.is_empty()) {
                break;
            }
            words.push(word.clone());
            at.end = self.next_range().end;
            self.advance();
        }
        if words.is_empty() {
            return None;
        }
        self.end_name();
        Some((words.join(" ").into(), at))
    }

    /// The last word of several from a position on, up to a reason.
    pub(super) fn last_word_of_name(&mut self, from: usize) -> Option<String> {
        let back = self.position();
        self.rewind(from);
        let mut words = Vec::new();
        while let Some(Token::Word(word) | Token::Quoted(word)) = self.peek() {
            if word.eq_ignore_ascii_case("because") {
                break;
            }
            words.push(word.clone());
            self.advance();
        }
        self.rewind(back);
        words.pop().filter(|_| !words.is_empty())
    }

    /// The name that comes next, if nothing of these kinds has it or begins like it. Nothing is read.
    pub fn unknown_name(&mut self, state: &State, kinds: &[EntityKind]) -> Option<Text> {
        let from = self.position();
        let name = self.plain_name().map(|(name, _)| name);
        self.rewind(from);
        name.filter(|name| {
            matching_from_start(state, kinds, name.raw(), None).is_empty()
                && state.sighting_estimate_named(name.raw()).is_none()
        })
    }

    /// Reads a reference: `#12`, or `[side|stack|unit] NAME [of SIDE]`.
    pub fn reference(&mut self, state: &State, kinds: &'static [EntityKind]) -> Parsed<Id> {
        self.reference_within(state, kinds, true)
    }

    /// The side after `of` has no side of its own, so that references are not nested without end.
    fn reference_within(&mut self, state: &State, kinds: &'static [EntityKind], has_side: bool) -> Parsed<Id> {
        self.expect(Expected::Name(kinds));
        if let Some(Token::Id(id)) = self.peek().filter(|token| matches!(token, Token::Id(id) if *id <= MAX_ID)) {
            let id = Id(*id);
            self.advance();
            self.end_name();
            return Ok(id);
        }
        let mut meant: Vec<EntityKind> = kinds.to_vec();
        let from = self.next_range().start;
        for kind in kinds.iter().chain(FORMATION) {
            let says = matches!(self.peek(), Some(Token::Word(w)) if w.eq_ignore_ascii_case(kind.word()));
            if says && self.peek_second().is_some() {
                self.advance();
                meant = vec![*kind];
                break;
            }
        }
        let Some((name, at)) = self.plain_name() else { return Err(self.unexpected()) };
        let of = if has_side && self.peek().is_some_and(|t| matches!(t, Token::Word(w) if w.eq_ignore_ascii_case("of")))
        {
            self.advance();
            Some(self.reference_within(state, SIDE, false)?)
        } else {
            None
        };
        let of = of.map(|id| SideId(id.0));
        let found = matching(state, &meant, name.raw(), of);
        let found = if found.is_empty() { matching(state, FORMATION, name.raw(), of) } else { found };
        if let [id] = found[..]
            && state.kind(id).is_some_and(|kind| !kinds.contains(&kind))
        {
            let end = from + self.text[from..self.next_range().start].trim_end().len();
            return Err(one_force_only(from..end, &self.text[..from], id, state));
        }
        match found[..] {
            [id] => Ok(id),
            _ if self.accepts_any_name => Ok(Id(0)),
            [] if state.sighting_estimate_named(name.raw()).is_some() => {
                let what = format!("“{}” has been sighted but never fought", name.as_name());
                let hint = Some("an order can name your own forces, and those that you have fought".into());
                Err(NotationError { hint, ..NotationError::new(at, what) })
            }
            [] => {
                let what = format!("there is no {} called “{}”", kinds_text(kinds), name.as_name());
                let mut none = NotationError::new(at, what);
                let all: Vec<String> = ids_of_kinds(state, kinds).map(|id| state.name(id)).collect();
                let near = text::nearest(&name, all.iter().map(String::as_str)).map(quote_if_needed);
                let near = near.or_else(|| similar_names(name.raw(), &all));
                let perhaps = near.map(|near| format!("did you mean {near}?"));
                let hint = versus_hint(name.raw()).or_else(|| other_kind_hint(state, kinds, name.raw(), of));
                none.hint = hint.or(perhaps).or_else(|| open_battles_hint(state, kinds));
                Err(none)
            }
            _ => {
                let named =
                    if kinds.iter().any(|kind| state.kind(found[0]) == Some(*kind)) { kinds } else { FORMATION };
                let names: Vec<String> = found.iter().take(6).map(|id| reference_text(state, *id, named)).collect();
                let shown = name.as_name();
                let what = match kind_of_name(state, kinds, name.raw()) {
                    Some(other) => format!("“{shown}” is a {}, not a {}", other.word(), kinds_text(kinds)),
                    None => format!("“{shown}” matches {} things", found.len()),
                };
                let mut two = NotationError::new(at, what);
                two.hint = Some(format!("write {}", names.join(" or ")));
                Err(two)
            }
        }
    }
}

/// The error where an order that takes one thing names a formation. Some orders are for each of its stacks:
/// [`orders_by_force`].
fn one_force_only(at: Range<usize>, before: &str, formation: Id, state: &State) -> NotationError {
    let stacks: Vec<String> = state.named_forces(formation).iter().map(|stack| state.name(*stack)).collect();
    let name = state.name(formation);
    let verb = Verb::ALL.iter().find(|verb| before.trim().eq_ignore_ascii_case(verb.as_str()));
    let what = match verb {
        Some(verb) if kinds_of_several(*verb).is_some() => {
            format!("“{name}” is a formation: complete the order, and each of its stacks gets it")
        }
        Some(verb) => format!("“{name}” is a formation, and `{}` takes one thing", verb.as_str()),
        None => format!("“{name}” is a formation, and one thing must be named here"),
    };
    let hint = (!stacks.is_empty()).then(|| format!("its stacks are {}", text::list(&stacks)));
    NotationError { hint, ..NotationError::new(at, what) }
}

/// What may be named where an order takes one force, if the order makes sense for several of them alike.
fn kinds_of_several(verb: Verb) -> Option<&'static [EntityKind]> {
    match verb {
        Verb::Withdraw => Some(FORCES_OR_FORMATIONS),
        Verb::March | Verb::Halt | Verb::Station | Verb::Supply => Some(STACK_UNIT_OR_FORMATION),
        Verb::Hold | Verb::Posture => Some(STACK_OR_FORMATION),
        _ => None,
    }
}

/// The orders of a line that names several forces, a formation, or several written orders, where its order takes one: an
/// order for each. Withdrawing, holding and answering `all` written orders skip those that can't; of other orders
/// all must be possible, or none is given. Also the orders of a line that gives proposals. `None` if the line is no such
/// order, or is not complete.
pub fn orders_by_force(line: &str, state: &State) -> Option<Result<Vec<String>, RefusalText>> {
    let mut reader = OrderReader::new(line, state).ok()?;
    let verb = reader.verb().ok()?;
    if verb == Verb::Give {
        return proposed_orders(&mut reader);
    }
    if verb == Verb::Supply {
        reader.reader.name_ends = state.book().supply.levels.iter().map(|level| level.name.clone()).collect();
    }
    let start = reader.reader.next_range().start;
    let kinds = kinds_of_several(verb);
    let (named, is_partial) = match kinds {
        Some(kinds) => {
            let forces = reader.forces(kinds).ok()?.into_iter();
            let is_partial = matches!(verb, Verb::Withdraw | Verb::Hold);
            (forces.map(|force| reference_text(state, force, kinds)).collect(), is_partial)
        }
        None => reader.several_written_orders(verb)?,
    };
    let end = start + line[start..reader.reader.next_range().start].trim_end().len();
    if named.len() < 2 && parse_without_hints(None, line, state).is_ok() {
        return None;
    }
    let (mut state, mut orders) = (state.clone(), Vec::new());
    let mut refused = named.is_empty().then(|| RefusalText { reason: "no written orders are due".into(), hint: None });
    for name in named {
        let text = format!("{}{name}{}", &line[..start], &line[end..]);
        let order = match parse_without_hints(None, &text, &state) {
            Ok(Instruction::Order(order)) => order,
            // Orders in words need another order in their place.
            Err(error) if kinds.is_none() => {
                refused.get_or_insert(RefusalText { reason: error.reason, hint: error.hint });
                continue;
            }
            _ => return None,
        };
        match rules::resolve(&state, &order, &[]) {
            Ok(Step::Done(done)) => state = done.after,
            Ok(Step::NeedDice(_)) => {}
            Err(refusal) => {
                let RefusalText { reason, hint } = refusal::describe(&refusal, &state);
                refused.get_or_insert(RefusalText { reason: format!("`{text}`: {reason}"), hint });
                continue;
            }
        }
        orders.push(text);
    }
    let takes_part = is_partial && !orders.is_empty();
    Some(refused.filter(|_| !takes_part).map_or(Ok(orders), Err))
}

/// The orders of `give all` or `give proposal 2`: those that [`rules::proposals`] proposes to the referee.
fn proposed_orders(reader: &mut OrderReader<'_>) -> Option<Result<Vec<String>, RefusalText>> {
    let (state, reader) = (reader.state, &mut reader.reader);
    let are_all = reader.accept_word("all");
    if state.viewer().is_some() || !are_all && !reader.accept_word("proposal") {
        return None;
    }
    let number = if are_all { None } else { Some(reader.number("the number of a proposal", 1, u32::MAX).ok()?) };
    let all = rules::proposals(state);
    let chosen = number.map_or(&all[..], |number| all.get(number as usize - 1).map_or(&[][..], std::slice::from_ref));
    if chosen.is_empty() || !reader.is_at_end() {
        let hint = (!all.is_empty()).then(|| format!("proposed are 1 to {}: `propose` lists them", all.len()));
        return Some(Err(RefusalText { reason: "no such order is proposed now".into(), hint }));
    }
    Some(Ok(chosen.iter().map(|proposal| order_text(state, &proposal.order)).collect()))
}

/// `side, stack or unit`
fn kinds_text(kinds: &[EntityKind]) -> String {
    text::list_or(&kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>())
}

fn kind_of_name(state: &State, kinds: &[EntityKind], name: &str) -> Option<EntityKind> {
    let mut others = ids_of_kinds(state, &EntityKind::ALL).filter_map(|id| Some((id, state.kind(id)?)));
    let found = others.find(|(id, kind)| !kinds.contains(kind) && state.name(*id).eq_ignore_ascii_case(name));
    found.map(|(_, kind)| kind)
}

/// A hint where a name has the word of another notation for `v` in it.
fn versus_hint(name: &str) -> Option<String> {
    let versus = name.split_whitespace().find(|word| ["vs", "vs.", "versus"].contains(&&*word.to_lowercase()))?;
    Some(format!("write `v`, not `{versus}`, between the forces"))
}

/// A hint that a name belongs to a thing of another kind; if the order takes a unit, with the units of that stack.
fn other_kind_hint(state: &State, kinds: &[EntityKind], name: &str, of: Option<SideId>) -> Option<String> {
    const MOST: usize = 6;
    let id = *matching(state, ANY, name, of).first()?;
    let kind = state.kind(id)?;
    let is = format!("{} is a {}", state.name(id), kind.word());
    let units: Vec<String> =
        state.units_for_id(id).iter().take(MOST).map(|unit| reference_text(state, unit.id.into(), kinds)).collect();
    let has_units = kinds == UNIT && kind == EntityKind::Stack && !units.is_empty();
    Some(if has_units { format!("{is}; its units are {}", text::list(&units)) } else { is })
}

/// A hint that lists the open battles, when a battle's name matches nothing.
fn open_battles_hint(state: &State, kinds: &[EntityKind]) -> Option<String> {
    if kinds != [EntityKind::Battle] {
        return None;
    }
    let open: Vec<String> = state.open_battles().take(7).map(|battle| quote_if_needed(&*battle.name)).collect();
    match open.len() {
        0 => Some("no battle is under way".into()),
        1 => Some(format!("under way: {}", open[0])),
        2..=6 => Some(format!("under way: {}", text::list(&open))),
        _ => None,
    }
}

/// The purpose of unowned dice: the name of a random table, a plain roll, or an argument.
pub fn unowned_dice_purpose(state: &State, purpose: Purpose) -> String {
    let table = match purpose {
        Purpose::Table(at) => state.book().tables.get(at),
        Purpose::Sum => return "the roll".into(),
        _ => None,
    };
    table.map_or("the argument".into(), |table| table.name.as_name())
}

/// The owner of a die in a combat: a unit, or a side's bonus die.
pub fn die_owner(state: &State, id: Id) -> String {
    match state.kind(id) {
        Some(EntityKind::Side) => format!("a bonus die of {}", state.name(id)),
        _ => state.name(id),
    }
}
