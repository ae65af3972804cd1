//! Changes of the rules in words: `rules change clock day with dawn, noon, dusk`, `rules change pools depot 6 for Blue`,
//! `rules change scrud phases 2`. Source: RULES 7.

use super::{OrderPrinter, OrderReader, lay_out::DraftRanges};
use crate::{
    notation::{
        NotationError, Parsed,
        lexer::Token,
        names::{quote, quote_if_needed},
        reader::Expected,
    },
    state::State,
};
use std::{collections::BTreeMap, str::FromStr};
use wardiary_base::{
    book::{ClockDraft, Parts, Pool, ReplacementsDraft, RulebookDraft, Share, SupplyDraft, SupplyLevel},
    document::{
        self,
        nodes::{Node, NodeKind, parse_nodes},
    },
    text::Text,
};

/// The words that end an unquoted name of a pool or of a supply level.
const ENDS: [&str; 4] = ["gains", "every", "recovery", "allowance"];

impl OrderReader<'_> {
    /// Reads a change of the rules in words. `None` if the text has no such words.
    pub(super) fn settings(&mut self) -> Parsed<Option<RulebookDraft>> {
        let mut ranges = DraftRanges::default();
        let Some(draft) = self.draft_in_words(&mut ranges)? else { return Ok(None) };
        let faults = draft.check(self.state.book()).err().unwrap_or_default();
        let first = faults.into_iter().find_map(|fault| Some((ranges.find(&fault.path.join("."))?, fault)));
        first.map_or(Ok(Some(draft)), |(at, fault)| Err(NotationError { at, reason: fault.reason, hint: fault.hint }))
    }

    /// The same unchecked, with the ranges of its parts.
    fn draft_in_words(&mut self, ranges: &mut DraftRanges) -> Parsed<Option<RulebookDraft>> {
        self.reader.name_ends = ENDS.map(Text::from).to_vec();
        let read = self.lists(ranges);
        self.reader.name_ends.clear();
        match read? {
            Some(draft) => Ok(Some(draft)),
            None => self.setting(),
        }
    }

    fn lists(&mut self, ranges: &mut DraftRanges) -> Parsed<Option<RulebookDraft>> {
        let mut draft = RulebookDraft::default();
        if self.reader.accept_word("clock") {
            draft.clock = Some(self.clock(ranges)?);
        } else if self.reader.accept_word("pools") {
            let pools = self.listed(|r, nth| r.pool(nth, ranges))?;
            draft.replacements = Some(ReplacementsDraft { pools: Some(pools), ..ReplacementsDraft::default() });
        } else if self.reader.accept_word("levels") {
            let levels = self.listed(|r, nth| r.supply_level(nth, ranges))?;
            draft.supply = Some(SupplyDraft { levels: Some(levels), range: None });
        } else {
            return Ok(None);
        }
        Ok(Some(draft))
    }

    /// Settings by section and name, and lists: `scrud phases 2, scrud ties Hold, mechanisms Edna + Scrud`
    fn setting(&mut self) -> Parsed<Option<RulebookDraft>> {
        let is_name = |token: Option<&Token>| matches!(token, Some(Token::Word(word)) if word.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
        if !is_name(self.reader.peek()) {
            return Ok(None);
        }
        let start = self.reader.next_range().start;
        let (mut parts, mut sections) = (Vec::new(), BTreeMap::<String, Vec<String>>::new());
        loop {
            let Some(Token::Word(section)) = self.reader.peek().cloned() else { return Err(self.reader.unexpected()) };
            self.reader.advance();
            match self.reader.peek().cloned() {
                Some(Token::Word(setting)) if is_name(self.reader.peek()) => {
                    self.reader.advance();
                    sections.entry(section).or_default().push(format!("{setting}: {}", self.setting_value()?));
                }
                Some(Token::Quoted(_)) => parts.push(format!("{section}: {}", self.setting_value()?)),
                _ => parts.push(format!("{section}: [{}]", self.separated('+', |r, _| r.setting_value())?.join(","))),
            }
            if !self.reader.accept_sign(',') {
                break;
            }
        }
        parts.extend(sections.iter().map(|(section, settings)| format!("{section}: ({})", settings.join(","))));
        let draft = format!("({})", parts.join(","));
        document::order_options().from_str(&draft).map(Some).map_err(|error| {
            let problem = document::explain(&error);
            let what = format!("the setting can't be read: {}", problem.reason);
            NotationError { hint: problem.hint, ..NotationError::new(self.range_since(start), what) }
        })
    }

    fn setting_value(&mut self) -> Parsed<String> {
        self.reader.expect(Expected::Free("the value of the setting"));
        let value = match self.reader.peek() {
            Some(Token::Quoted(text)) => quote(text),
            Some(Token::Word(word)) => word.clone(),
            Some(Token::Number(number)) => number.to_string(),
            Some(Token::Id(_) | Token::Sign(_)) | None => return Err(self.reader.unexpected()),
        };
        self.reader.advance();
        Ok(value)
    }

    /// `day`, `day with dawn, noon, dusk`
    fn clock(&mut self, ranges: &mut DraftRanges) -> Parsed<ClockDraft> {
        let start = self.reader.next_range().start;
        let unit = self.reader.new_name()?;
        ranges.add("clock.unit", self.range_since(start));
        let mut part = |r: &mut Self, nth: usize| {
            let start = r.reader.next_range().start;
            let part = r.reader.new_name()?;
            ranges.add(format!("clock.parts.{nth}"), r.range_since(start));
            Ok(part)
        };
        let parts = if self.reader.accept_word("with") { self.listed(&mut part)? } else { Vec::new() };
        Ok(ClockDraft { unit: Some(unit), parts: Some(parts) })
    }

    /// `depot 6 for Blue kind infantry + lancers gains 2 every 3`
    fn pool(&mut self, nth: usize, ranges: &mut DraftRanges) -> Parsed<Pool> {
        let start = self.reader.next_range().start;
        let name = self.reader.new_name()?;
        ranges.add(format!("replacements.pools.{nth}.name"), self.range_since(start));
        let mut pool = Pool { name, points: self.reader.number("Strength Points", 0, u32::MAX)?, ..Pool::default() };
        if self.reader.accept_word("for") {
            let sides = self.state.sides().iter().map(|side| &*side.name);
            pool.side = Some(self.reader.any_word(Expected::one_of(sides))?);
        }
        if self.reader.accept_word("kind") {
            let kinds: Vec<_> = self.state.book().troops.iter().map(|kind| kind.name.clone()).collect();
            pool.troops = self.separated('+', |r, _| r.reader.any_word(Expected::one_of(&kinds)))?;
        }
        if self.reader.accept_word("gains") {
            pool.gains = self.reader.number("Strength Points", 0, u32::MAX)?;
        }
        if self.reader.accept_word("every") {
            pool.every = Parts(self.reader.bounded_number("a number of parts of the clock", 0, u32::from(u16::MAX))?);
        }
        ranges.add(format!("replacements.pools.{nth}"), self.range_since(start));
        Ok(pool)
    }

    /// `low grade -1 recovery 0.5 allowance 0.5`
    fn supply_level(&mut self, nth: usize, ranges: &mut DraftRanges) -> Parsed<SupplyLevel> {
        let start = self.reader.next_range().start;
        let mut level = SupplyLevel { name: self.reader.new_name()?, ..SupplyLevel::default() };
        if self.reader.accept_word("grade") {
            level.grade = self.value("a shift of the grade, such as -1")?;
        }
        if self.reader.accept_word("recovery") {
            level.recovery = self.share()?;
        }
        if self.reader.accept_word("allowance") {
            level.allowance = self.share()?;
        }
        ranges.add(format!("supply.levels.{nth}"), self.range_since(start));
        Ok(level)
    }

    fn share(&mut self) -> Parsed<Share> {
        let at = self.reader.next_range();
        let share: f64 = self.value("a share from 0 to 1, such as 0.5")?;
        Share::try_from(share).map_err(|what| NotationError::new(at, what))
    }

    /// A number that may have a sign or decimals.
    fn value<T: FromStr>(&mut self, what: &'static str) -> Parsed<T> {
        self.reader.expect(Expected::Free(what));
        let value = match self.reader.peek() {
            Some(Token::Word(word)) => word.parse().ok(),
            Some(Token::Number(number)) => number.to_string().parse().ok(),
            _ => None,
        };
        let value = value.ok_or_else(|| self.reader.unexpected())?;
        self.reader.advance();
        Ok(value)
    }
}

