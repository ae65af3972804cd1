//! The state that all screens share: the notice, the picks, the dice that fall, the user's settings, and whether orders
//! are accepted. A share accepts orders only, into its letter.

use super::Session;
use crate::{
    component::{Context, Overlay},
    effect::Effect,
    notice::Notice,
    overlay::order_line::OrderLine,
    settings::Settings,
};
use std::borrow::Cow;
use wardiary_base::{
    dice::DiceRoll,
    id::{Id, SideId},
    text,
};
use wardiary_diary::{assets::Folders, diary::EntryNo, error::UserError, mail::Outbox};
use wardiary_rules::{notation::Aliases, order::Order, rules::OrderRoll};

impl Session {
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    pub(crate) fn say(&mut self, notice: Notice) {
        self.notice = Some(notice);
    }

    pub(crate) fn set_notice(&mut self, notice: Option<Notice>) {
        self.notice = notice;
    }

    pub(crate) fn take_notice(&mut self) -> Option<Notice> {
        self.notice.take()
    }

    /// Clears the notice of the previous command.
    pub(crate) fn clear_notice(&mut self) {
        self.notice = None;
    }

    /// Takes the settings that a session follows.
    pub(crate) fn apply(&mut self, settings: &Settings) {
        self.by_hand = settings.by_hand;
        self.last_face_gives = settings.last_face_gives;
        self.aliases = settings.aliases.clone();
    }

    pub(crate) fn last_face_gives(&self) -> bool {
        self.last_face_gives
    }

    pub(crate) fn aliases(&self) -> &Aliases {
        &self.aliases
    }

    pub(crate) fn folders(&self) -> &Folders {
        &self.folders
    }

    /// The sides of the last mixed setting of the dice.
    pub(crate) fn last_mixed_sides(&self) -> &[SideId] {
        &self.last_mixed_sides
    }

    pub(crate) fn set_last_mixed_sides(&mut self, sides: Vec<SideId>) {
        self.last_mixed_sides = sides;
    }

    /// Whether an earlier entry is under review.
    pub fn is_reviewing(&self) -> bool {
        self.review.is_some()
    }

    pub(crate) fn reviewed(&self) -> Option<EntryNo> {
        self.review.as_ref().map(|(no, _)| *no)
    }

    pub fn stop_reviewing(&mut self) {
        self.review = None;
    }

    pub(crate) fn picked(&self) -> &[Id] {
        &self.picked
    }

    pub(crate) fn set_picks(&mut self, picked: Vec<Id>) {
        self.picked = picked;
    }

    pub(crate) fn clear_picks(&mut self) {
        self.picked.clear();
    }

    pub(crate) fn last_roll(&self) -> Option<&OrderRoll> {
        self.last_roll.as_ref()
    }

    pub(crate) fn are_dice_falling(&self) -> bool {
        self.dice_landed.is_some()
    }

    /// How many dice have landed, while the dice fall.
    pub(crate) fn landed(&self) -> Option<usize> {
        self.dice_landed
    }

    pub(crate) fn set_landed(&mut self, landed: Option<usize>) {
        self.dice_landed = landed;
    }

    /// Marks the result of an entry as not drawn yet, and its aftermath as not shown.
    pub(crate) fn expect_result(&mut self, entry: EntryNo) {
        self.result_drawn = false;
        self.aftermath = Some(entry);
    }

    /// Whether the result of the last order has been drawn, with all dice landed.
    pub(crate) fn is_result_drawn(&self) -> bool {
        self.result_drawn
    }

    /// Called when a frame is drawn.
    pub(crate) fn mark_result_drawn(&mut self) {
        self.result_drawn = !self.are_dice_falling();
    }

    /// The last recorded entry, if its aftermath was not shown yet.
    pub(crate) fn take_aftermath(&mut self) -> Option<EntryNo> {
        self.aftermath.take()
    }

    /// Keeps the dice of an order that could not be recorded.
    pub(crate) fn keep_unwritten(&mut self, order: Order, rolls: Vec<DiceRoll>) {
        self.unwritten = Some((order, rolls));
    }

    pub(crate) fn take_unwritten(&mut self) -> Option<(Order, Vec<DiceRoll>)> {
        self.unwritten.take()
    }

    pub(crate) fn outbox(&self) -> Option<&Result<Outbox, UserError>> {
        self.outbox.as_ref()
    }

    pub(crate) fn set_letter(&mut self, letter: Outbox) {
        self.outbox = Some(Ok(letter));
    }

    /// Whether an overlay occupies the dock.
    pub(crate) fn is_docked(&self) -> bool {
        self.docked
    }

    /// Whether the referee looks at a side's view.
    pub(crate) fn is_side_view(&self) -> bool {
        self.is_side_view
    }

    pub(crate) fn mark_side_view(&mut self) {
        self.is_side_view = true;
    }

    /// Whether going back from the first screen returns to another one.
    pub(crate) fn has_way_back(&self) -> bool {
        self.way_back
    }

    pub(crate) fn set_way_back(&mut self, way_back: bool) {
        self.way_back = way_back;
    }

    pub(crate) fn take_way_back(&mut self) -> bool {
        std::mem::take(&mut self.way_back)
    }

    /// The searchable text of the muster and of each entry on the path, and whether all are loaded.
    pub(crate) fn entry_rows(&self) -> (Vec<Cow<'_, str>>, bool) {
        self.search_text.rows(self.save.diary())
    }
}

impl Context for Session {
    fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    fn say(&mut self, notice: Notice) {
        self.notice = Some(notice);
    }

    fn clear_notice(&mut self) {
        self.notice = None;
    }

    fn stop_animations(&mut self) {
        self.dice_landed = None;
    }

    fn set_docked(&mut self, is_docked: bool) {
        self.docked = is_docked;
    }

    fn new_order_line(&self, words: String) -> Result<Box<dyn Overlay<Self>>, String> {
        if self.is_reviewing() {
            Err("this is the past: Esc comes back to now".into())
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
    pub fn composed_orders(&self) -> &[String] {
        let outbox = self.outbox.as_ref().and_then(|outbox| outbox.as_ref().ok());
        let current = outbox.filter(|outbox| !outbox.is_outdated(self.save.save()));
        current.map_or(&[], |outbox| &outbox.letter().orders)
    }

    /// Whether orders can be given, or composed on a share.
    pub(crate) fn takes_orders(&self) -> bool {
        self.save.is_writable() || self.outbox.is_some()
    }

    /// Why no order can be given or composed.
    pub(crate) fn no_orders_reason(&self) -> Option<String> {
        self.read_only_reason().filter(|_| !self.takes_orders())
    }

    /// Why nothing can be written.
    pub(crate) fn read_only_reason(&self) -> Option<String> {
        match self.save.side_name() {
            Some(side) => Some(format!("this is as seen by {side}, and only read")),
            None if self.save.is_writable() => None,
            None => Some(match self.save.diary().share_side_name() {
                Some(side) => format!(
                    "this is a share, what {0} knew: it is only read, but for the orders that {0} may give",
                    text::display_name(&side)
                ),
                None => "this save is open to be read only".into(),
            }),
        }
    }
}
