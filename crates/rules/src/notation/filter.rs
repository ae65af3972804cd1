//! The filter language for diary entries, used by the Review screen, `wardiary log` and reports.
//!
//! ```text
//! side Germans turn 3-5 kind scrud          all terms must match
//! unit "41st Brigade" not dice table        the term after `not` must not match
//! marked ? or text fog                      either must match
//! ```
//!
//! Any other word matches text. `parse_filter` of the diary evaluates filters.

use super::{
    NotationError, Parsed,
    lexer::Token,
    names::{self, BATTLE, FORMATION, SIDE, STACK, UNIT, quote},
    reader::{Expected, Reader},
};
use crate::{
    notable::NotableKind,
    order::Verb,
    state::{EntityKind, State},
};
use std::{collections::BTreeSet, fmt, ops::RangeInclusive};
use wardiary_base::{
    book::Mechanism,
    id::{Id, SideId},
    remark::Mark,
    text::{self, Text},
};

/// A filter in disjunctive form. An empty one matches every entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Alternatives. An entry matches one if all of its terms match.
    pub alternatives: Vec<Vec<FilterTerm>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterTerm {
    /// Whether the term is negated.
    pub negated: bool,
    pub criterion: Criterion,
    /// The text it was read from, without `not`.
    pub text: Text,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// `side Germans`, `stack "XX Corps"`, `unit "41st Brigade"`, `battle "First day"`: the entry concerns this.
    Concerns(Id),
    /// `by Germans`: the side's own order, or one that it wrote and the referee answered.
    By(SideId),
    /// `turn 3`, `turn 3-5`, `turn 3 on`: the entry is in such a turn of a battle.
    Turn(RangeInclusive<u32>),
    /// `day 3`, `day 3-5`, `day 3 dawn`: the entry was made at this time of the campaign's clock.
    Time(RangeInclusive<u32>, Option<u8>),
    /// `entry 40-60`: the entry's number.
    Entry(RangeInclusive<u32>),
    /// `kind edna`: the first words of its order.
    Kind(Text),
    /// `mechanism scrud`: the mechanism of its order.
    Mechanism(Mechanism),
    /// `text fog`, or only `fog`: its description contains this.
    Contains(Text),
    /// `dice`, `dice table`, `dice program`: it has dice, of this origin.
    Dice(Option<DiceOrigin>),
    /// `marked`, `marked !?`: a remark on it has this mark.
    Marked(Option<Mark>),
    /// `bookmarked`
    Bookmarked,
    /// `abandoned`: it is on an abandoned branch.
    Abandoned,
    /// `fork`: several entries follow it.
    Fork,
    /// `event`, `event leader`: it has a notable event, of this kind.
    Event(Option<NotableKind>),
    /// `lucky`, `unlucky for Germans`: one of its rolls was so for this side, or for any.
    Luck(Luckiness, Option<SideId>),
}

wardiary_base::words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Luckiness, word {
        Lucky "lucky",
        Unlucky "unlucky",
    }
}

/// A roll's rank for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RollLuck {
    pub side: SideId,
    /// `None` for a roll that is not unusual.
    pub luck: Option<Luckiness>,
    /// How many of 1000 rolls are as good or better.
    pub as_good: u16,
    /// How many of 1000 rolls are as bad or worse.
    pub as_bad: u16,
}

impl RollLuck {
    /// Whether only one roll in fifty is as good, or as bad.
    pub fn is_notable(&self) -> bool {
        self.as_good.min(self.as_bad) <= 20
    }

