//! Draws the footer and the panel of keys that may follow, and says why a command is unavailable.

use super::{Desk, Hints};
use crate::{
    command::{Info, not_now},
    component::{Component, Context},
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
        let (group, possible) = self.commands();
        let pressed = keymap::combinations(&self.pressed);
        let row = |(at, info): (usize, &Info)| {
            let keys = keymap.rest(info.name, &pressed)?;
            let why = (!possible.contains(&at)).then(|| self.reason(self.layers().top(), info));
            Some(FollowingKey { key: keymap::shown(keys), does: info.help, why, command: info.name })
        };
        let keys: Vec<_> = group.commands.iter().enumerate().filter_map(row).collect();
        let pressed = keymap::pressed(&self.pressed);
        frame.render_widget(&WhichKeyPane { look, pressed: &pressed, keys: &keys }, frame.area());
    }

    pub(super) fn reason(&self, of: &(impl Component<C> + ?Sized), command: &Info) -> String {
        let nowhere = || "there is nothing to go back from".to_string();
        let why = of.why_not(command, &self.context);
        why.unwrap_or_else(|| if command.label == "back" { nowhere() } else { not_now() })
    }

    pub(super) fn footer_items(&self, keymap: &Keymap) -> Rc<Hints> {
        // During a key sequence the panel shows the keys that count.
        if !self.pressed.is_empty() {
            return Rc::new((vec![Hint { key: "Esc".into(), label: "back", command: "" }], 1));
        }
        let told = self.layers().top().in_footer(&self.context);
        self.hints.get((told, keymap.clone()), |(told, keymap)| hints(told, keymap))
    }
}

/// Builds the hints. Back and help come last and always fit.
fn hints(told: &[Info], keymap: &Keymap) -> Hints {
    let item = |Info { name, label, .. }: &Info| keymap.first_shown(name).map(|key| Hint { key, label, command: name });
    let stays = |item: &Hint| ["back", "help"].contains(&item.label);
    let (mut last, mut items): (Vec<_>, Vec<_>) = told.iter().filter_map(item).partition(stays);
    last.sort_by_key(|item| item.label == "help");
    let kept = last.len().max(1);
    items.append(&mut last);
    (items, kept)
}
