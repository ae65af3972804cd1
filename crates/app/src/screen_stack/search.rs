//! Searches the lists of the components in a screen stack, starting with the focused one.

use super::{ScreenLayers, ScreenStack};
use crate::{
    component::{Component, Context, Event, Overlay},
    keymap::Keymap,
    lists::{ListOrder, ListRows, ListSearch, RowPosition, SearchResult, SearchStep},
    notice::Notice,
    overlay::find_line::FindLine,
};
use crossterm::event::KeyEvent;

impl<C: Context> ScreenLayers<C> {
    pub(super) fn list_search(&self) -> Option<&ListSearch> {
        self.overlays.last()?.search()
    }

    pub(super) fn component_below(&self) -> &dyn Component<C> {
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

    pub(super) fn component_below_mut(&mut self) -> Option<&mut dyn Component<C>> {
        self.top_and_below().map(|(_, below)| below)
    }

    /// The search of the top overlay, and the component that it searches.
    pub(super) fn search_and_target(&mut self) -> Option<(&mut ListSearch, &mut dyn Component<C>)> {
        let (top, below) = self.top_and_below()?;
        Some((top.search_mut()?, below))
    }
}

impl<C: Context> ScreenStack<C> {
    /// Continues a search, or passes the pulse to the screen.
    pub(crate) fn on_pulse(&mut self) {
        let is_looking = self.is_searching();
        let (layers, context) = self.layers_and_context();
        if let Some((search, below)) = layers.search_and_target().filter(|_| is_looking) {
            let lists = below.list(None, context).map_or(0, |list| list.lists);
            (0..lists).for_each(|list| drop(below.event(Event::LoadRows(list), context)));
            update_count(search, below, context);
            return;
        }
        layers.screen.event(Event::Tick, context);
    }

    /// Closes the top overlay, and remembers its search text.
    pub(super) fn close(&mut self) {
        let closed = self.layers_and_context().0.overlays.pop();
        if let Some(search) = closed.as_ref().and_then(|overlay| overlay.search())
            && !search.words().is_empty()
        {
            self.last_search.clone_from(&search.text);
        }
    }

    /// The selected row of the focused list. Says so if there is no list.
    fn selected_position(&mut self) -> Option<RowPosition> {
        let (layers, context) = self.layers_and_context();
        let spot = layers.top().list(None, context).map(|list| RowPosition { list: list.index, row: list.selected });
        if spot.is_none() {
            context.say(Notice::bad("there is no list to search here"));
        }
        spot
    }

    /// Opens the search line, or drops the keys typed for it if there is no list.
    pub(super) fn find(&mut self) {
        match self.selected_position() {
            Some(spot) => self.open(Box::new(FindLine::new(spot))),
            None => self.drops_keys = true,
        }
    }

    pub(super) fn find_again(&mut self) {
        if self.last_search.is_empty() {
            return self.context.say(Notice::bad("nothing has been searched for yet"));
        }
        if let Some(spot) = self.selected_position() {
            let words = self.last_search.clone();
            self.open(Box::new(FindLine::with_text(spot, words)));
            self.search_step(SearchStep::Next);
        }
    }

    pub(super) fn search_step(&mut self, seek: SearchStep) {
        let (layers, context) = self.layers_and_context();
        if let Some((search, below)) = layers.search_and_target() {
            return match seek {
                SearchStep::First => from_here(search, below, context),
                SearchStep::Next | SearchStep::Previous => step(search, below, seek, context),
                SearchStep::Return => back(search, below, None, context),
            };
        }
        if let Some(below) = layers.component_below_mut() {
            below.event(Event::SearchStep(seek), context);
        }
    }

    /// Handles a key while the search text is fixed. A motion moves the selection of the list below; any other key ends
    /// the search and passes through, unless it belongs to the search. Returns whether the key is handled.
    pub(super) fn handle_key_in_search(&mut self, key: KeyEvent, keymap: &Keymap) -> bool {
        let (layers, context) = self.layers_and_context();
        if !layers.list_search().is_some_and(|search| search.is_accepted)
            || layers.top().group().commands.iter().any(|info| keymap.is_bound(info.id, key))
        {
            return false;
        }
        let below = layers.component_below();
        let group = below.group();
        let command = group.commands.iter().position(|info| keymap.is_bound(info.id, key));
        let can_move = |at: &usize| group.commands[*at].is_motion() && below.available(*at, context).is_ok();
        let Some(at) = command.filter(can_move) else {
            self.close();
            return false;
        };
        if let Some((search, below)) = layers.search_and_target() {
            below.run(at, context);
            update_count(search, below, context);
        }
        true
    }

