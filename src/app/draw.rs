//! A frame: the model, through the panes of the view.

use super::{
    chances,
    command::{COMMANDS, Context, possible},
    compose::{Composer, Line as Purpose, Preview},
    hand::HandEntry,
    listing::Listing,
    model::{Campaign, Focus, Help, Layer, Menu, Model, Stage},
    update::place_of,
};
use crate::{
    book::Mechanism,
    id::{Id, UnitId},
    order::ORDER_FORMS,
    rules::Rolled,
    text,
    view::{
        Look,
        dice_pane::{self, DicePane},
        footer::Footer,
        forces::{Forces, visible_scroll},
        gauges::Gauges,
        glyphs::Glyphs,
        hand_dice::{HandDice, Place},
        header::Header,
        help::{HelpLine, HelpPane},
        layout::{self, Areas, SMALLEST},
        line_up::{LineUpPane, result_line},
        listing::ListingPane,
        log::{LogEntry, LogPane},
        measure,
        menu::MenuPane,
        order_line::{OrderLine, Said},
        square::SquarePane,
    },
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
    style::Style,
    text::Line,
    widgets::{Block, Paragraph, Wrap},
};

/// The entries that a diary pane could show at the most, whatever its size.
const LOG_WINDOW: usize = 60;

/// What must be known before a frame is drawn and changes with it: how far lists are scrolled, the entries in words.
pub fn prepare(model: &mut Model) {
    chances::follow(model);
    let area = Rect::new(0, 0, model.size.width, model.size.height);
    let Stage::Campaign(campaign) = &mut model.stage else { return };
    let areas = areas(area, campaign);
    let height = areas.forces.height.saturating_sub(2);
    campaign.scroll = visible_scroll(campaign.selected, campaign.scroll, usize::from(height));
    let (from, many) = log_window(campaign, areas.diary.height);
    campaign.window = campaign.session.tell(from, many);
}

/// Which entries the diary shows, by their place on the way from the muster: the one looked at, and those before it;
/// a few of what came after it too.
fn log_window(campaign: &Campaign, height: u16) -> (usize, usize) {
    let many = usize::from(height).min(LOG_WINDOW);
    let at = place_of(campaign, campaign.session.entry());
    let end = (at + many / 4).min(campaign.session.save.diary().path().len());
    let from = end.saturating_sub(many);
    (from, end - from)
}

/// Where a campaign's panes lie.
pub(super) fn areas(area: Rect, campaign: &Campaign) -> Areas {
    let battle = campaign.battle.and_then(|b| campaign.session.state().battle(b));
    let sides = battle.map_or(1, |b| b.contingents.len());
    let sides = u16::try_from(sides.min(4)).unwrap_or(4);
    layout::battle(area, sides, said_below(campaign, area).1, campaign.focus == Focus::Diary)
}

/// Draws a frame.
pub fn draw(frame: &mut Frame, model: &Model) {
    let glyphs = if model.settings.ascii { Glyphs::ASCII } else { Glyphs::UNICODE };
    let look = Look { theme: &model.theme, glyphs: &glyphs };
    let area = frame.area();
    frame.render_widget(Block::new().style(model.theme.base), area);
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let (width, height) = SMALLEST;
        let said = format!("wardiary needs {width}×{height}; here is {}×{}", area.width, area.height);
        frame.render_widget(Paragraph::new(said).wrap(Wrap { trim: true }), area);
        return;
    }
    match &model.stage {
        Stage::Menu(menu) => draw_menu(frame, model, menu, look),
        Stage::Campaign(campaign) => draw_campaign(frame, model, campaign, look),
    }
    if let Some(help) = &model.help {
        let lines = help_lines(model, help);
        let inner = Rect { height: area.height.saturating_sub(1), ..area };
        frame.render_widget(&HelpPane { look, lines: &lines, search: &help.search, scroll: help.scroll }, inner);
        footer(frame, model, Context::Help, Rect { y: area.bottom() - 1, height: 1, ..area }, look);
    }
}

fn draw_menu(frame: &mut Frame, model: &Model, menu: &Menu, look: Look) {
    let area = frame.area();
    let items: Vec<String> = menu.items.iter().map(|i| i.label.clone()).collect();
    let pane = MenuPane {
        look,
        items: &items,
        selected: menu.selected,
        about: menu.items.get(menu.selected).map_or("", |i| &i.about),
        notice: menu.notice.as_ref().map(|n| (n.text.as_str(), n.bad)),
    };
    frame.render_widget(&pane, Rect { height: area.height - 1, ..area });
    footer(frame, model, Context::Menu, Rect { y: area.bottom() - 1, height: 1, ..area }, look);
}

