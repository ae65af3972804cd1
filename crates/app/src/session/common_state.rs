//! The state that all screens share: the notice, the picks, the dice that fall, the user's settings, and whether orders
//! are accepted. A share accepts orders only, into its letter.

use super::Session;
use crate::{
    component::{Context, Overlay},
    effect::Effect,
    notice::Notice,
    overlay::order_line::OrderLine,
};
use wardiary_base::text::Text;
use wardiary_diary::diary::EntryNo;

impl Session {
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    pub fn is_reviewing(&self) -> bool {
        self.review.is_some()
    }

    pub(crate) fn reviewed(&self) -> Option<EntryNo> {
        self.review.as_ref().map(|(no, _)| *no)
    }

    pub fn stop_reviewing(&mut self) {
        self.review = None;
    }

    pub(crate) fn are_dice_falling(&self) -> bool {
        self.dice_landed.is_some()
    }

    /// Called when a frame is drawn.
    pub(crate) fn mark_result_drawn(&mut self) {
        self.result_drawn = !self.are_dice_falling();
    }

    /// Remembers the sides of a mixed setting of the dice, so that it can be restored.
    pub(crate) fn remember_mixed_dice(&mut self) {
        let table = self.dice_table();
        if table.is_mixed() {
            self.last_mixed_sides = table.sides.iter().copied().collect();
        }
    }

    pub(crate) fn set_notice(&mut self, notice: Option<Notice>) {
        self.notice = notice;
    }
}

impl Context for Session {
    fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    fn notice_mut(&mut self) -> &mut Option<Notice> {
        &mut self.notice
    }

    fn stop_animations(&mut self) {
        self.dice_landed = None;
    }

    fn set_docked(&mut self, is_docked: bool) {
        self.docked = is_docked;
    }

    fn new_order_line(&self, words: String) -> Result<Box<dyn Overlay<Self>>, String> {
        if self.is_reviewing() {
            Err("this is the past: Esc returns to the present".into())
        } else if let Some(why) = self.no_orders_reason() {
            Err(why)
        } else {
            Ok(Box::new(OrderLine::new(words)))
        }
    }

    fn exit_effect(&self) -> Option<Effect> {
        self.is_side_view.then_some(Effect::RefereeView)
    }
}

impl Session {
    /// The orders in the letter, if it was composed on this version of the share.
    pub fn composed_orders(&self) -> &[Text] {
        let letter_file = self.letter_file.as_ref().and_then(|letter_file| letter_file.as_ref().ok());
        let current = letter_file.filter(|letter_file| !letter_file.is_outdated(self.save.save()));
        current.map_or(&[], |letter_file| &letter_file.letter().orders)
    }

    /// Whether orders can be given, or composed on a share.
    pub(crate) fn takes_orders(&self) -> bool {
        self.save.is_writable() || self.letter_file.is_some()
    }

    /// Why no order can be given or composed.
    pub(crate) fn no_orders_reason(&self) -> Option<String> {
        self.read_only_reason().filter(|_| !self.takes_orders())
    }

    /// Why nothing can be written.
    pub(crate) fn read_only_reason(&self) -> Option<String> {
        match self.save.side_name() {
            Some(side) => Some(format!("this is the view of {side}, which is read-only")),
            None if self.save.is_writable() => None,
            None => Some(match self.save.diary().share_side_name() {
                Some(side) => {
                    format!("this is a share for {side}: it is read-only, except for the orders that {side} may give")
                }
                None => "this save is open read-only".into(),
            }),
        }
    }
}
