//! Searches the lists of the components in a screen stack.

use super::{Desk, Layers};
use crate::{
    component::{Component, Context, Event, Overlay},
    keymap::Keymap,
    lists::{Finding, Seek, Spot},
    notice::Notice,
    overlay::find_line::FindLine,
    seeking,
};
use crossterm::event::KeyEvent;

impl<C: Context> Layers<C> {
    pub(super) fn sought(&self) -> Option<&Finding> {
        self.overlays.last()?.sought()
    }

    pub(super) fn below(&self) -> &dyn Component<C> {
        match self.overlays.len().checked_sub(2) {
            Some(at) => &*self.overlays[at],
            None => &*self.screen,
        }
    }

    fn top_and_below(&mut self) -> Option<(&mut dyn Overlay<C>, &mut dyn Component<C>)> {
        let (top, others) = self.overlays.split_last_mut()?;
        let below: &mut dyn Component<C> = match others.last_mut() {
            Some(overlay) => &mut **overlay,
            None => &mut *self.screen,
        };
        Some((&mut **top, below))
    }

    pub(super) fn below_mut(&mut self) -> Option<&mut dyn Component<C>> {
        self.top_and_below().map(|(_, below)| below)
    }

    /// The search of the top overlay, and the component that it searches.
    pub(super) fn search(&mut self) -> Option<(&mut Finding, &mut dyn Component<C>)> {
        let (top, below) = self.top_and_below()?;
        Some((top.finding()?, below))
    }
}

impl<C: Context> Desk<C> {
    /// Closes the top overlay, and remembers its search text.
    pub(super) fn close(&mut self) {
        let closed = self.parts().0.overlays.pop();
        if let Some(finding) = closed.as_ref().and_then(|overlay| overlay.sought())
            && !finding.wanted().is_empty()
        {
            self.sought.clone_from(&finding.words);
        }
    }

    /// The selected row of the focused list. Says so if there is no list.
    fn spot(&mut self) -> Option<Spot> {
        let (layers, context) = self.parts();
        let spot = layers.top().list(None, context).map(|list| Spot { list: list.at, row: list.chosen });
        if spot.is_none() {
            context.say(Notice::bad("there is no list here to find anything in"));
        }
        spot
    }

    /// Opens the search line, or drops the keys typed for it if there is no list.
    pub(super) fn find(&mut self) {
        match self.spot() {
            Some(spot) => self.open(Box::new(FindLine::new(spot))),
            None => self.deaf = true,
        }
    }

    pub(super) fn find_again(&mut self) {
        if self.sought.is_empty() {
            return self.context.say(Notice::bad("nothing was looked for yet"));
        }
        if let Some(spot) = self.spot() {
            let words = self.sought.clone();
            self.open(Box::new(FindLine::kept(spot, words)));
            self.seek(Seek::Next);
        }
    }

    pub(super) fn seek(&mut self, seek: Seek) {
        let (layers, context) = self.parts();
        if let Some((finding, below)) = layers.search() {
            return seeking::seek(finding, below, seek, context);
        }
        if let Some(below) = layers.below_mut() {
            below.event(Event::Seek(seek), context);
        }
    }

    /// Handles a key while the search text is fixed. A motion moves the selection of the list below; any other key ends
    /// the search and passes through, unless it belongs to the search. Returns whether the key is handled.
    pub(super) fn passes(&mut self, key: KeyEvent, keymap: &Keymap) -> bool {
        let (layers, context) = self.parts();
        if !layers.sought().is_some_and(|finding| finding.kept)
            || layers.top().group().commands.iter().any(|info| keymap.is(info.id, key))
        {
            return false;
        }
        let below = layers.below();
        let group = below.group();
        let command = group.commands.iter().position(|info| keymap.is(info.id, key));
        let can_move = |at: &usize| group.commands[*at].moves() && below.available(*at, context).is_ok();
        let Some(at) = command.filter(can_move) else {
            self.close();
            return false;
        };
        if let Some((finding, below)) = layers.search() {
            below.run(at, context);
            seeking::recount(finding, below, context);
        }
        true
    }

    /// Whether the search is waiting for more rows.
    pub(super) fn is_looking(&self) -> bool {
        let finding = self.layers().sought();
        finding.and_then(|finding| finding.found.as_ref()).is_some_and(|found| !found.is_whole)
    }
}
