//! The status of the letter that goes with an open share.

use super::notice::Notice;
use wardiary_base::text;
use wardiary_diary::{diary::file::Save, error::UserError, mail::Outbox, projection::SaveView};

/// The letter, if `save` is a share.
pub(super) fn letter_of(save: &SaveView) -> Option<Result<Outbox, UserError>> {
    let is_share = save.side().is_none() && save.diary().share().is_some();
    is_share.then(|| Outbox::of(save.save()))
}

/// The notice for an opened share: its side, and the file of its orders.
pub(super) fn share_notice(share: &Save, outbox: &Result<Outbox, UserError>) -> Notice {
    let side = text::display_name(&share.diary().share_side_name().unwrap_or_default());
    let outbox = match outbox {
        Ok(outbox) => outbox,
        Err(failure) => return Notice::of_failure(failure),
    };
    let file = outbox.name();
    let (many, entry) = (outbox.letter().orders.len(), outbox.letter().entry);
    let letter = match text::count(many, "order", "orders") {
        _ if many == 0 => format!("orders typed here go into {file}, for the referee"),
        many if outbox.is_outdated(share) => {
            format!("{file} has {many} composed on entry {entry}; the next begins another letter, and this one is kept")
        }
        many => format!("{many} in {file}, for the referee"),
    };
    Notice::good(format!("this is a share: what {side} knew; {letter}"))
}
