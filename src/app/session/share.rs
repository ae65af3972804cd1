//! A share in a session: whether anything can be written or ordered, and the letter that orders go into.

use super::Session;
use crate::{app::notice::Notice, diary::file::Save, error::UserError, mail::Outbox, projection::Viewed, text};

impl Session {
    /// The orders in the letter that goes with a share as it is; those composed on an older one are none of them.
    #[must_use]
    pub(crate) fn composed(&self) -> &[String] {
        let outbox = self.outbox.as_ref().and_then(|outbox| outbox.as_ref().ok());
        let current = outbox.filter(|outbox| !outbox.is_older(self.save.save()));
        current.map_or(&[], |outbox| &outbox.letter().orders)
    }

    /// Whether orders can be given here, or composed on a share.
    #[must_use]
    pub(crate) fn takes_orders(&self) -> bool {
        self.save.is_writable() || self.outbox.is_some()
    }

    /// Why no order can be given or composed here, where that is so.
    #[must_use]
    pub(crate) fn takes_no_orders(&self) -> Option<String> {
        self.read_only().filter(|_| !self.takes_orders())
    }

    /// Why nothing can be written here, where that is so.
    #[must_use]
    pub(crate) fn read_only(&self) -> Option<String> {
        match self.save.side_name() {
            Some(side) => Some(format!("this is as seen by {side}, and only read")),
            None if self.save.is_writable() => None,
            None => Some(match self.save.diary().share_for() {
                Some(side) => format!(
                    "this is a share, what {0} knew: it is only read, but for the orders that {0} may give",
                    text::display_name(&side)
                ),
                None => "this save is open to be read only".into(),
            }),
        }
    }
}

/// The letter beside what is open, where that is a share.
pub(super) fn outbox_of(save: &Viewed) -> Option<Result<Outbox, UserError>> {
    let is_share = save.side().is_none() && save.diary().share().is_some();
    is_share.then(|| Outbox::of(save.save()))
}

/// What is said of a share when it is opened: whose it is, and where the orders go that are composed on it.
pub(super) fn told_of_share(share: &Save, outbox: &Result<Outbox, UserError>) -> Notice {
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
