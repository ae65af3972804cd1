//! The letter that goes with an open share.

use super::notice::Notice;
use wardiary_base::text;
use wardiary_diary::{diary::file::Save, error::UserError, mail::Outbox, projection::Viewed};

/// The letter beside what is open, where that is a share.
pub(super) fn of(save: &Viewed) -> Option<Result<Outbox, UserError>> {
    let is_share = save.side().is_none() && save.diary().share().is_some();
    is_share.then(|| Outbox::of(save.save()))
}

/// What is said of a share when it is opened: whose it is, and where the orders go that are composed on it.
pub(super) fn told(share: &Save, outbox: &Result<Outbox, UserError>) -> Notice {
    let side = text::display_name(&share.diary().share_for().unwrap_or_default());
    let outbox = match outbox {
        Ok(outbox) => outbox,
        Err(failure) => return Notice::of_failure(failure),
    };
    let file = outbox.name();
    let (many, entry) = (outbox.letter().orders.len(), outbox.letter().entry);
    let letter = match text::count(many, "order", "orders") {
        _ if many == 0 => format!("orders typed here go into {file}, for the referee"),
        many if outbox.is_older(share) => {
            format!("{file} has {many} composed on entry {entry}; the next begins another letter, and this one is kept")
        }
        many => format!("{many} in {file}, for the referee"),
    };
    Notice::good(format!("this is a share: what {side} knew; {letter}"))
}
