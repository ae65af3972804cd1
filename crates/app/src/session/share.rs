//! Whether a session accepts writes and orders. A share accepts orders only, into its letter.

use super::Session;
use wardiary_base::text;

impl Session {
    /// The orders in the letter, if it was composed on this version of the share.
    pub fn composed(&self) -> &[String] {
        let outbox = self.outbox.as_ref().and_then(|outbox| outbox.as_ref().ok());
        let current = outbox.filter(|outbox| !outbox.is_older(self.save.save()));
        current.map_or(&[], |outbox| &outbox.letter().orders)
    }

    /// Whether orders can be given, or composed on a share.
    pub(crate) fn takes_orders(&self) -> bool {
        self.save.is_writable() || self.outbox.is_some()
    }

    /// Why no order can be given or composed.
    pub(crate) fn takes_no_orders(&self) -> Option<String> {
        self.read_only().filter(|_| !self.takes_orders())
    }

    /// Why nothing can be written.
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