fn draw_campaign(frame: &mut Frame, model: &Model, campaign: &Campaign, look: Look) {
    let areas = areas(frame.area(), campaign);
    let state = campaign.session.state();
    let diary = campaign.session.save.diary();
    let header = Header {
        look,
        title: &diary.header().title,
        state,
        battle: campaign.battle,
        entry: campaign.session.entry(),
        entries: u32::try_from(diary.path().len()).unwrap_or(u32::MAX),
        reviewing: campaign.session.review.is_some(),
        read_only: !campaign.session.save.is_writable(),
    };
    frame.render_widget(&header, areas.header);
    frame.render_widget(&Gauges { look, state, battle: campaign.battle }, areas.gauges);
    let rows = campaign.rows();
    let on_table = matches!(campaign.layer, Layer::Table);
    let forces = Forces {
        look,
        state,
        rows: &rows,
        selected: campaign.selected,
        picked: &campaign.picked,
        focused: on_table && campaign.focus == Focus::Forces,
        scroll: campaign.scroll,
    };
    frame.render_widget(&forces, areas.forces);
    frame.render_widget(
        &SquarePane { look, state, stack: campaign.chosen_stack(), edge: campaign.edge, focused: false },
        areas.square,
    );
    let (from, _) = log_window(campaign, areas.diary.height);
    let log = LogPane {
        look,
        entries: &campaign.window,
        above: from,
        selected: Some(campaign.session.entry())
            .filter(|_| campaign.session.review.is_some() || campaign.focus == Focus::Diary),
        focused: on_table && campaign.focus == Focus::Diary,
    };
    frame.render_widget(&log, areas.diary);
    match &campaign.layer {
        Layer::Table => draw_roll(frame, (model, campaign), areas.roll, look),
        Layer::Compose(composer) => draw_composer(frame, (model, campaign), composer, areas.roll, look),
        Layer::Hand(entry) => draw_hand(frame, campaign, entry, areas.roll, look),
        Layer::List(_) | Layer::Odds(_) => draw_roll(frame, (model, campaign), areas.roll, look),
    }
    draw_notice(frame, campaign, areas.notice, look);
    // What covers the table is drawn last.
    let whole = Rect { height: frame.area().height.saturating_sub(1), ..frame.area() };
    match &campaign.layer {
        Layer::List(list) => {
            let Listing { title, about, rows, selected, .. } = &**list;
            frame.render_widget(&ListingPane { look, title, about, rows, selected: *selected }, whole);
        }
        Layer::Odds(screen) => screen.draw(frame, whole, diary.state(), model.chances.worker.progress(), look),
        Layer::Table | Layer::Compose(_) | Layer::Hand(_) => {}
    }
    footer(frame, model, Context::of(model), areas.footer, look);
}

fn dice_from(campaign: &Campaign) -> &'static str {
    if campaign.session.by_hand { "dice: from the table" } else { "dice: the program's" }
}

fn draw_roll(frame: &mut Frame, (model, campaign): (&Model, &Campaign), area: Rect, look: Look) {
    let state = campaign.session.state();
    let title = match &campaign.session.rolled {
        Some(Rolled::Fought(fought)) => {
            let sides = fought.sides.map(|side| state.name(side));
            let settled = if fought.settled { "" } else { ": dice may be thrown again" };
            let (number, phases) = (fought.number, state.book().scrud.phases);
            format!("{} v {}, phase {number} of {phases}{settled}", sides[0], sides[1])
        }
        Some(rolled) => dice_pane::title(state, rolled),
        None => "Roll".into(),
    };
    let block = crate::view::frame(look, Line::from(title), false)
        .title_bottom(Line::styled(format!(" {} ", dice_from(campaign)), look.theme.palette.quiet).right_aligned());
    if let Some(rolled) = &campaign.session.rolled {
        // Of a phase it is said of the side that opened the combat.
        let whose =
            campaign.session.fought().map_or_else(String::new, |fought| format!("{}: ", state.name(fought.sides[0])));
        let standing = model.chances.standing(campaign.session.entry());
        let standing = standing.map(|s| Line::styled(format!(" {whose}{} ", s.told()), look.theme.palette.found));
        let block = standing.into_iter().fold(block, Block::title_bottom);
        let inner = block.inner(area);
        frame.render_widget(block, area);
        match rolled {
            Rolled::Fought(fought) => {
                frame.render_widget(&LineUpPane { look, state, fought, reveal: campaign.session.landed }, inner);
            }
            rolled => frame.render_widget(&DicePane { look, state, rolled }, inner),
        }
        return;
    }
    let told = "Choose a stack or a unit and a key below, or type an order after a colon.";
    frame.render_widget(
        Paragraph::new(Line::styled(told, look.theme.dialog.quiet)).wrap(Wrap { trim: true }).block(block),
        area,
    );
}

