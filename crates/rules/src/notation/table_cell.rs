//! Lists in a cell of a table of units: a unit's weapons and tests, separated by commas.

use super::{
    NotationError, Parsed,
    lexer::Token,
    names::quote,
    reader::{Expected, NEW_NAME, Reader},
};
use wardiary_base::{
    book::{NamedTest, Passing},
    text::Text,
};

/// The words that end the name of a test.
const PASSING: [&str; 2] = ["pass-one", "pass-all"];

/// `rifles, hand-held weapons`: names, quoted if they contain a comma or a quote.
pub fn parse_names(cell: &str) -> Parsed<Vec<Text>> {
    parse_list(cell, Reader::cell_name)
}

/// `Leadership pass-one 2d 4-, Nerve pass-all 3d 5-`: tests, each written as in an order.
pub fn parse_tests(cell: &str) -> Parsed<Vec<NamedTest>> {
    parse_list(cell, |reader| {
        let name = reader.cell_name()?;
        let test = reader.several_dice_test()?.ok_or_else(|| reader.unexpected())?;
        Ok(NamedTest { name, dice: test.dice, needs: test.needs, pass: test.pass })
    })
}

fn parse_list<'a, T>(cell: &'a str, mut item: impl FnMut(&mut Reader<'a>) -> Parsed<T>) -> Parsed<Vec<T>> {
    let mut reader = Reader::new(cell)?;
    let mut items = Vec::new();
    if reader.is_at_end() {
        return Ok(items);
    }
    loop {
        items.push(item(&mut reader)?);
        if !reader.accept_sign(',') {
            return reader.end().map(|()| items);
        }
    }
}

impl Reader<'_> {
    /// Reads a name up to a comma, or up to the words that start a test's dice.
    fn cell_name(&mut self) -> Parsed<Text> {
        self.expect(Expected::Free(NEW_NAME));
        if let Some(Token::Quoted(name)) = self.peek().cloned() {
            self.advance();
            return Ok(name.into());
        }
        let start = self.next_range().start;
        let mut end = start;
        while let Some(token) = self.peek() {
            match token {
                Token::Sign(',') => break,
                Token::Word(word) if is_passing(word) => break,
                Token::Quoted(_) => {
                    return Err(NotationError::new(self.next_range(), "unexpected quote within a name"));
                }
                _ => end = self.next_range().end,
            }
            self.advance();
        }
        if end == start { Err(self.unexpected()) } else { Ok(self.text[start..end].into()) }
    }
}

fn is_passing(word: &str) -> bool {
    PASSING.iter().any(|passing| passing.eq_ignore_ascii_case(word))
}

pub fn names_text(names: &[Text]) -> String {
    names.iter().map(name_text).collect::<Vec<_>>().join(", ")
}

pub fn tests_text(tests: &[NamedTest]) -> String {
    let test = |test: &NamedTest| {
        let pass = PASSING[usize::from(test.pass == Passing::All)];
        format!("{} {pass} {}d {}", name_text(&test.name), test.dice, test.needs)
    };
    tests.iter().map(test).collect::<Vec<_>>().join(", ")
}

fn name_text(name: &Text) -> String {
    let name = name.raw();
    let plain = |c: char| c.is_alphanumeric() || " -'.’".contains(c);
    let in_words = name.chars().all(plain) && name.trim() == name && !name.is_empty();
    if in_words && !name.split(' ').any(is_passing) { name.into() } else { quote(name) }
}
