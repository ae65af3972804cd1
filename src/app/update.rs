//! What the commands do to the model. Headless: what reaches beyond it comes out as effects.

mod can;

pub use can::*;

use super::{
    Effect,
    command::{Context, possible},
    compose::{Composer, Line, Preview},
    model::{Campaign, Focus, Help, Layer, Model, Notice, Stage},
    odds_screen,
};
use crate::{
    diary::EntryNo,
    dice::source::Seeded,
    id::{BattleId, Id, SideId},
    notation::{self, Instruction},
    order::{Edge, Order},
    state::{Awaiting, Kind},
    text,
    view::{layout::SMALLEST, theme::Theme},
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_input::InputRequest;

/// A way to go in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// One up.
    Up,
    /// One down.
    Down,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To its beginning.
    Top,
    /// To its end.
    Bottom,
}

const PAGE: isize = 10;

impl Way {
    /// From a place in a list of so many to another.
    #[must_use]
    pub fn step(self, at: usize, len: usize) -> usize {
        let last = len.saturating_sub(1);
        match self {
            Self::Up => at.saturating_sub(1),
            Self::Down => (at + 1).min(last),
            Self::PageUp => at.saturating_add_signed(-PAGE),
            Self::PageDown => at.saturating_add_signed(PAGE).min(last),
            Self::Top => 0,
            Self::Bottom => last,
        }
    }
}

/// A key: a command of the context it falls in, or text for what takes text.
///
/// On a terminal that is too small to show anything only the key that quits counts: nobody should give orders blind.
pub fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let (width, height) = SMALLEST;
    let blind = model.size.width < width || model.size.height < height;
    if blind && !model.keymap.is("quit", key) {
        return Vec::new();
    }
    // Dice that are still falling are shown at once, and the key counts all the same.
    if let Some(campaign) = campaign_mut(model) {
        campaign.landed = None;
    }
    let context = Context::of(model);
    let command = possible(model, context).find(|c| model.keymap.is(c.name, key));
    if let Some(command) = command {
        return (command.run)(model);
    }
    match context {
        Context::Compose => compose_key(model, key),
        Context::Hand => hand_key(model, key),
        Context::Help => help_key(model, key),
        Context::Battle => unused_key(model, key),
        Context::OddsRoll => {
            if let Some(campaign) = campaign_mut(model) {
                odds_screen::key(campaign, key);
            }
        }
        Context::Menu | Context::List | Context::Odds => {}
    }
    Vec::new()
}

/// A key that does something, but not now, says why.
fn unused_key(model: &mut Model, key: KeyEvent) {
    let idle = super::command::COMMANDS
        .iter()
        .find(|c| c.context == Context::Battle && c.name != "back" && model.keymap.is(c.name, key));
    let help = model.keymap.shown("help").first().cloned().unwrap_or_default();
    if let Some(campaign) = campaign_mut(model) {
        campaign.notice = idle.map(|command| {
            let why = if campaign.review.is_some() {
                "this is the past: Esc comes back to now".to_string()
            } else if !campaign.save.is_writable() {
                "this save is open to be read only".to_string()
            } else {
                format!("not possible now ({help} shows all keys)")
            };
            Notice::bad(format!("{}: {why}", if command.label.is_empty() { command.name } else { command.label }))
        });
    }
}

/// Pasted text: only what takes text gets it, and never a command.
pub fn paste(model: &mut Model, pasted: &str) {
    let Some(campaign) = campaign_mut(model) else { return };
    if matches!(campaign.layer, Layer::Table) && campaign.save.is_writable() {
        open_line(campaign, Line::Order, String::new());
    }
    match &mut campaign.layer {
        Layer::Compose(composer) => composer.paste(pasted, campaign.save.diary().state()),
        Layer::Hand(entry) => pasted.chars().filter(char::is_ascii_digit).for_each(|c| entry.digit(c)),
        Layer::Odds(_) => odds_screen::paste(campaign, pasted),
        Layer::Table | Layer::List(_) => {}
    }
}

fn campaign(model: &Model) -> Option<&Campaign> {
    match &model.stage {
        Stage::Campaign(campaign) => Some(campaign),
        Stage::Menu(_) => None,
    }
}