    /// Whether the search is waiting for more rows.
    pub(super) fn is_searching(&self) -> bool {
        let search = self.current_layers().list_search();
        search.and_then(|search| search.found.as_ref()).is_some_and(|found| !found.is_complete)
    }
}

/// Counts again after more rows were loaded. Goes to the first match if there was none before.
pub(super) fn update_count<C>(search: &mut ListSearch, among: &mut dyn Component<C>, context: &mut C) {
    let nothing = search.found.as_ref().is_none_or(|found| found.count == 0);
    if nothing {
        return from_here(search, among, context);
    }
    let wanted = search.words();
    search.found = among.list(None, context).map(|list| found(&list, &list.matches(&wanted), list.selected));
}

/// Goes to the first match from the starting row on, or in the other lists if that list has none.
fn from_here<C>(search: &mut ListSearch, among: &mut dyn Component<C>, context: &mut C) {
    let wanted = search.words();
    let Some(origin) = search.origins.first().copied() else { return };
    let lists = among.list(None, context).map_or(0, |list| list.lists);
    search.found = None;
    if wanted.is_empty() || lists == 0 {
        return back(search, among, None, context);
    }
    let mut is_whole = true;
    for at in (0..lists).map(|n| (origin.list + n) % lists) {
        among.event(Event::LoadRows(at), context);
        let Some(list) = among.list(Some(at), context) else { continue };
        is_whole &= list.is_complete;
        let matches = list.matches(&wanted);
        let before = search.origins.iter().find(|spot| spot.list == at).map_or(list.selected, |spot| spot.row);
        let is_on = |row: &&usize| match list.order {
            ListOrder::FromTop => **row >= before,
            ListOrder::FromBottom => **row <= before,
        };
        if let Some(row) = matches.iter().find(is_on).or(matches.first()).copied() {
            let text = found(&list, &matches, row);
            if search.origins.iter().all(|spot| spot.list != at) {
                search.origins.push(RowPosition { list: at, row: before });
            }
            back(search, among, Some(at), context);
            among.event(Event::Select(RowPosition { list: at, row }), context);
            search.found = Some(text);
            return;
        }
    }
    back(search, among, None, context);
    search.found = Some(SearchResult { number: 0, count: 0, name: String::new(), is_complete: is_whole });
}

/// Goes to the next or previous match in the focused list, wrapping around.
fn step<C>(search: &mut ListSearch, among: &mut dyn Component<C>, seek: SearchStep, context: &mut C) {
    let Some(at) = among.list(None, context).map(|list| list.index) else { return };
    let wanted = search.words();
    among.event(Event::LoadRows(at), context);
    let Some(list) = among.list(Some(at), context).filter(|_| !wanted.is_empty()) else { return };
    let mut matches = list.matches(&wanted);
    if matches.is_empty() {
        drop(list);
        return from_here(search, among, context);
    }
    let is_down = (list.order == ListOrder::FromTop) == (seek == SearchStep::Next);
    matches.sort_unstable();
    let row = if is_down {
        matches.iter().find(|row| **row > list.selected).or(matches.first())
    } else {
        matches.iter().rev().find(|row| **row < list.selected).or(matches.last())
    };
    let Some(row) = row.copied() else { return };
    search.found = Some(found(&list, &list.matches(&wanted), row));
    among.event(Event::Select(RowPosition { list: at, row }), context);
}

/// Restores the original selections, except in list `but`. The starting list comes last, so that it gets the focus.
fn back<C>(search: &ListSearch, among: &mut dyn Component<C>, but: Option<usize>, context: &mut C) {
    for spot in search.origins.iter().rev().filter(|spot| Some(spot.list) != but) {
        among.event(Event::Select(*spot), context);
    }
}

fn found(list: &ListRows, matches: &[usize], row: usize) -> SearchResult {
    SearchResult {
        number: matches.iter().position(|at| *at == row).map_or(0, |at| at + 1),
        count: matches.len(),
        name: list.name.to_string(),
        is_complete: list.is_complete,
    }
}
