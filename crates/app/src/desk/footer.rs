//! Draws the footer and the panel of keys that may follow.

use super::{Desk, Hints};
use crate::{
    command::Info,
    command_id::CommandKind,
    component::Context,
    keymap::{self, Keymap},
};
use ratatui::Frame;
use std::rc::Rc;
use wardiary_view::{
    Look,
    footer::Hint,
    which_key::{FollowingKey, WhichKeyPane},
};

impl<C: Context> Desk<C> {
    /// Draws the panel of the keys that may continue the sequence.
    pub(super) fn draw_following(&self, frame: &mut Frame, look: Look, keymap: &Keymap) {
        if self.pressed.is_empty() {
            return;
        }
        let top = self.layers().top();
        let pressed = keymap::combinations(&self.pressed);
        let row = |(at, info): (usize, &Info)| {
            let keys = keymap.rest(info.id, &pressed)?;
            let why = top.available(at, &self.context).err().map(|why| why.to_string());
            Some(FollowingKey { key: keymap::shown(keys), does: info.help, why, command: info.id.number() })
        };
        let group = top.group();
        let keys: Vec<_> = group.commands.iter().enumerate().filter_map(row).collect();
        let pressed = keymap::pressed(&self.pressed);
        frame.render_widget(&WhichKeyPane { look, pressed: &pressed, keys: &keys }, frame.area());
    }

    pub(super) fn footer_items(&self, keymap: &Keymap) -> Rc<Hints> {
        // During a key sequence the panel shows the keys that count.
        if !self.pressed.is_empty() {
            return Rc::new((vec![Hint { key: "Esc".into(), label: "back", command: None }], 1));
        }
        let told = self.layers().top().in_footer(&self.context);
        self.hints.get((told, keymap.clone()), |(told, keymap)| hints(told, keymap))
    }
}

/// Builds the hints. Back and help come last and always fit.
fn hints(told: &[Info], keymap: &Keymap) -> Hints {
    let (mut last, others): (Vec<&Info>, Vec<&Info>) =
        told.iter().partition(|info| matches!(info.id.kind(), CommandKind::Back | CommandKind::Help));
    last.sort_by_key(|info| info.id.kind() == CommandKind::Help);
    let item = |info: &Info| {
        Some(Hint { key: keymap.first_shown(info.id)?, label: info.label, command: Some(info.id.number()) })
    };
    let last: Vec<Hint> = last.into_iter().filter_map(item).collect();
    let kept = last.len().max(1);
    (others.into_iter().filter_map(item).chain(last).collect(), kept)
}