fn campaign_mut(model: &mut Model) -> Option<&mut Campaign> {
    match &mut model.stage {
        Stage::Campaign(campaign) => Some(campaign),
        Stage::Menu(_) => None,
    }
}

pub(super) fn with(model: &mut Model, act: impl FnOnce(&mut Campaign) -> Vec<Effect>) -> Vec<Effect> {
    campaign_mut(model).map_or_else(Vec::new, |campaign| {
        campaign.notice = None;
        act(campaign)
    })
}

// ---- orders, by choosing

fn open_line(campaign: &mut Campaign, purpose: Line, text: String) {
    let composer = Composer::new(purpose, text, campaign.save.diary().state());
    campaign.layer = Layer::Compose(Box::new(composer));
}

/// What is picked or chosen, as an order writes it.
fn subjects(campaign: &Campaign) -> String {
    const KINDS: &[Kind] = &[Kind::Side, Kind::Stack, Kind::Unit];
    let state = campaign.save.diary().state();
    let mut ids = campaign.subjects();
    ids.sort_by_key(|id| state.units_meant(*id).first().and_then(|u| state.roster_place(u.id)));
    ids.iter().map(|id| notation::reference(state, *id, KINDS)).collect::<Vec<_>>().join(" + ")
}

/// ` in "The left wing"`, where several battles are under way.
fn in_this_battle(campaign: &Campaign) -> String {
    let state = campaign.save.diary().state();
    match campaign.battle.filter(|_| state.open_battles().count() > 1) {
        Some(battle) => format!(" in {}", notation::reference(state, battle.into(), &[Kind::Battle])),
        None => String::new(),
    }
}

/// `scrud … v `, or the next phase of the combat that the chosen units are in.
pub fn scrud(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let state = campaign.save.diary().state();
        let subjects_ids = campaign.subjects();
        let fighting = subjects_ids.iter().flat_map(|id| state.units_meant(*id)).find_map(|u| {
            let (battle, at) = state.combat_of(u.id)?;
            let combat = &battle.combats[at];
            let line = combat.side_of(u.id)?;
            combat.lines[1 - line]
                .units
                .iter()
                .copied()
                .find(|u| state.unit(*u).is_some_and(crate::state::Unit::is_alive))
        });
        let text = match fighting {
            // A combat that is under way knows who is in it: any of the enemy's units stands for them all.
            Some(enemy) => {
                let stack = state.unit(enemy).and_then(|u| u.stack).map_or(Id::from(enemy), Id::from);
                let enemy = notation::reference(state, stack, &[Kind::Side, Kind::Stack, Kind::Unit]);
                format!("scrud {} v {enemy}", subjects(campaign))
            }
            None => format!("scrud {} v ", subjects(campaign)),
        };
        open_line(campaign, Line::Order, text);
        Vec::new()
    })
}

/// `edna …`, ready to be given.
pub fn edna(model: &mut Model) -> Vec<Effect> {
    on_chosen(model, "edna", "")
}

/// An order about what is chosen, with the cursor behind it.
pub fn on_chosen(model: &mut Model, verb: &str, rest: &str) -> Vec<Effect> {
    with(model, |campaign| {
        let text = format!("{verb} {}{rest}", subjects(campaign));
        open_line(campaign, Line::Order, text);
        Vec::new()
    })
}

pub(super) fn prefilled(model: &mut Model, text: impl FnOnce(&Campaign) -> String) -> Vec<Effect> {
    with(model, |campaign| {
        let text = text(campaign);
        open_line(campaign, Line::Order, text);
        Vec::new()
    })
}

/// An empty order line.
pub fn order(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |_| String::new())
}

/// `initiative`
pub fn initiative(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |c| format!("initiative{}", in_this_battle(c)))
}

/// `first …`
pub fn first(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |_| "first ".into())
}

fn deciding(campaign: &Campaign) -> Option<SideId> {
    match campaign.state().battle(campaign.battle?)?.awaiting()? {
        Awaiting::First(side) | Awaiting::Rerolls(side, _) => Some(side),
    }
}

/// `stand …`, for the side whose decision it is.
pub fn stand(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |c| {
        let side = deciding(c).map(|side| notation::reference(c.state(), side.into(), &[Kind::Side]));
        format!("stand {}{}", side.unwrap_or_default(), in_this_battle(c))
    })
}

/// `reroll …`
pub fn reroll(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |_| "reroll ".into())
}

