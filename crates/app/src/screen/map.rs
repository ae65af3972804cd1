//! The Map screen: the ground, the units on it, overlays such as reach and ranges, and orders composed by pointing.

mod answers;
mod attacks;
mod can;
mod draw;
mod finding;
mod from_there;
mod going;
mod layer;
mod moving;
mod offer;
mod pointing;
mod said;
mod table;

use crate::{
    borders::{self, Divides, Handles},
    command::Info,
    component::{Actions, Command, Commands, Component, DrawContext, Event, Keys, Opened, Screen, always},
    lists::ListRows,
    motion::Motion,
    overlay::order_line::{self, OrderLine},
    screen::ScreenName,
    session::Session,
    shared_commands as shared,
};
use layer::Layer;
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use shared::is_writable;
use wardiary_rules::order::Order;
use wardiary_view::{Look, help::HelpSection};

pub(crate) use table::MapScreen;

const COMMANDS: &[&[Command<MapScreen, Session>]] = &[
    &commands! {
        => shared::read_again("map-read-again", "read the save again, with what others wrote; or write on where it was only watched");
        "map-awaited", "what is awaited", "what is awaited: the initiative, who goes first, whether dice stand", can::is_awaited, pointing::awaited;
        "map-point", "point", "choose the unit under the cursor; with one chosen, or some picked, move there or attack who is met there", can::has_map, pointing::point;
        "map-pick", "pick", "pick the unit under the cursor for one order with others, or drop it: they move in a column, who is picked first at its head", can::can_pick, pointing::pick;
        "map-next-unit", "next", "to the next unit of the side to act, those that have not moved first", can::has_map, |m, s| going::next_unit(m, s, 1);
        "map-previous-unit", "", "to the one before", can::has_map, |m, s| going::next_unit(m, s, -1);
        "map-layer", "layer", "the next layer: what the chosen unit can do, its ranges, who is under fire, what is seen from here, the objectives, the ground alone", can::has_map, |m, _| going::turn_layer(m, 1);
        "map-zoom-in", "nearer", "nearer", can::can_zoom_in, |m, _| going::zoom(m, true);
        "map-zoom-out", "farther", "farther", can::can_zoom_out, |m, _| going::zoom(m, false);
        "map-pass", "pass", "hand on to the next side, or the next phase of the turn", can::can_act, pointing::pass;
        "map-end-turn", "end turn", "end the turn, with the exhaustion check", can::can_end_turn, pointing::end_turn;
        "map-move", "move", "move the chosen unit, or those that are picked, to the cursor's area", can::can_move, moving::go_there, types;
        "map-face", "face", "turn the chosen unit on the spot, towards the cursor's area", can::can_move, moving::face, types;
        "map-volley", "volley", "fire with the chosen unit at the cursor's area", can::can_volley, pointing::volley, types;
        "map-scrud", "scrud", "fight a SCRUD phase: the chosen unit against the cursor's area", can::can_fight, pointing::scrud, types;
        "map-conflict", "conflict", "the chosen stack engages the one in the cursor's area", can::can_engage, pointing::conflict, types;
        "map-edna", "edna", "test the chosen unit's EDNA", can::can_test, pointing::edna, types;
        "map-place", "place", "put the chosen unit, or one that is not on the map, in the cursor's area", can::can_place, pointing::place, types;
        "map-record", "record", "the service record of the chosen unit", |m, _| m.chosen.is_some(), |m, _| shared::record(m.chosen.map(Into::into));
        => order_line::order("map-order", "order");
        => shared::suggest().named("map-suggest");
        => shared::undo().named("map-undo");
        => shared::redo().named("map-redo");
        => shared::hand_dice("map-hand-dice", is_writable);
    },
    &shared::screen_commands::<MapScreen>(),
    &shared::jumps::<MapScreen>(),
    &borders::commands::<MapScreen>([
        "map-all-room",
        "map-wider",
        "map-narrower",
        "map-taller",
        "map-shorter",
        "map-panes-reset",
    ]),
    &commands! {
        "map-earlier", "earlier", "the map as it was an entry earlier", can::can_go_earlier, |m, s| going::step(m, s, -1);
        "map-later", "later", "and an entry later", can::is_past, |m, s| going::step(m, s, 1);
        "map-left", "", "to the area on the left", can::has_map, |m, s| going::sideways(m, s, -1);
        "map-right", "", "to the area on the right", can::has_map, |m, s| going::sideways(m, s, 1);
    },
    &motions!("map-": Up("", "to the area above"), Down("", "to the area below"), PageUp("", "a screen up"), PageDown("", "a screen down"), Top("", "to the first row"), Bottom("", "to the last row")),
    &commands! {
        "map-orders", "", "layer: what the chosen unit can do: where it can go, at what cost, where it stops", can::has_map, |m, _| going::show(m, Layer::Orders);
        "map-ranges", "", "layer: where the chosen unit can fire, with how many dice", can::has_map, |m, _| going::show(m, Layer::Ranges);
        "map-threat", "", "layer: the areas under fire, and of how many enemies", can::has_map, |m, _| going::show(m, Layer::Threat);
        "map-sight", "", "layer: what is seen from the cursor's area", can::has_map, |m, _| going::show(m, Layer::Sight);
        "map-objectives", "", "layer: the objectives, and who holds them", can::has_map, |m, _| going::show(m, Layer::Objectives);
        "map-ground", "", "no layer: the ground alone", can::has_map, |m, _| going::show(m, Layer::Ground);
        "map-whole", "", "all of the map, as near as it fits", can::has_map, |m, _| going::whole(m);
        "map-draw", "", "draw on a copy of this ground, as a map of its own", can::has_map, going::draw_ground;
        => shared::next_battle().named("map-next-battle");
        => shared::previous_battle().named("map-previous-battle");
        => shared::find("map-find");
        => shared::find_next("map-find-next");
        "map-next-map", "next map", "to the next map", can::several_maps, going::next_map;
        => shared::look_as("map-look-as");
        => shared::mouse().named("map-mouse");
        => shared::theme().named("map-theme");
        => shared::copy().named("map-copy");
        => shared::help().named("map-help");
        "map-back", "back", "back one step: what is being composed, the past, what is picked, the choice, the layer, the battle", always, going::back;
        => shared::suspend().named("map-suspend");
        => shared::quit().named("map-quit");
    },
];

