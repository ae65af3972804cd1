//! The Map screen: the ground, the units on it, overlays such as reach and ranges, and orders composed by pointing.

mod answers;
mod attacks;
mod can;
mod draw;
mod going;
mod moving;
mod offer;
mod pointing;
mod said;
mod table;

use super::ScreenName;
use crate::{
    borders,
    command::require,
    command_id::GroupId,
    component::{Actions, Command, Commands, Component, DrawContext, Event, Keys, Opened, Screen, always},
    lists::ListRows,
    motion::Motion,
    overlay::order_line::{self, OrderLine},
    session::Session,
    shared_commands as shared,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use table::Layer;
pub(crate) use table::MapScreen;
use wardiary_base::book::Mechanism;
use wardiary_rules::order::Order;
use wardiary_view::{Look, help::HelpSection};

const COMMANDS: &[&[Command<MapScreen, Session>]] = &[
    &commands! {
        MapReadAgain => shared::read_again("read the save again, with what others wrote; or write on where it was only watched");
        MapAwaited, "what is awaited", "what is awaited: the initiative, who goes first, whether dice stand", can::is_awaited, pointing::awaited;
        MapPoint, "point", "choose the unit under the cursor; with one chosen, or some picked, move there or attack who is met there", can::has_map, pointing::point;
        MapPick, "pick", "pick the unit under the cursor for one order with others, or drop it: they move in a column, who is picked first at its head", |screen, session| can::order_if(screen, session, || require(screen.piece_at(screen.cursor).is_some(), "point at a unit")), pointing::pick;
        MapNextUnit, "next", "to the next unit of the side to act, those that have not moved first", can::has_map, |m, s| going::next_unit(m, s, 1);
        MapPreviousUnit, "", "to the one before", can::has_map, |m, s| going::next_unit(m, s, -1);
        MapLayer, "layer", "the next layer: what the chosen unit can do, its ranges, who is under fire, what is seen from here, the objectives, the ground alone", can::has_map, |m, _| going::turn_layer(m, 1);
        MapZoomIn, "nearer", "nearer", can::can_zoom_in, |m, _| going::zoom(m, true);
        MapZoomOut, "farther", "farther", can::can_zoom_out, |m, _| going::zoom(m, false);
        MapPass, "pass", "hand on to the next side, or the next phase of the turn", can::can_act, |m, s| OrderLine::opened(format!("pass{}", pointing::in_this_battle(m, s)));
        MapEndTurn, "end turn", "end the turn, with the exhaustion check", can::can_end_turn, |m, s| OrderLine::opened(format!("end turn{}", pointing::in_this_battle(m, s)));
        MapMove, "move", "move the chosen unit, or those that are picked, to the cursor's area", can::can_move, moving::go_there, types;
        MapFace, "face", "turn the chosen unit on the spot, towards the cursor's area", can::can_move, moving::face, types;
        MapVolley, "volley", "fire with the chosen unit at the cursor's area", |screen, session| can::can_attack(screen, session, Mechanism::Volleys, || Ok(())), pointing::volley, types;
        MapScrud, "scrud", "fight a SCRUD phase: the chosen unit against the cursor's area", |screen, session| can::can_attack(screen, session, Mechanism::Scrud, || Ok(())), pointing::scrud, types;
        MapConflict, "conflict", "the chosen stack engages the one in the cursor's area", can::can_engage, pointing::conflict, types;
        MapEdna, "edna", "test the chosen unit's EDNA", can::can_test, pointing::edna, types;
        MapPlace, "place", "put the chosen unit, or one that is not on the map, in the cursor's area", can::can_place, pointing::place, types;
        MapRecord, "record", "the service record of the chosen unit", |m, _| require(m.chosen.is_some(), "choose a unit first"), |m, _| shared::record(m.chosen.map(Into::into));
        MapOrder => order_line::order("order").only(|m, s| can::on_map(m, s, shared::can_order(m, s)));
        MapSuggest => shared::suggest().only(|m, s| can::on_map(m, s, shared::is_present(m, s)));
        MapUndo => shared::undo().only(|m, s| can::on_map(m, s, shared::can_undo(m, s)));
        MapRedo => shared::redo().only(|m, s| can::on_map(m, s, shared::can_redo(m, s)));
        MapHandDice => shared::hand_dice().only(can::can_write);
    },
    &shared::screen_commands::<MapScreen>(),
    &shared::jumps::<MapScreen>(),
    &borders::commands::<MapScreen>(ids![MapAllRoom, MapWider, MapNarrower, MapTaller, MapShorter, MapPanesReset,]),
    &commands! {
        MapEarlier => shared::earlier("the map as it was an entry earlier");
        MapLater => shared::later();
        MapLeft, "", "to the area on the left", can::has_map, |m, s| going::sideways(m, s, -1);
        MapRight, "", "to the area on the right", can::has_map, |m, s| going::sideways(m, s, 1);
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
        MapOrders, "", "layer: what the chosen unit can do: where it can go, at what cost, where it stops", can::has_map, |m, _| m.layer = Layer::Orders;
        MapRanges, "", "layer: where the chosen unit can fire, with how many dice", can::has_map, |m, _| m.layer = Layer::Ranges;
        MapThreat, "", "layer: the areas under fire, and of how many enemies", can::has_map, |m, _| m.layer = Layer::Threat;
        MapSight, "", "layer: what is seen from the cursor's area", can::has_map, |m, _| m.layer = Layer::Sight;
        MapObjectives, "", "layer: the objectives, and who holds them", can::has_map, |m, _| m.layer = Layer::Objectives;
        MapGround, "", "no layer: the ground alone", can::has_map, |m, _| m.layer = Layer::Ground;
        MapWhole, "", "all of the map, as near as it fits", can::has_map, |m, _| m.wants_whole = true;
        MapDraw, "", "draw on a copy of this ground, as a map of its own", can::has_map, going::draw_ground;
        MapNextBattle => shared::next_battle();
        MapPreviousBattle => shared::previous_battle();
        MapFind => shared::find();
        MapFindNext => shared::find_next();
        MapNextMap, "next map", "to the next map", |_, s| require(s.state().maps().len() > 1, "there is no other map"), going::next_map;
        MapLookAs => shared::look_as();
        MapMouse => shared::mouse();
        MapTheme => shared::theme();
        MapCopy => shared::copy();
        MapHelp => shared::help();
        MapBack, "back", "back one step: what is being composed, the past, what is picked, the choice, the layer, the battle", always, going::back;
        MapSuspend => shared::suspend();
        MapQuit => shared::quit();
    },
];

/// The commands while the destination and facing of a move are being chosen.
const AIMING: &[&[Command<MapScreen, Session>]] = &[
    &commands! {
        AimGive, "compose the order", "compose the order: the order line opens with it, and its preview", always, moving::compose;
        AimTurn, "turn", "turn to the next edge that may be faced, clockwise", always, |m, _| moving::turn(m, 1);
        AimTurnBack, "", "turn the other way", always, |m, _| moving::turn(m, -1);
        AimLeft, "", "turn to the left of the page", always, |m, s| moving::lean(m, s, -1);
        AimRight, "", "turn to the right of the page", always, |m, s| moving::lean(m, s, 1);
    },
    &motions!(AimUp("", "turn to the top of the page"), AimDown("", "turn to the bottom of the page")),
    &commands! {
        AimHelp => shared::help();
        AimBack, "back", "back to the choice of an area", always, |m, _| m.plan = None;
        AimQuit => shared::quit();
    },
];

impl Commands<Session> for MapScreen {
    const KEYS: &'static [Keys<Self, Session>] = &[
        Keys { group: GroupId::Map, heading: Some("On the Map screen"), commands: COMMANDS },
        Keys { group: GroupId::MapAim, heading: Some("On the Map screen, while a move is composed"), commands: AIMING },
    ];

    fn keys(&self) -> &'static Keys<Self, Session> {
        &<Self as Commands<Session>>::KEYS[usize::from(self.plan.is_some())]
    }

    fn go(&mut self, motion: Motion, session: &mut Session) {
        if self.plan.is_some() {
            moving::rise(self, session, motion);
        } else {
            going::go(self, session, motion);
        }
    }
}