/// `pass`
pub fn pass(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |c| format!("pass{}", in_this_battle(c)))
}

/// `end turn`
pub fn end_turn(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |c| format!("end turn{}", in_this_battle(c)))
}

/// `withdraw …`
pub fn withdraw(model: &mut Model) -> Vec<Effect> {
    on_chosen(model, "withdraw", "")
}

/// `commit … to `
pub fn commit(model: &mut Model) -> Vec<Effect> {
    on_chosen(model, "commit", " to ")
}

/// Whether the chosen stack is in a Conflict.
#[must_use]
pub fn in_conflict(model: &Model) -> bool {
    let chosen = |c: &Campaign| c.chosen_stack().is_some_and(|stack| c.state().conflict_of(stack).is_some());
    is_writable(model) && campaign(model).is_some_and(chosen)
}

/// `round "XX Corps"`
pub fn round(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |campaign| {
        let stack = campaign.chosen_stack().map(|s| notation::reference(campaign.state(), s.into(), &[Kind::Stack]));
        format!("round {}", stack.unwrap_or_default())
    })
}

/// The next Edge from which the Square shows the order of loss; after the last, none.
pub fn next_edge(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        campaign.edge = match campaign.edge {
            None => Some(Edge::ALL[0]),
            Some(edge) => Edge::ALL.into_iter().skip_while(|e| *e != edge).nth(1),
        };
        Vec::new()
    })
}

/// `note "`
pub fn note(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |_| "note ".into())
}

/// `battle "…" with … v …`
pub fn begin(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |c| {
        let state = c.state();
        let sides: Vec<String> =
            state.sides().iter().take(2).map(|s| notation::reference(state, s.id.into(), &[Kind::Side])).collect();
        format!("battle \"Battle {}\" with {}", state.battles().len() + 1, sides.join(" v "))
    })
}

/// Dice from the table or from the program.
pub fn toggle_hand(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        campaign.by_hand = !campaign.by_hand;
        campaign.notice = Some(Notice::good(if campaign.by_hand {
            "the dice are thrown on the table: you type in what they show"
        } else {
            "the program throws the dice"
        }));
        Vec::new()
    })
}

/// Takes the last entry back.
#[must_use]
pub fn undo(_: &mut Model) -> Vec<Effect> {
    vec![Effect::Undo(1)]
}

/// Brings it back.
#[must_use]
pub fn redo(_: &mut Model) -> Vec<Effect> {
    vec![Effect::Redo(1)]
}

// ---- the order line

fn compose_key(model: &mut Model, key: KeyEvent) {
    let Some(campaign) = campaign_mut(model) else { return };
    let state = campaign.save.diary().state();
    let Layer::Compose(composer) = &mut campaign.layer else { return };
    if let Some(request) = edit(key) {
        composer.edit(request, state);
    }
}

pub(super) fn edit(key: KeyEvent) -> Option<InputRequest> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    Some(match key.code {
        KeyCode::Char('a') if ctrl => InputRequest::GoToStart,
        KeyCode::Char('e') if ctrl => InputRequest::GoToEnd,
        KeyCode::Char('w') if ctrl => InputRequest::DeletePrevWord,
        KeyCode::Char('u') if ctrl => InputRequest::DeleteFromStart,
        KeyCode::Char('k') if ctrl => InputRequest::DeleteTillEnd,
        KeyCode::Char('y') if ctrl => InputRequest::Yank,
        KeyCode::Char('b') if alt => InputRequest::GoToPrevWord,
        KeyCode::Char('f') if alt => InputRequest::GoToNextWord,
        KeyCode::Char(c) if !ctrl && !alt => InputRequest::InsertChar(c),
        KeyCode::Backspace if ctrl || alt => InputRequest::DeletePrevWord,
        KeyCode::Backspace => InputRequest::DeletePrevChar,
        KeyCode::Delete => InputRequest::DeleteNextChar,
        KeyCode::Left if ctrl => InputRequest::GoToPrevWord,
        KeyCode::Right if ctrl => InputRequest::GoToNextWord,
        KeyCode::Left => InputRequest::GoToPrevChar,
        KeyCode::Right => InputRequest::GoToNextChar,
        KeyCode::Home => InputRequest::GoToStart,
        KeyCode::End => InputRequest::GoToEnd,
        _ => return None,
    })
}

