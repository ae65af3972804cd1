//! The order that names a branch of the diary.

use super::OrderReader;
use crate::{notation::Parsed, order::Order};

impl OrderReader<'_> {
    /// `branch NAME [with dice from N]`
    pub(super) fn branch(&mut self) -> Parsed<Order> {
        let name = self.reader.new_name()?;
        let dice = self.after("with", |r| {
            r.reader.require_word("dice")?;
            r.reader.require_word("from")?;
            r.reader.number("a serial number", 0, u32::MAX)
        })?;
        Ok(Order::Branch { name, dice })
    }
}
