//! The order that names a branch of the diary.

use super::{OrderPrinter, OrderReader};
use crate::{notation::Parsed, order::Order};

impl OrderReader<'_> {
    /// `branch NAME [with dice from N]`
    pub(super) fn branch(&mut self) -> Parsed<Order> {
        let name = self.reader.new_name()?;
        let dice = if self.reader.word("with") {
            self.reader.need_word("dice")?;
            self.reader.need_word("from")?;
            Some(self.reader.number("a serial number", 0, u32::MAX)?)
        } else {
            None
        };
        Ok(Order::Branch { name, dice })
    }
}

impl OrderPrinter<'_> {
    pub(super) fn branch(&mut self, name: &str, first_die: Option<u32>) -> &mut Self {
        self.quote(name);
        match first_die {
            Some(first) => self.put(&format!("with dice from {first}")),
            None => self,
        }
    }
}