/// Gives the order, takes the marked suggestion, or says what is missing.
pub fn compose_enter(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let Layer::Compose(composer) = &mut campaign.layer else { return Vec::new() };
        if composer.purpose == Line::Find {
            campaign.search = composer.text().to_string();
            campaign.layer = Layer::Table;
            return search(campaign, false);
        }
        let state = campaign.save.diary().state();
        if composer.enter_completes() && composer.complete(state) {
            return Vec::new();
        }
        match composer.preview() {
            Preview::Ready { instruction, .. } => {
                let instruction = (**instruction).clone();
                campaign.layer = Layer::Table;
                match instruction {
                    Instruction::Order(order) => vec![Effect::Give(Box::new(order), Vec::new())],
                    Instruction::Undo(many) => vec![Effect::Undo(many)],
                    Instruction::Redo(many) => vec![Effect::Redo(many)],
                    way => vec![Effect::Go(Box::new(way))],
                }
            }
            Preview::Nothing => {
                campaign.layer = Layer::Table;
                Vec::new()
            }
            // The line stays, with what is wrong under it.
            Preview::Unfinished { .. } | Preview::Refused { .. } => Vec::new(),
        }
    })
}

/// Takes the suggestion.
pub fn compose_complete(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        if let Layer::Compose(composer) = &mut campaign.layer {
            composer.complete(campaign.save.diary().state());
        }
        Vec::new()
    })
}

/// Marks another suggestion.
pub fn compose_move(model: &mut Model, by: isize) -> Vec<Effect> {
    with(model, |campaign| {
        if let Layer::Compose(composer) = &mut campaign.layer {
            composer.mark(by);
        }
        Vec::new()
    })
}

/// Back to the table.
pub fn compose_cancel(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        campaign.layer = Layer::Table;
        Vec::new()
    })
}

// ---- dice by hand

fn hand_key(model: &mut Model, key: KeyEvent) {
    let Some(campaign) = campaign_mut(model) else { return };
    let Layer::Hand(entry) = &mut campaign.layer else { return };
    match key.code {
        KeyCode::Char(c) if c.is_ascii_digit() => entry.digit(c),
        KeyCode::Char(c) => entry.fault = Some(format!("a face is a number; `{}` is none", text::shown(c))),
        _ => {}
    }
}

/// The dice are in.
pub fn hand_enter(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let diary = campaign.save.diary();
        let Layer::Hand(entry) = &mut campaign.layer else { return Vec::new() };
        let shown = entry.falls.iter().filter_map(crate::dice::Fall::serials_end).max();
        let next = diary.next_serial().max(shown.unwrap_or(0));
        match entry.finish(&mut Seeded { seed: diary.header().seed, next }) {
            Ok(falls) => {
                let order = entry.order.clone();
                campaign.layer = Layer::Table;
                vec![Effect::Give(Box::new(order), falls)]
            }
            Err(unfit) => {
                entry.fault = Some(unfit.to_string());
                Vec::new()
            }
        }
    })
}

/// To another die.
pub fn hand_move(model: &mut Model, by: isize) -> Vec<Effect> {
    with(model, |campaign| {
        if let Layer::Hand(entry) = &mut campaign.layer {
            entry.go(by);
        }
        Vec::new()
    })
}

/// To the first die of the other side.
pub fn hand_line(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let state = campaign.save.diary().state();
        if let Layer::Hand(entry) = &mut campaign.layer {
            let side = |at: usize| entry.request.dice.get(at).and_then(|d| state.side_of(Id(d.owner.0)));
            let now = side(entry.at());
            let other = (0..entry.request.dice.len()).find(|at| side(*at) != now);
            if let Some(at) = other {
                entry.go_to(at);
            }
        }
        Vec::new()
    })
}

/// Blanks the die.
pub fn hand_erase(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        if let Layer::Hand(entry) = &mut campaign.layer {
            entry.erase();
        }
        Vec::new()
    })
}

/// Breaks the order off; dice that have been shown are recorded with it.
pub fn hand_cancel(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let layer = std::mem::replace(&mut campaign.layer, Layer::Table);
        match layer {
            Layer::Hand(entry) if !entry.falls.is_empty() => vec![Effect::Abandon(Box::new(entry.order), entry.falls)],
            _ => Vec::new(),
        }
    })
}