/// The change in words, if these read back as the same change.
pub(super) fn settings_text(state: &State, draft: &RulebookDraft) -> Option<String> {
    let mut p = OrderPrinter { state, text: String::new() };
    if let Some(ClockDraft { unit: Some(unit), parts: Some(parts) }) = &draft.clock {
        let parts: Vec<String> = parts.iter().map(quote_if_needed).collect();
        p.push("clock").name(unit).listed("with", &parts);
    } else if let Some(ReplacementsDraft { pools: Some(pools), .. }) = &draft.replacements {
        p.listed("pools", &pools.iter().map(|pool| pool_text(state, pool)).collect::<Vec<_>>());
    } else if let Some(SupplyDraft { levels: Some(levels), .. }) = &draft.supply {
        p.listed("levels", &levels.iter().map(|level| level_text(state, level)).collect::<Vec<_>>());
    } else {
        p.push(&setting_words(draft)?);
    }
    let read = OrderReader::new(&p.text, state).ok().and_then(|mut reader| {
        reader.draft_in_words(&mut DraftRanges::default()).ok().flatten().filter(|_| reader.reader.is_at_end())
    });
    read.filter(|read| read == draft).map(|_| p.text)
}

/// Settings as `scrud phases 2, scrud ties Hold`, lists of words as `mechanisms Edna + Scrud`.
fn setting_words(draft: &RulebookDraft) -> Option<String> {
    let text = document::write(&document::order_options(), draft, 0);
    let nodes = parse_nodes(&text)?;
    let value = |node: &Node| text.get(node.value_start..node.end);
    let mut settings: Vec<String> = Vec::new();
    for (section, outer) in nodes.iter().enumerate().filter(|(_, node)| node.parent.is_none()) {
        let inner: Vec<&Node> = nodes.iter().filter(|node| node.parent == Some(section)).collect();
        let values: Vec<&str> = inner.iter().map(|node| value(node)).collect::<Option<_>>()?;
        match inner.first().map(|node| node.kind) {
            None => settings.push(format!("{} {}", outer.key, value(outer)?)),
            Some(NodeKind::Field) => settings
                .extend(inner.iter().zip(values).map(|(node, value)| format!("{} {} {value}", outer.key, node.key))),
            Some(NodeKind::Item | NodeKind::Element) => {
                settings.push(format!("{} {}", outer.key, values.join(" + ")));
            }
        }
    }
    Some(settings.join(", "))
}

fn level_text(state: &State, level: &SupplyLevel) -> String {
    let mut p = OrderPrinter { state, text: String::new() };
    p.name(&level.name).put_after("grade", (level.grade != 0).then_some(level.grade));
    for (word, share) in [("recovery", level.recovery), ("allowance", level.allowance)] {
        p.put_after(word, (share != Share::WHOLE).then(|| f64::from(share)));
    }
    p.text
}

fn pool_text(state: &State, pool: &Pool) -> String {
    let mut p = OrderPrinter { state, text: String::new() };
    p.name(&pool.name).number(&pool.points).put_after("for", pool.side.as_ref().map(quote_if_needed));
    let kinds: Vec<String> = pool.troops.iter().map(quote_if_needed).collect();
    p.put_after("kind", (!kinds.is_empty()).then(|| kinds.join(" + ")));
    p.put_after("gains", (pool.gains > 0).then_some(pool.gains));
    p.put_after("every", (pool.every != Parts::default()).then_some(pool.every.0));
    p.text
}