/// What is said over the footer, and the lines it takes on a screen of that size: all of it is to be read, where there is
/// room for it.
fn said_below(campaign: &Campaign, screen: Rect) -> (Vec<String>, u16) {
    let text = match (&campaign.session.notice, campaign.session.fought()) {
        (Some(notice), _) => notice.text.clone(),
        (None, Some(fought)) if campaign.session.landed.is_none() => {
            result_line(campaign.session.state(), fought).to_string()
        }
        _ => String::new(),
    };
    let most = if screen.height < 30 { 2 } else { 3 };
    let lines = measure::wrap(&text, usize::from(screen.width.saturating_sub(2)));
    let tall = u16::try_from(lines.len()).unwrap_or(most).clamp(1, most);
    (lines, tall)
}

fn draw_notice(frame: &mut Frame, campaign: &Campaign, area: Rect, look: Look) {
    let styles = &look.theme.footer;
    let style = match &campaign.session.notice {
        Some(notice) if notice.bad => styles.error,
        Some(_) => styles.notice,
        None => Style::default(),
    };
    let (lines, _) = said_below(campaign, frame.area());
    let lines: Vec<Line> = lines.into_iter().map(|line| Line::styled(format!(" {line}"), style)).collect();
    frame.render_widget(Paragraph::new(lines), area);
}

fn draw_composer(
    frame: &mut Frame,
    (model, campaign): (&Model, &Campaign),
    composer: &Composer,
    area: Rect,
    look: Look,
) {
    let suggestions: Vec<(String, String)> = composer
        .suggestions()
        .iter()
        .map(|s| if s.text.is_empty() { (s.about.clone(), String::new()) } else { (s.text.clone(), s.about.clone()) })
        .collect();
    let (title, said) = match composer.purpose {
        Purpose::Find => (
            "Find in the diary",
            Said { hint: Some("Enter finds the last entry that says so".into()), ..Said::default() },
        ),
        Purpose::Order => {
            let odds = chances::phrases(campaign.session.save.diary().state(), &model.chances.known());
            ("Order", Said { odds, ..said(composer.preview()) })
        }
    };
    let line = OrderLine {
        look,
        title,
        text: composer.text(),
        cursor: composer.cursor(),
        suggestions: &suggestions,
        marked: composer.marked(),
        said: &said,
        dice: dice_from(campaign),
    };
    frame.render_widget(&line, area);
}

/// What is said of a line's preview.
fn said(preview: &Preview) -> Said {
    match preview {
        Preview::Nothing => Said { hint: Some("type an order; Tab completes".into()), ..Said::default() },
        Preview::Unfinished { what, hint, .. } => {
            Said { fault: Some(what.clone()).filter(|w| !w.is_empty()), hint: hint.clone(), ..Said::default() }
        }
        Preview::Refused { what, hint } => {
            Said { fault: Some(what.clone()), hint: hint.clone(), refused: true, ..Said::default() }
        }
        Preview::Ready { text, needs, .. } => {
            let needs = if needs.is_empty() { "Enter gives it".to_string() } else { format!("Enter: {needs}") };
            Said { result: vec![format!("{text}  —  {needs}")], ..Said::default() }
        }
    }
}

fn draw_hand(frame: &mut Frame, campaign: &Campaign, entry: &HandEntry, area: Rect, look: Look) {
    let state = campaign.session.save.diary().state();
    let ladder = &state.book().ladder;
    let places: Vec<Place> = entry
        .request
        .dice
        .iter()
        .zip(entry.faces())
        .enumerate()
        .map(|(at, (wanted, face))| {
            let owner = Id(wanted.owner.0);
            let face = match face {
                _ if at == entry.at() && !entry.pending().is_empty() => entry.pending().to_string(),
                Some(face) => face.to_string(),
                None => String::new(),
            };
            let unit = state.unit(UnitId(owner.0)).filter(|_| entry.request.purpose == crate::dice::Purpose::Scrud);
            let grade = unit.map_or(String::new(), |unit| {
                let step = ladder.step(state.grade_used(unit));
                let mark = step.mark.or_else(|| step.name.chars().next()).unwrap_or(' ').to_uppercase();
                format!("{mark}{:+}", step.modifier)
            });
            let side = state.side_of(owner).map_or_else(|| state.whose(wanted.owner), |side| state.name(side));
            Place { face, whose: state.whose(wanted.owner), grade, side }
        })
        .collect();
    let title = format!("Dice from the table: {}", crate::notation::order_text(state, &entry.order));
    let pane = HandDice { look, title: &title, places: &places, at: entry.at(), fault: entry.fault.as_deref() };
    frame.render_widget(&pane, area);
}