impl MapScreen {
    fn click(&mut self, at: Position, area: Rect, session: &mut Session) -> Actions<Session> {
        session.begin();
        if session.panes.press(at) || session.click_battle(self.header(area, session), at) {
            return Vec::new();
        }
        let Some(cell) = self.cell_at(at, area, session) else { return Vec::new() };
        pointing::click(self, session, cell)
    }
}

impl Component<Session> for MapScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        self.draw_parts(frame, area, session, canvas);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Key(_) => session.begin(),
            // A pasted text opens the order line with that order.
            Event::Paste(pasted) => return Some(OrderLine::pasted(pasted, session)),
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
            Event::Wheel(.., motion) => {
                session.begin();
                going::scroll(self, session, motion.by(1));
            }
            Event::Select(spot) => going::go_to_row(self, spot, session),
            Event::GoTo(id) => going::go_to(self, session, id),
            Event::Changed(_) => {
                self.plan = None;
                self.follow(session);
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    fn list<'a>(&'a self, _: Option<usize>, session: &'a Session) -> Option<ListRows<'a>> {
        Some(going::list(self, session))
    }

    fn list_place(&self, area: Rect, _: &Session) -> Rect {
        area
    }
}

impl Screen<Session> for MapScreen {
    fn standing(&self, _: &Session) -> Option<String> {
        Some(self.told.1.clone())
    }

    fn legend(&self, session: &Session, look: Look) -> Vec<HelpSection> {
        self.explained(session, look)
    }

    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.follow_battle(session);
        self.tell(session);
        self.make_ready(area, session);
    }
}

impl Opened for MapScreen {
    const NAME: ScreenName = ScreenName::Map;

    fn open(session: &Session, _: Option<Order>) -> Self {
        Self::new(session)
    }
}