// ---- getting about

/// The panes in their order.
const PANES: [Focus; 2] = [Focus::Forces, Focus::Diary];

/// To another pane.
pub fn turn_focus(model: &mut Model, by: isize) -> Vec<Effect> {
    with(model, |campaign| {
        let at = PANES.iter().position(|f| *f == campaign.focus).unwrap_or(0);
        campaign.focus = PANES[(at + PANES.len()).saturating_add_signed(by) % PANES.len()];
        Vec::new()
    })
}

/// Up or down in the pane that has the keys. In the diary that is a step in time: every pane shows how it was then.
pub fn go(model: &mut Model, way: Way) -> Vec<Effect> {
    with(model, |campaign| {
        match campaign.focus {
            Focus::Forces => campaign.selected = way.step(campaign.selected, campaign.rows().len()),
            Focus::Diary => {
                let places = campaign.save.diary().path().len() + 1;
                let at = way.step(place_of(campaign, campaign.entry()), places);
                let no = if at == 0 { 0 } else { campaign.save.diary().path()[at - 1] };
                campaign.look_at(no);
            }
        }
        Vec::new()
    })
}

/// The place of an entry on the way from the muster (0) to the head.
#[must_use]
pub fn place_of(campaign: &Campaign, no: EntryNo) -> usize {
    if no == 0 { 0 } else { campaign.save.diary().path().binary_search(&no).map_or(0, |at| at + 1) }
}

/// Picks or drops what is chosen.
pub fn pick(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        if let Some(row) = campaign.chosen().filter(|row| row.kind != Kind::Side)
            && !campaign.picked.remove(&row.id)
        {
            campaign.picked.insert(row.id);
        }
        campaign.selected = (campaign.selected + 1).min(campaign.rows().len().saturating_sub(1));
        Vec::new()
    })
}

/// Folds up, or goes to what it belongs to.
pub fn fold(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let rows = campaign.rows();
        let Some(row) = rows.get(campaign.selected) else { return Vec::new() };
        if row.open == Some(true) {
            campaign.closed.insert(row.id);
        } else {
            let parent = rows[..campaign.selected].iter().rposition(|r| r.depth < row.depth);
            campaign.selected = parent.unwrap_or(campaign.selected);
        }
        Vec::new()
    })
}

/// Unfolds, or steps in.
pub fn unfold(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let Some(row) = campaign.chosen() else { return Vec::new() };
        if row.open == Some(false) {
            campaign.closed.remove(&row.id);
        } else if row.open == Some(true) {
            campaign.selected = (campaign.selected + 1).min(campaign.rows().len().saturating_sub(1));
        }
        Vec::new()
    })
}

/// To the next battle that is under way.
pub fn next_battle(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let open: Vec<BattleId> = campaign.state().open_battles().map(|b| b.id).collect();
        let at = open.iter().position(|b| Some(*b) == campaign.battle).map_or(0, |at| at + 1);
        campaign.battle = open.get(at % open.len().max(1)).copied();
        Vec::new()
    })
}

/// One step back: out of the past, the picks, the pane. Never out of the program.
pub fn back(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        if campaign.review.is_some() {
            campaign.look_at(campaign.save.diary().head());
        } else if !campaign.picked.is_empty() {
            campaign.picked.clear();
        } else {
            campaign.focus = Focus::Forces;
        }
        Vec::new()
    })
}

/// A line for what is to be found.
pub fn find(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        open_line(campaign, Line::Find, String::new());
        Vec::new()
    })
}

/// The next that is found, further back.
pub fn find_next(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| search(campaign, true))
}

/// Looks for the words in the entries before the one that is looked at (or with it), newest first, then from the end.
fn search(campaign: &mut Campaign, further: bool) -> Vec<Effect> {
    let wanted = campaign.search.to_lowercase();
    if wanted.is_empty() {
        return Vec::new();
    }
    let at = place_of(campaign, campaign.entry());
    let many = campaign.save.diary().path().len();
    let from = if further { at.saturating_sub(1) } else { many };
    let order = (0..from).rev().chain((from..many).rev());
    for place in order.collect::<Vec<_>>() {
        let told = campaign.tell(place, 1);
        let hit = told.iter().any(|e| {
            e.headline.to_lowercase().contains(&wanted)
                || e.sentences.iter().any(|s| s.to_lowercase().contains(&wanted))
        });
        if hit {
            let no = campaign.save.diary().path()[place];
            campaign.focus = Focus::Diary;
            campaign.look_at(no);
            campaign.notice = Some(Notice::good(format!("entry {no}; further back with N, back to now with Esc")));
            return Vec::new();
        }
    }
    campaign.notice = Some(Notice::bad(format!("nothing in the diary says “{}”", text::presentable(&campaign.search))));
    Vec::new()
}