    /// How many of 1000 rolls are at least as lucky, or as unlucky.
    pub fn at_least_as_extreme(&self, how: Luckiness) -> u16 {
        match how {
            Luckiness::Lucky => self.as_good,
            Luckiness::Unlucky => self.as_bad,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceOrigin {
    Program,
    Table,
}

pub const FILTER_WORDS: &[(&str, &str)] = &[
    ("side NAME", "entries about the side or one of its units; also `formation`, `stack`, `unit` and `battle`"),
    ("turn 3-5", "entries in these turns of a battle; also `turn 3` and `turn 3 on`"),
    (
        "day 3 dawn",
        "entries at this time by the campaign’s clock, in its own words; also `day 3`, `day 3-5` and `day 3 on`",
    ),
    (
        "by NAME",
        "orders of this side: those that it may give itself, and those that it wrote, with the referee’s answer",
    ),
    ("entry 40-60", "entries with these numbers"),
    ("kind edna", "orders that begin with this word"),
    ("mechanism scrud", "orders of this mechanism; also `edna`, `tests`, `volleys`, `stacks` and `turns`"),
    (
        "event leader",
        "entries in which a leader fell; also `exhaustion`, `stack` (destroyed), `objective` (taken), `charge` (failed), `roll` (one in fifty), and `event` for any",
    ),
    ("dice table", "entries with dice rolled on the table; also `dice program`, and `dice` for any"),
    ("marked !?", "entries with a remark; with a mark, only those with that mark"),
    ("bookmarked", "entries with a bookmark"),
    ("abandoned", "entries cancelled after dice were shown"),
    ("fork", "entries where the diary branches"),
    (
        "lucky for NAME",
        "rolls at least this good for the side come up at most 1 time in 10; also `unlucky`, and `lucky` for any side",
    ),
    ("text fog", "entries that contain this text; the word alone means the same"),
    ("not … or …", "exclude a condition; combine alternatives"),
];

#[derive(Clone, Copy)]
enum FilterWord {
    Name(&'static [EntityKind]),
    By,
    Turn,
    Entry,
    Kind,
    Mechanism,
    Text,
    Dice,
    Marked,
    Event,
    Luck(Luckiness),
    Plain(&'static Criterion),
}

const WORDS: [(&str, FilterWord); 19] = [
    ("side", FilterWord::Name(SIDE)),
    ("formation", FilterWord::Name(FORMATION)),
    ("stack", FilterWord::Name(STACK)),
    ("unit", FilterWord::Name(UNIT)),
    ("battle", FilterWord::Name(BATTLE)),
    ("by", FilterWord::By),
    ("turn", FilterWord::Turn),
    ("entry", FilterWord::Entry),
    ("kind", FilterWord::Kind),
    ("mechanism", FilterWord::Mechanism),
    ("text", FilterWord::Text),
    ("dice", FilterWord::Dice),
    ("marked", FilterWord::Marked),
    ("event", FilterWord::Event),
    ("bookmarked", FilterWord::Plain(&Criterion::Bookmarked)),
    ("abandoned", FilterWord::Plain(&Criterion::Abandoned)),
    ("fork", FilterWord::Plain(&Criterion::Fork)),
    ("lucky", FilterWord::Luck(Luckiness::Lucky)),
    ("unlucky", FilterWord::Luck(Luckiness::Unlucky)),
];

const MECHANISMS: [(&str, Mechanism); 6] = [
    ("edna", Mechanism::Edna),
    ("scrud", Mechanism::Scrud),
    ("tests", Mechanism::Tests),
    ("volleys", Mechanism::Volleys),
    ("stacks", Mechanism::Stacks),
    ("turns", Mechanism::Turns),
];

/// Parses a filter, resolving names in this state.
pub fn parse_filter(text: &str, state: &State) -> Parsed<Filter> {
    let mut reader = Reader::new(text)?;
    // A name of several words ends where the next term starts.
    reader.name_ends = WORDS.iter().map(|(word, _)| *word).chain(["not", "or"]).map(Text::from).collect();
    let clock = &state.book().clock;
    reader.counted_end = clock.is_on().then(|| clock.unit());
    let mut any = Vec::new();
    let mut all = Vec::new();
    while !reader.is_at_end() {
        if reader.accept_word("or") {
            any.push(std::mem::take(&mut all));
            if reader.is_at_end() {
                reader.expect(Expected::Free("another condition"));
                return Err(reader.unexpected());
            }
            continue;
        }
        all.push(term(&mut reader, state)?);
        // The next term need not start with a keyword of orders.
        let here = reader.position();
        reader.rewind(here);
    }
    if !all.is_empty() {
        any.push(all);
    }
    if any.iter().any(Vec::is_empty) {
        return Err(NotationError::new(0..text.len(), "`or` needs a condition on either side"));
    }
    any.iter_mut().for_each(|all| set_side_of_luck(all, state));
    Ok(Filter { alternatives: any })
}

/// Gives a bare `lucky` the side of the other terms, if they concern one side only or its stacks or units.
fn set_side_of_luck(all: &mut [FilterTerm], state: &State) {
    let concerned = all.iter().filter(|term| !term.negated).filter_map(|term| match term.criterion {
        Criterion::Concerns(id) => state.side_of(id),
        _ => None,
    });
    let sides: BTreeSet<SideId> = concerned.collect();
    let Some(side) = sides.first().filter(|_| sides.len() == 1) else { return };
    for term in all {
        if let Criterion::Luck(luckiness, whose @ None) = &mut term.criterion {
            *whose = Some(*side);
            term.text =
                format!("{} for {}", luckiness.word(), names::reference_text(state, (*side).into(), SIDE)).into();
        }
    }
}

fn term(reader: &mut Reader, state: &State) -> Parsed<FilterTerm> {
    let not = reader.accept_word("not");
    let from = reader.next_range().start;
    let clock = &state.book().clock;
    let is_word = WORDS.iter().any(|(word, _)| word.eq_ignore_ascii_case(&clock.unit()));
    let is_time = clock.is_on() && !is_word && reader.is_at_counted(&clock.unit());
    let word = WORDS.iter().find(|(word, _)| reader.accept_word(word)).map(|(_, word)| *word);
    let asks = match word {
        Some(FilterWord::Name(kinds)) => Criterion::Concerns(reader.reference(state, kinds)?),
        Some(FilterWord::By) => Criterion::By(side(reader, state)?),
        Some(FilterWord::Turn) => Criterion::Turn(number_range(reader, "a turn")?),
        Some(FilterWord::Entry) => Criterion::Entry(number_range(reader, "an entry")?),
        Some(FilterWord::Kind) => Criterion::Kind(kind(reader)?),
        Some(FilterWord::Mechanism) => Criterion::Mechanism(mechanism(reader)?),
        Some(FilterWord::Text) => Criterion::Contains(text_to_find(reader)?),
        Some(FilterWord::Dice) => {
            Criterion::Dice(reader.accept_one_of(&[("table", DiceOrigin::Table), ("program", DiceOrigin::Program)]))
        }
        Some(FilterWord::Marked) => Criterion::Marked(reader.accept_one_of(&Mark::ALL.map(|mark| (mark.sign(), mark)))),
        Some(FilterWord::Event) => {
            Criterion::Event(reader.accept_one_of(&NotableKind::ALL.map(|kind| (kind.word(), kind))))
        }
        Some(FilterWord::Luck(luckiness)) => {
            Criterion::Luck(luckiness, if reader.accept_word("for") { Some(side(reader, state)?) } else { None })
        }
        Some(FilterWord::Plain(asks)) => asks.clone(),
        None if is_time => {
            reader.advance();
            let counts = number_range(reader, "a number")?;
            let is_one = counts.start() == counts.end();
            Criterion::Time(counts, if is_one { reader.part_of_period(clock) } else { None })
        }
        None => Criterion::Contains(text_to_find(reader)?),
    };
    let text = reader.text[from..reader.next_range().start].trim_end().into();
    Ok(FilterTerm { negated: not, criterion: asks, text })
}

fn side(reader: &mut Reader, state: &State) -> Parsed<SideId> {
    reader.reference(state, SIDE).map(|id| SideId(id.0))
}

/// `3`, `3-5`, `3 to 5`, `3-` and `3 on`
fn number_range(reader: &mut Reader, what: &'static str) -> Parsed<RangeInclusive<u32>> {
    let at = reader.next_range();
    if let Some(Token::Word(word)) = reader.peek().cloned()
        && let Some((from, to)) = word.split_once('-')
    {
        let end = if to.is_empty() { Ok(u32::MAX) } else { to.parse() };
        if let (Ok(from), Ok(to)) = (from.parse(), end) {
            reader.advance();
            return check_ascending(from..=to, at);
        }
    }
    let from = reader.number(what, 0, u32::MAX)?;
    if reader.accept_word("on") {
        return Ok(from..=u32::MAX);
    }
    if reader.accept_word("to") {
        return check_ascending(from..=reader.number(what, 0, u32::MAX)?, at);
    }
    Ok(from..=from)
}

fn check_ascending(range: RangeInclusive<u32>, at: std::ops::Range<usize>) -> Parsed<RangeInclusive<u32>> {
    fail_if!(range.is_empty(), NotationError::new(at, format!("{} comes after {}", range.start(), range.end())));
    Ok(range)
}

/// Reads a mechanism: `volleys` or `volley`.
fn mechanism(reader: &mut Reader) -> Parsed<Mechanism> {
    let singular = match reader.peek() {
        Some(Token::Word(word)) => MECHANISMS.iter().find(|(many, _)| many.eq_ignore_ascii_case(&format!("{word}s"))),
        _ => None,
    };
    if let Some((_, mechanism)) = singular {
        reader.advance();
        return Ok(*mechanism);
    }
    reader.accept_one_of(&MECHANISMS).ok_or_else(|| reader.unexpected())
}

/// Reads the start of orders: a whole verb or its first word.
fn kind(reader: &mut Reader) -> Parsed<Text> {
    let at = reader.next_range();
    let mut found = reader.any_word(Expected::one_of(Verb::ALL.iter().map(|verb| verb.as_str())))?.raw().to_string();
    // `end turn` and `end battle` are two kinds, and `end` covers both.
    if let Some(Token::Word(second)) = reader.peek() {
        let both = format!("{found} {second}");
        if Verb::ALL.iter().any(|verb| verb.as_str().eq_ignore_ascii_case(&both)) {
            reader.advance();
            found = both;
        }
    }
    if Verb::ALL.iter().any(|verb| verb.matches_text(&found)) {
        return Ok(found.into());
    }
    Err(NotationError { at, ..no_such_kind(&found) })
}

fn no_such_kind(kind: &str) -> NotationError {
    let near = text::nearest(&kind.to_lowercase(), Verb::ALL.iter().map(|verb| verb.as_str()));
    let hint = match kind.to_lowercase().as_str() {
        "attack" | "combat" | "fight" => Some(
            "write `mechanism scrud` or `mechanism volleys`, or the first word of an order, as in `kind scrud`".into(),
        ),
        _ => near.map(|near| format!("did you mean `{near}`?")),
    };
    NotationError {
        hint, ..NotationError::new(0..0, format!("no order begins with “{}”", text::display_name(kind)))
    }
}

/// Reads a text: quoted, or one word.
fn text_to_find(reader: &mut Reader) -> Parsed<Text> {
    reader.expect(Expected::Free("a word, or a text in quotes"));
    let is_bracket = |word: &str| word.starts_with('(') || word.ends_with(')');
    if matches!(reader.peek(), Some(Token::Sign(',')))
        || matches!(reader.peek(), Some(Token::Word(word)) if is_bracket(word))
    {
        return Err(NotationError {
            hint: Some(
                "all terms must match; `or` separates alternatives; a text with such signs goes in quotes".into(),
            ),
            ..NotationError::new(reader.next_range(), "a filter has no parentheses and no commas")
        });
    }
    let wanted = match reader.peek() {
        Some(Token::Word(text) | Token::Quoted(text)) => text.clone(),
        Some(Token::Number(number)) => number.to_string(),
        Some(Token::Id(id)) => format!("#{id}"),
        Some(Token::Sign(sign)) => sign.to_string(),
        None => return Err(reader.unexpected()),
    };
    reader.advance();
    Ok(wanted.into())
}

impl Filter {
    pub fn and(mut self, asks: &Criterion, text: &str) -> Self {
        if self.alternatives.is_empty() {
            self.alternatives.push(Vec::new());
        }
        for all in &mut self.alternatives {
            all.push(FilterTerm { negated: false, criterion: asks.clone(), text: text.into() });
        }
        self
    }

    /// Adds a term for something of one of these kinds. A name that is a keyword needs no quotes here.
    pub fn and_named(self, name: &str, state: &State, kind: &'static [EntityKind]) -> Parsed<Self> {
        let id = names::resolve_name(name, state, kind)?;
        let text = format!("{} {}", kind[0].word(), names::quote_if_needed(name));
        let mut with = self.and(&Criterion::Concerns(id), &text);
        with.alternatives.iter_mut().for_each(|all| set_side_of_luck(all, state));
        Ok(with)
    }

    /// Adds a term for orders that start like this. Fails if no order does.
    pub fn and_kind(self, kind: &str) -> Parsed<Self> {
        if !Verb::ALL.iter().any(|verb| verb.matches_text(kind)) {
            return Err(NotationError { at: 0..kind.len(), ..no_such_kind(kind) });
        }
        Ok(self.and(&Criterion::Kind(kind.into()), &format!("kind {kind}")))
    }

    pub fn and_text(self, text: &str) -> Self {
        self.and(&Criterion::Contains(text.into()), &format!("text {}", quote(text)))
    }

    /// Whether it asks how rolls came out, which must be computed first.
    pub fn asks_for_luck(&self) -> bool {
        use Criterion::{Event, Luck};
        let asks = |asks: &Criterion| matches!(asks, Luck(..) | Event(None | Some(NotableKind::Roll)));
        self.alternatives.iter().flatten().any(|term| asks(&term.criterion))
    }

    pub fn matches_all(&self) -> bool {
        self.alternatives.is_empty()
    }
}

impl FilterTerm {
    pub fn contains(text: &str) -> Self {
        Self {
            negated: false,
            criterion: Criterion::Contains(text.into()),
            text: format!("text {}", quote(text)).into(),
        }
    }

    /// A weaker criterion, if there is one: dice of any origin, any mark, the luck of any side.
    pub fn loosened(&self) -> Option<Self> {
        let (asks, text) = match &self.criterion {
            _ if self.negated => return None,
            Criterion::Dice(Some(_)) => (Criterion::Dice(None), "dice"),
            Criterion::Marked(Some(_)) => (Criterion::Marked(None), "marked"),
            Criterion::Event(Some(_)) => (Criterion::Event(None), "event"),
            Criterion::Luck(luckiness, Some(_)) => (Criterion::Luck(*luckiness, None), luckiness.word()),
            _ => return None,
        };
        Some(Self { negated: false, criterion: asks, text: text.into() })
    }
}

impl fmt::Display for FilterTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.negated { "not " } else { "" }, self.text)
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = |all: &Vec<FilterTerm>| all.iter().map(FilterTerm::to_string).collect::<Vec<_>>().join(" ");
        f.write_str(&self.alternatives.iter().map(all).collect::<Vec<_>>().join(" or "))
    }
}
