//! The Map screen: the ground, the units on it, overlays such as reach and ranges, and orders composed by pointing.

mod answers;
mod area_text;
mod attack_suggestion;
mod attacks;
mod availability;
mod draw;
mod move_order;
mod navigation;
mod pointing;
mod screen_state;

use super::ScreenName;
use crate::{
    borders,
    command::require,
    command_id::{CommandId, GroupId},
    component::{
        Actions, Command, CommandMode, Commands, Component, Context as _, Event, RenderOptions, Screen, always,
    },
    lists::ListRows,
    motion::{Motion, cycled},
    overlay::order_line::{self, OrderLine},
    session::Session,
    shared_commands as shared,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use screen_state::Layer;
pub(crate) use screen_state::MapScreen;
use wardiary_base::{book::Mechanism, ground::Spot};
use wardiary_view::{Look, help::HelpSection};

const COMMANDS: &[&[Command<MapScreen, Session>]] = &[
    &commands! {
        MapReadAgain => shared::read_again("reload the save with the changes of others; in a save that was opened for reading, begin to write");
        MapAwaited, "next step", "open the order that the header asks for: the initiative, who goes first, which dice to keep", availability::is_awaited, pointing::open_awaited_order;
        MapPoint, "point", "choose the unit under the cursor; with one chosen, or some picked, move there or attack the enemy there", availability::has_map, pointing::act_at_cursor;
        MapPick, "pick", "pick the unit under the cursor, or drop it: picked units share one order, and move in a column led by the first", |screen, session| availability::order_if(screen, session, || require(screen.piece_at(screen.cursor).is_some(), "point at a unit")), pointing::toggle_pick;
        MapNextUnit, "next", "to the next unit of the side to act, first those that have not moved", availability::has_map, |m, s| navigation::select_next_unit(m, s, 1);
        MapPreviousUnit, "", "to the previous unit", availability::has_map, |m, s| navigation::select_next_unit(m, s, -1);
        MapLayer, "layer", "the next layer: where the chosen unit can go, its ranges, the areas under fire, the areas visible from here, the objectives, the ground alone", availability::has_map, |m, _| m.layer = cycled(&Layer::ALL, m.layer, 1);
        MapZoomIn, "zoom in", "zoom in", availability::can_zoom_in, |m, _| navigation::zoom(m, true);
        MapZoomOut, "zoom out", "zoom out", availability::can_zoom_out, |m, _| navigation::zoom(m, false);
        MapPass, "pass", "pass to the next side, or the next phase of the turn", availability::can_act, |m, s| OrderLine::give_or_open(format!("pass{}", pointing::in_this_battle(m, s)), s);
        MapEndTurn, "end turn", "end the turn, with the exhaustion check", availability::can_end_turn, |m, s| OrderLine::give_or_open(format!("end turn{}", pointing::in_this_battle(m, s)), s);
        MapMove, "move", "move the chosen unit, or those that are picked, to the cursor's area", availability::can_move, move_order::plan_move, types;
        MapFace, "face", "turn the chosen unit on the spot, towards the cursor's area", availability::can_move, move_order::turn_towards_cursor, types;
        MapVolley, "volley", "fire with the chosen unit at the cursor's area", |screen, session| availability::can_attack(screen, session, Mechanism::Volleys, || Ok(())), pointing::volley, types;
        MapScrud, "scrud", "fight a SCRUD phase: the chosen unit against the cursor's area", |screen, session| availability::can_attack(screen, session, Mechanism::Scrud, || Ok(())), pointing::scrud, types;
        MapConflict, "conflict", "engage the stack in the cursor's area with the chosen stack", availability::can_engage, pointing::conflict, types;
        MapEdna, "edna", "test the chosen unit's EDNA", availability::can_test, pointing::edna, types;
        MapPlace, "place", "put the chosen unit, or one that is not on the map, in the cursor's area", availability::can_place, pointing::place, types;
        MapRecord, "record", "the service record of the chosen unit", |m, _| require(m.selected_unit.is_some(), "choose a unit first"), |m, _| shared::show_record(m.selected_unit.map(Into::into));
        MapOrder => order_line::open_command("order").available_if(|m, s| availability::if_map_shown(m, s, shared::can_order(m, s)));
        MapSuggest => shared::suggest().available_if(|m, s| availability::if_map_shown(m, s, shared::is_at_head(m, s)));
        MapUndo => shared::undo().available_if(|m, s| availability::if_map_shown(m, s, shared::can_undo(m, s)));
        MapRedo => shared::redo().available_if(|m, s| availability::if_map_shown(m, s, shared::can_redo(m, s)));
        MapHandDice => shared::hand_dice().available_if(availability::can_write);
    },
    &shared::screen_commands(ScreenName::Map),
    &shared::jumps::<MapScreen>(),
    &borders::resize_commands::<MapScreen>(CommandId::MapAllRoom),
    &commands! {
        MapEarlier => shared::earlier("the map one entry earlier");
        MapLater => shared::later();
        MapLeft, "", "to the area on the left", availability::has_map, |m, s| navigation::move_sideways(m, s, -1);
        MapRight, "", "to the area on the right", availability::has_map, |m, s| navigation::move_sideways(m, s, 1);
    },
    &motions!(
        MapUp("", "to the area above"),
        MapDown("", "to the area below"),
        MapPageUp("", "a screen up"),
        MapPageDown("", "a screen down"),
        MapTop("", "to the first row"),
        MapBottom("", "to the last row")
    ),
    &commands! {
        MapOrders, "", "layer: where the chosen unit can go, at what cost, and where it must stop", availability::has_map, |m, _| m.layer = Layer::Orders;
        MapRanges, "", "layer: where the chosen unit can fire, with how many dice", availability::has_map, |m, _| m.layer = Layer::Ranges;
        MapThreat, "", "layer: the areas under fire, and from how many enemies", availability::has_map, |m, _| m.layer = Layer::Threat;
        MapSight, "", "layer: the areas visible from the cursor's area", availability::has_map, |m, _| m.layer = Layer::Sight;
        MapObjectives, "", "layer: the objectives, and who holds them", availability::has_map, |m, _| m.layer = Layer::Objectives;
        MapGround, "", "no layer: the ground alone", availability::has_map, |m, _| m.layer = Layer::Ground;
        MapWhole, "", "zoom to fit the whole map", availability::has_map, |m, _| m.fits_map_next = true;
        MapDraw, "", "draw a new map, starting from a copy of this one", availability::has_map, navigation::draw_ground;
        @ next_battle MapNextBattle, previous_battle MapPreviousBattle, find MapFind, find_next MapFindNext;
        MapNextMap, "next map", "to the next map", |_, s| require(s.state().maps().len() > 1, "there is no other map"), navigation::show_next_map;
        @ look_as MapLookAs, mouse MapMouse, theme MapTheme, copy MapCopy, help MapHelp;
        MapBack, "back", "back one step: cancel the move being composed, leave the past, drop the picks, the selection or the layer, or leave the screen", always, navigation::back;
        @ suspend MapSuspend, quit MapQuit;
    },
];

/// The commands while the destination and facing of a move are being chosen.
const AIMING: &[&[Command<MapScreen, Session>]] = &[
    &commands! {
        AimGive, "compose the order", "open the order line with the order and its preview", always, move_order::open_in_order_line;
        AimTurn, "turn", "turn clockwise to the next edge that it may face", always, |m, _| move_order::rotate(m, 1);
        AimTurnBack, "", "turn the other way", always, |m, _| move_order::rotate(m, -1);
        AimLeft, "", "turn to the left of the page", always, |m, s| move_order::face_sideways(m, s, -1);
        AimRight, "", "turn to the right of the page", always, |m, s| move_order::face_sideways(m, s, 1);
    },
    &motions!(AimUp("", "turn to the top of the page"), AimDown("", "turn to the bottom of the page")),
    &commands! {
        AimHelp => shared::help();
        AimBack, "back", "back to the choice of an area", always, |m, _| m.plan = None;
        AimQuit => shared::quit();
    },
];

impl Commands<Session> for MapScreen {
    const MODES: &'static [CommandMode<Self, Session>] = &[
        CommandMode::new(GroupId::Map, "On the Map screen", COMMANDS),
        CommandMode::new(GroupId::MapAim, "On the Map screen, while a move is composed", AIMING),
    ];

    fn mode(&self) -> &'static CommandMode<Self, Session> {
        &<Self as Commands<Session>>::MODES[usize::from(self.plan.is_some())]
    }

    fn apply_motion(&mut self, motion: Motion, session: &mut Session) {
        if self.plan.is_some() {
            move_order::face_vertically(self, session, motion);
        } else {
            navigation::apply_motion(self, session, motion);
        }
    }
}