// ---- the program

/// The mouse, ours or the terminal's.
pub fn toggle_mouse(model: &mut Model) -> Vec<Effect> {
    model.mouse = !model.mouse;
    let told = if model.mouse { "the mouse works here" } else { "the mouse selects text" };
    if let Some(campaign) = campaign_mut(model) {
        campaign.notice = Some(Notice::good(told));
    }
    vec![Effect::Mouse(model.mouse)]
}

/// The next theme.
pub fn next_theme(model: &mut Model) -> Vec<Effect> {
    let at = Theme::NAMES.iter().position(|n| *n == model.settings.theme).map_or(0, |at| at + 1);
    model.settings.theme = Theme::NAMES[at % Theme::NAMES.len()].to_string();
    let told = format!("theme {}; settings.ron in the config folder keeps it", model.settings.theme);
    if let Some(campaign) = campaign_mut(model) {
        campaign.notice = Some(Notice::good(told));
    }
    vec![Effect::Theme]
}

/// Opens the help.
pub fn help(model: &mut Model) -> Vec<Effect> {
    model.help = Some(Help::default());
    Vec::new()
}

fn help_key(model: &mut Model, key: KeyEvent) {
    let Some(help) = &mut model.help else { return };
    match key.code {
        KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => help.search.push(c),
        KeyCode::Backspace => {
            help.search.pop();
        }
        _ => return,
    }
    help.scroll = 0;
}

/// Up or down in the help.
pub fn help_move(model: &mut Model, by: isize) -> Vec<Effect> {
    if let Some(help) = &mut model.help {
        help.scroll = help.scroll.saturating_add_signed(by).min(super::command::COMMANDS.len());
    }
    Vec::new()
}

/// Closes the help.
pub fn help_close(model: &mut Model) -> Vec<Effect> {
    model.help = None;
    Vec::new()
}

/// Leaves.
#[must_use]
pub fn quit(_: &mut Model) -> Vec<Effect> {
    vec![Effect::Quit]
}

/// To the shell, and back.
#[must_use]
pub fn suspend(_: &mut Model) -> Vec<Effect> {
    vec![Effect::Suspend]
}

/// To the start screen; the campaign waits behind it.
#[must_use]
pub fn to_menu(_: &mut Model) -> Vec<Effect> {
    vec![Effect::ToMenu]
}

/// Up or down on the start screen.
pub fn menu_move(model: &mut Model, by: isize) -> Vec<Effect> {
    if let Stage::Menu(menu) = &mut model.stage {
        let last = menu.items.len().saturating_sub(1);
        menu.selected = menu.selected.saturating_add_signed(by).min(last);
        menu.notice = None;
    }
    Vec::new()
}

/// Opens what is chosen on the start screen.
pub fn menu_choose(model: &mut Model) -> Vec<Effect> {
    let Stage::Menu(menu) = &model.stage else { return Vec::new() };
    menu.items.get(menu.selected).map(|item| Effect::Choose(item.choice.clone())).into_iter().collect()
}

/// Opens a copy of the sample.
#[must_use]
pub fn menu_sample(_: &mut Model) -> Vec<Effect> {
    vec![Effect::Choose(super::model::Choice::Sample)]
}

/// Back to the campaign behind the start screen.
pub fn menu_back(model: &mut Model) -> Vec<Effect> {
    if let Some(campaign) = model.behind.take() {
        model.stage = Stage::Campaign(campaign);
    }
    Vec::new()
}

/// The order of an effect, for those who test what a key does.
#[must_use]
pub fn ordered(effects: &[Effect]) -> Option<&Order> {
    effects.iter().find_map(|effect| match effect {
        Effect::Give(order, _) => Some(&**order),
        _ => None,
    })
}
