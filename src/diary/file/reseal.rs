//! A save's text with new seals. Every other character stays, except in records without a field for a seal: those are
//! written again.

use super::{
    lines::{body, read_line},
    read::{LoadError, no_diary, read_header, start_and_end},
    seal::{self, Chain},
};
use std::borrow::Cow;

/// The text of a save with correct seals.
///
/// # Errors
/// What is wrong with it, with its place.
pub fn reseal(text: &str) -> Result<String, LoadError> {
    let (start, from) = start_and_end(text).ok_or_else(|| no_diary(text))?;
    let head = &text[start..from];
    let seed = read_header(head)?.0.seed;
    let head = with_place(head);
    let seal = seal::header_seal(&head);
    let head = seal::with_seal(&head, seal).unwrap_or_else(|| head.to_string());
    let (mut chain, _) = Chain::of_header(&head, seal);
    let mut sealed = format!("{}{head}", &text[..start]);
    let mut copied = from;
    for line in body(text, from)?.lines {
        let (mut record, value, digest) = read_line(&line, &seed).map_err(LoadError::of)?;
        let start = line.start + (value.as_ptr().addr() - line.text.as_ptr().addr());
        sealed.push_str(&text[copied..start]);
        sealed.push_str(&match chain.seal_again(&digest, &record, value) {
            Some(line) => line,
            None => chain.write(&seed, &mut record),
        });
        copied = start + value.len();
    }
    sealed.push_str(&text[copied..]);
    Ok(sealed)
}

/// A header with a field for its seal.
fn with_place(head: &str) -> Cow<'_, str> {
    if seal::has_place(head) {
        return head.into();
    }
    let field = head.rfind("diary").unwrap_or(head.len());
    format!("{}seal: \"\",\n{}", &head[..field], &head[field..]).into()
}
