//! Writes new seals into a save's text. Every other character stays, except in records without a field for a seal,
//! which are written again.

use super::{
    lines::{self, body, read_line},
    read::{LoadError, ReadHeader, no_diary, read_header, refuse_share, start_and_end},
    seal::{self, Chain},
};
use crate::diary::{
    Record,
    watch::{Watch, Work},
};
use std::borrow::Cow;

const LINES_PER_REPORT: usize = 1024;

/// Returns the text of a save with correct seals.
pub fn reseal(text: &str) -> Result<String, LoadError> {
    reseal_with_progress(text, Watch::none())
}

/// Like `reseal`, and reports progress.
pub fn reseal_with_progress(text: &str, watch: Watch) -> Result<String, LoadError> {
    let (start, from) = start_and_end(text).ok_or_else(|| no_diary(text))?;
    let head = &text[start..from];
    let ReadHeader { scheme, share, .. } = read_header(head)?;
    refuse_share(share, "changes in it can't be accepted")?;
    let head = with_seal_field(head);
    let seal = seal::header_seal(&head);
    let head = seal::with_seal(&head, seal).unwrap_or_else(|| head.to_string());
    let (mut chain, _) = Chain::from_header(&head, seal, scheme);
    let mut sealed = format!("{}{head}", &text[..start]);
    let mut copied = from;
    let body = body(text, from)?;
    let all = body.records;
    for (done, line) in body.lines().enumerate() {
        if done % LINES_PER_REPORT == 0 {
            watch.report(Work::Sealing, done, all).map_err(|_| LoadError::cancelled(Work::Sealing))?;
        }
        let (mut record, value, hash) = read_line(&line).map_err(LoadError::of)?;
        let start = line.start + (value.as_ptr().addr() - line.text.as_ptr().addr());
        sealed.push_str(&text[copied..start]);
        copied = start + value.len();
        if let Record::Cut(cut) = &mut record
            && !cut.accepted
        {
            cut.accepted = true;
            sealed.push_str(&chain.write(&mut record));
            continue;
        }
        sealed.push_str(&match chain.seal_again(&hash, &record, value) {
            Some(line) => line,
            None => chain.write(&mut record),
        });
    }
    let at = body.closing_line.unwrap_or(copied);
    let Ok(found) = lines::parse_closers(&text[at..]) else {
        sealed.push_str(&text[copied..]);
        return Ok(sealed);
    };
    // Comments stay before the closing line, which is replaced.
    sealed.push_str(&text[copied..at]);
    if at == copied {
        sealed.push_str(if chain.lines() > 0 { ",\n" } else { "\n" });
    }
    let comments = found.comments.trim();
    if !comments.is_empty() {
        sealed.extend([comments, "\n"]);
    }
    sealed.push_str(&chain.closers());
    Ok(sealed)
}

fn with_seal_field(head: &str) -> Cow<'_, str> {
    if seal::has_seal_field(head) {
        return head.into();
    }
    let field = head.rfind("diary").unwrap_or(head.len());
    format!("{}seal: \"\",\n{}", &head[..field], &head[field..]).into()
}
