//! The mouse: what a click and the wheel do, by where they fall.

use super::{
    Effect,
    command::{COMMANDS, Context},
    draw::{areas, entry_at, footer_items},
    model::{Focus, Layer, Model, Stage},
    odds_screen,
    update::{self, Way},
};
use crate::view::{Look, footer::Footer, glyphs::Glyphs, menu::MenuPane};
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

/// What the mouse does to the model.
pub(super) fn mouse(model: &mut Model, event: MouseEvent) -> Vec<Effect> {
    let at = Position::new(event.column, event.row);
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => click(model, at),
        MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
            let way = if event.kind == MouseEventKind::ScrollUp { Way::Up } else { Way::Down };
            let odds = matches!(Context::of(model), Context::Odds | Context::OddsRoll);
            if odds { odds_screen::wheel(model, &event, way) } else { wheel(model, at, way) }
        }
        _ => Vec::new(),
    }
}

fn screen(model: &Model) -> Rect {
    Rect::new(0, 0, model.size.width, model.size.height)
}

/// The command whose place in the footer was clicked.
fn in_footer(model: &Model, at: Position) -> Option<&'static super::command::Command> {
    if at.y + 1 != model.size.height {
        return None;
    }
    let context = Context::of(model);
    let items = footer_items(model, context);
    let glyphs = Glyphs::UNICODE;
    let footer = Footer { look: Look { theme: &model.theme, glyphs: &glyphs }, items: &items };
    let (item, _) = footer.places(model.size.width).into_iter().find(|(_, place)| place.contains(&at.x))?;
    COMMANDS.iter().find(|c| c.context == context && c.label == items[item].1)
}

fn click(model: &mut Model, at: Position) -> Vec<Effect> {
    if let Some(command) = in_footer(model, at) {
        return (command.run)(model);
    }
    if model.help.is_some() {
        return Vec::new();
    }
    let area = screen(model);
    match &mut model.stage {
        Stage::Menu(menu) => {
            let items: Vec<String> = menu.items.iter().map(|i| i.label.clone()).collect();
            let glyphs = Glyphs::UNICODE;
            let look = Look { theme: &model.theme, glyphs: &glyphs };
            let pane = MenuPane { look, items: &items, selected: menu.selected, about: "", notice: None };
            let (first, list) = pane.list(Rect { height: area.height.saturating_sub(1), ..area });
            let row = first + usize::from(at.y.saturating_sub(list.y));
            if !list.contains(at) || row >= items.len() {
                return Vec::new();
            }
            let again = menu.selected == row;
            menu.selected = row;
            if again { update::menu_choose(model) } else { Vec::new() }
        }
        Stage::Campaign(campaign) => {
            campaign.session.landed = None;
            if matches!(campaign.layer, Layer::Odds(_)) {
                return odds_screen::click(model, at);
            }
            if !matches!(campaign.layer, Layer::Table) {
                return Vec::new();
            }
            let areas = areas(area, campaign);
            if areas.forces.contains(at) {
                campaign.focus = Focus::Forces;
                let row = campaign.scroll + usize::from(at.y.saturating_sub(areas.forces.y + 1));
                let rows = campaign.rows();
                if row < rows.len() && at.y > areas.forces.y && at.y + 1 < areas.forces.bottom() {
                    // A second click folds or picks, as space and enter would.
                    let again = campaign.selected == row;
                    campaign.selected = row;
                    if again && !campaign.closed.remove(&rows[row].id) && rows[row].open.is_some() {
                        campaign.closed.insert(rows[row].id);
                    }
                }
            } else if areas.diary.contains(at) {
                campaign.focus = Focus::Diary;
                if let Some(no) = entry_at(&campaign.window, areas.diary, at) {
                    campaign.session.look_at(no);
                }
            }
            Vec::new()
        }
    }
}

fn wheel(model: &mut Model, at: Position, way: Way) -> Vec<Effect> {
    let by = if way == Way::Up { -1 } else { 1 };
    if model.help.is_some() {
        return update::help_move(model, 3 * by);
    }
    let area = screen(model);
    match &mut model.stage {
        Stage::Menu(_) => update::menu_move(model, by),
        Stage::Campaign(campaign) => {
            if matches!(campaign.layer, Layer::Compose(_)) {
                return update::compose_move(model, by);
            }
            let areas = areas(area, campaign);
            if areas.forces.contains(at) {
                campaign.focus = Focus::Forces;
            } else if areas.diary.contains(at) {
                campaign.focus = Focus::Diary;
            } else {
                return Vec::new();
            }
            update::go(model, way)
        }
    }
}