/// The commands while the destination and facing of a move are being chosen.
const AIMING: &[&[Command<MapScreen, Session>]] = &[
    &commands! {
        "aim-give", "compose the order", "compose the order: the order line opens with it, and its preview", always, moving::compose;
        "aim-turn", "turn", "turn to the next edge that may be faced, clockwise", always, |m, _| moving::turn(m, 1);
        "aim-turn-back", "", "turn the other way", always, |m, _| moving::turn(m, -1);
        "aim-left", "", "turn to the left of the page", always, |m, s| moving::lean(m, s, -1);
        "aim-right", "", "turn to the right of the page", always, |m, s| moving::lean(m, s, 1);
    },
    &motions!("aim-": Up("", "turn to the top of the page"), Down("", "turn to the bottom of the page")),
    &commands! {
        => shared::help().named("aim-help");
        "aim-back", "back", "back to the choice of an area", always, |m, _| { m.plan = None; Vec::new() };
        => shared::quit().named("aim-quit");
    },
];

impl Commands<Session> for MapScreen {
    const KEYS: &'static [Keys<Self, Session>] = &[
        Keys { group: "map", heading: Some("On the Map screen"), commands: COMMANDS },
        Keys { group: "map_aim", heading: Some("On the Map screen, while a move is composed"), commands: AIMING },
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
        if self.handles.press(at) || session.click_battle(self.header(area, session), at) {
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

    /// Explains why a known key does nothing now.
    fn why_not(&self, command: &Info, session: &Session) -> Option<String> {
        Some(can::why_not(self, session, command.name))
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Key(_) => session.begin(),
            // A pasted text opens the order line with that order.
            Event::Paste(pasted) => return Some(OrderLine::pasted(pasted, session)),
            Event::Click(at, area) => return Some(self.click(at, area, session)),
            Event::Drag(at, area) => {
                if let Some(steps) = self.handles.event(&event, &mut session.panes) {
                    return Some(steps);
                }
                if let Some(cell) = self.cell_at(at, area, session) {
                    pointing::drag(self, cell);
                }
            }
            Event::Release => {
                pointing::release(self, session);
                return self.handles.event(&event, &mut session.panes);
            }
            // The wheel scrolls the map; the cursor keeps its position on the screen.
            Event::Wheel(.., motion) => {
                session.begin();
                going::scroll(self, session, motion.by(1));
            }
            Event::Select(spot) => finding::go_to_row(self, spot, session),
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
        Some(finding::list(self, session))
    }

    fn list_place(&self, area: Rect, _: &Session) -> Rect {
        area
    }
}

impl Screen<Session> for MapScreen {
    fn name(&self) -> Option<ScreenName> {
        Some(Self::NAME)
    }

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

impl Divides for MapScreen {
    fn handles(&mut self) -> &mut Handles {
        &mut self.handles
    }
}

impl Opened for MapScreen {
    const NAME: ScreenName = ScreenName::Map;

    fn open(session: &Session, _: Option<Order>) -> Self {
        Self::new(session)
    }
}