/// What the keys do now: made of the commands that can be done.
pub(super) fn footer_items(model: &Model, context: Context) -> Vec<(String, &'static str)> {
    let labelled = possible(model, context).filter(|c| !c.label.is_empty());
    let mut items: Vec<(String, &'static str)> =
        labelled.filter_map(|c| Some((model.keymap.shown(c.name).into_iter().next()?, c.label))).collect();
    // The help always stays.
    if let Some(at) = items.iter().position(|(_, label)| *label == "help") {
        let help = items.remove(at);
        items.push(help);
    }
    items
}

fn footer(frame: &mut Frame, model: &Model, context: Context, area: Rect, look: Look) {
    let items = footer_items(model, context);
    frame.render_widget(&Footer { look, items: &items }, area);
}

/// The lines of the help that match what is searched for.
pub(super) fn help_lines(model: &Model, help: &Help) -> Vec<HelpLine> {
    let wanted = help.search.to_lowercase();
    let mut lines = Vec::new();
    // Of mechanisms that the rulebook does without nothing is listed; that they are off is said.
    let book = match &model.stage {
        Stage::Campaign(campaign) => Some(campaign.session.state().book()),
        Stage::Menu(_) => None,
    };
    let off: Vec<&str> =
        Mechanism::ALL.into_iter().filter(|m| book.is_some_and(|b| !b.uses(*m))).map(Mechanism::title).collect();
    if let (Some(book), false) = (book, off.is_empty()) {
        lines.push(HelpLine::Note(format!("The rulebook “{}” does without {}.", book.name, text::list(&off))));
    }
    let is_on = |mechanism: Option<Mechanism>| mechanism.is_none_or(|m| book.is_none_or(|book| book.uses(m)));
    let groups = [
        (Context::Battle, "At the table"),
        (Context::Compose, "In the order line"),
        (Context::Find, "Looking for something in the diary"),
        (Context::Hand, "Dice by hand"),
        (Context::List, "In a list"),
        (Context::Odds, "On the Odds screen"),
        (Context::OddsRoll, "On the Odds screen, while a roll is typed"),
        (Context::Menu, "On the start screen"),
    ];
    let mut group = |heading: &str, items: Vec<(String, String)>| {
        let found: Vec<(String, String)> = items
            .into_iter()
            .filter(|(keys, text)| keys.to_lowercase().contains(&wanted) || text.to_lowercase().contains(&wanted))
            .collect();
        if !found.is_empty() {
            lines.push(HelpLine::Heading(heading.to_string()));
            lines.extend(found.into_iter().map(|(keys, text)| HelpLine::Item(keys, text)));
        }
    };
    for (context, heading) in groups {
        let commands = COMMANDS.iter().filter(|c| c.context == context && is_on(c.mechanism()));
        let told = |c: &super::command::Command| {
            // What the footer calls it is what people look for.
            if c.label.is_empty() || c.help.contains(c.label) {
                c.help.to_string()
            } else {
                format!("{}: {}", c.label, c.help)
            }
        };
        group(heading, commands.map(|c| (model.keymap.shown(c.name).join(" "), told(c))).collect());
    }
    let orders = ORDER_FORMS.iter().filter(|form| is_on(form.mechanism()));
    group("Orders", orders.map(|form| (form.text.to_string(), form.about.to_string())).collect());
    lines
}

/// The entry that a place in the diary pane stands for, if it can be told.
pub(super) fn entry_at(window: &[LogEntry], area: Rect, at: Position) -> Option<u32> {
    // Entries have no fixed height; a click takes the one nearest in proportion.
    let inside = area.contains(at) && !window.is_empty();
    let rows = usize::from(area.height.saturating_sub(2).max(1));
    let row = usize::from(at.y.saturating_sub(area.y + 1));
    inside.then(|| window[(row * window.len() / rows).min(window.len() - 1)].no)
}
