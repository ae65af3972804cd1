//! Parses and prints bare volleys: `volley rifles range 2 at artillery in cover`. Source: RULES 4.5.

use crate::{
    notation::{
        NotationError, Parsed,
        lexer::Token,
        names::quote_if_needed,
        reader::{Expected, Reader},
    },
    rules::volley::{FireSource, VolleyRoll},
};
use std::ops::Range;
use wardiary_base::{
    book::{Rulebook, weapons::MAX_DICE},
    text,
};

impl Reader<'_> {
    /// Reads the rest of a bare roll after `volley`.
    pub(super) fn volley(&mut self, book: &Rulebook) -> Parsed<VolleyRoll> {
        let fire = self.fire(book)?;
        self.require_word("at")?;
        let mut at: Vec<String> = Vec::new();
        loop {
            let place = self.next_range();
            let class = self.target_class(book)?;
            if at.contains(&class) {
                let what = format!("{class} is named twice");
                let hint = Some("what shares a place is judged by the same roll, each class once".into());
                return Err(NotationError { at: place, message: what, hint });
            }
            at.push(class);
            if !self.accept_sign('+') {
                break;
            }
        }
        let cover = self.in_cover()?;
        Ok(VolleyRoll { source: fire, at, cover })
    }

    /// `in cover`, or nothing.
    pub(in crate::notation) fn in_cover(&mut self) -> Parsed<bool> {
        let says = self.accept_word("in");
        if says {
            self.require_word("cover")?;
        }
        Ok(says)
    }

    /// `6`, or `rifles range 2`.
    fn fire(&mut self, book: &Rulebook) -> Parsed<FireSource> {
        if let Some(dice) = self.number_if_any("a number of dice", 1, MAX_DICE.into())? {
            return Ok(FireSource::Dice(u8::try_from(dice).expect("checked to be a few")));
        }
        let names: Vec<&str> = book.weapons.iter().map(|w| w.name.as_str()).collect();
        let (name, at) = self.one_named("weapon", &names)?;
        let weapon = book.weapon(&name).expect("it is one of the book's");
        let range = if self.accept_word("range") { self.bounded_number("a range", 1, 255)? } else { 1 };
        if weapon.at_range(range).is_some() {
            return Ok(FireSource::Weapon { name, range });
        }
        let what = format!("{name} do not reach to range {range}");
        Err(NotationError { at, message: what, hint: Some(format!("they reach to range {}", weapon.dice.len())) })
    }

    /// Reads the name of a target class, or of a troop type that has one.
    fn target_class(&mut self, book: &Rulebook) -> Parsed<String> {
        let classes = book.targets.iter().map(|t| t.name.as_str());
        let troops = book.troops.iter().map(|t| t.name.as_str()).filter(|name| book.target(name).is_none());
        let names: Vec<&str> = classes.chain(troops).collect();
        let (name, _) = self.one_named("target", &names)?;
        Ok(book.target(&name).unwrap_or_else(|| book.target_of(&name)).name.clone())
    }

    /// Reads one of these names or an unambiguous prefix of one, quoted or as plain words.
    fn one_named(&mut self, what: &str, names: &[&str]) -> Parsed<(String, Range<usize>)> {
        self.expect(Expected::OneOf(names.iter().map(|n| (*n).to_string()).collect()));
        fail_if!(!matches!(self.peek(), Some(Token::Word(_) | Token::Quoted(_))), self.unexpected());
        let start = self.next_range();
        let (typed, at) = self.plain_name().ok_or_else(|| self.unexpected())?;
        let lower = typed.to_lowercase();
        let exact = names.iter().copied().find(|name| name.to_lowercase() == lower);
        let begin: Vec<&str> = names.iter().copied().filter(|name| name.to_lowercase().starts_with(&lower)).collect();
        match (exact, begin.as_slice()) {
            (Some(name), _) | (None, &[name]) => Ok((name.to_string(), start.start..at.end)),
            (None, []) => Err(NotationError {
                at,
                message: format!("there is no {what} “{}”", text::display_name(&typed)),
                hint: Some(match text::nearest(&typed, names.iter().copied()) {
                    Some(near) => format!("perhaps {}", quote_if_needed(near)),
                    None => format!("there is {}", text::list(names)),
                }),
            }),
            (None, several) => Err(NotationError {
                at,
                message: format!("“{}” could be {} of them", text::display_name(&typed), several.len()),
                hint: Some(format!(
                    "say {}",
                    several.iter().map(|n| quote_if_needed(n)).collect::<Vec<_>>().join(" or ")
                )),
            }),
        }
    }
}

/// Prints a bare volley in canonical form.
pub(super) fn volley_text(roll: &VolleyRoll) -> String {
    let fire = match &roll.source {
        FireSource::Dice(dice) => dice.to_string(),
        FireSource::Weapon { name, range } => format!("{} range {range}", quote_if_needed(name)),
    };
    let at: Vec<String> = roll.at.iter().map(|class| quote_if_needed(class)).collect();
    format!("volley {fire} at {}{}", at.join(" + "), if roll.cover { " in cover" } else { "" })
}