impl MapScreen {
    fn click(&mut self, at: Position, area: Rect, session: &mut Session) -> Actions<Session> {
        session.clear_notice();
        if session.panes.press(at) || session.click_battle(self.areas(area, session).header, at) {
            return Vec::new();
        }
        let Some(cell) = self.cell_at(at, area, session) else { return Vec::new() };
        pointing::click(self, session, cell)
    }
}

impl Component<Session> for MapScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        self.draw_parts(frame, area, session, canvas);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Key(_) => session.clear_notice(),
            // A pasted text opens the order line with that order.
            Event::Paste(pasted) => return Some(OrderLine::paste_action(pasted, session)),
            Event::Click(at, area) => return Some(self.click(at, area, session)),
            Event::Drag(at, area) => {
                if let Some(steps) = borders::event(&event, session) {
                    return Some(steps);
                }
                if let Some(cell) = self.cell_at(at, area, session) {
                    pointing::drag(self, cell);
                }
            }
            Event::Release => {
                pointing::release(self, session);
                return borders::event(&event, session);
            }
            // The wheel scrolls the map; the cursor keeps its position on the screen.
            Event::Scroll(.., motion) => {
                session.clear_notice();
                navigation::scroll(self, session, motion.rows_moved(1));
            }
            Event::Select(spot) => navigation::select_row(self, spot, session),
            Event::GoTo(id) => navigation::go_to(self, session, id),
            Event::GoToPlace(Some(map), Spot::Area(cell)) => navigation::go_to_area(self, session, map, cell),
            Event::Changed(_) => {
                self.plan = None;
                self.refresh(session);
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    fn list<'a>(&'a self, _: Option<usize>, session: &'a Session) -> Option<ListRows<'a>> {
        Some(navigation::list(self, session))
    }

    fn list_area(&self, area: Rect, _: &Session) -> Rect {
        area
    }
}

impl Screen<Session> for MapScreen {
    fn status(&self, _: &Session) -> Option<String> {
        Some(self.entry_text.1.clone())
    }

    fn legend(&self, session: &Session, look: Look) -> Vec<HelpSection> {
        self.map_legend(session, look)
    }

    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.update_battle(session);
        self.update_entry_text(session);
        self.prepare_frame(area, session);
    }
}
