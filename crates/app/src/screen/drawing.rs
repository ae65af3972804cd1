//! The drawing screen, where the ground of a map and the units of a scenario are drawn with keys or the mouse.

mod going;
mod palette;
mod pen;
mod picture;
mod table;

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, Context, DrawContext, Event, Keys, Screen, Typed, always, effect,
    },
    easel::Easel,
    effect::Effect,
    lists::ListRows,
    motion::Motion,
    overlay::{
        draw_line::{Asks, DrawLine},
        list_dialog::Unsaved,
    },
    shared_commands as shared,
};
use ratatui::{Frame, layout::Rect};
pub(crate) use table::DrawScreen;
use table::Tool;
use wardiary_base::ground::Facing;

const COMMANDS: &[&[Command<DrawScreen, Easel>]] = &[
    &commands! {
        DrawPaint, "paint", "draw with the tool in hand in the cursor's area, or on the edge that is pointed at; again takes it away", always, pen::dab;
        DrawPen, "pen", "put the pen down, so that going draws; again lifts it", DrawScreen::has_pen, pen::put_down;
        DrawTool, "tool", "the next tool: terrain, edges, roads, in a scenario the units", always, |m, e| palette::next_tool(m, e, 1);
        DrawToolBack, "", "the tool before", always, |m, e| palette::next_tool(m, e, -1);
        DrawSave, "save", "write it to its file", always, |m, e| { m.lift(e); effect(Effect::SaveDrawing(None)) };
        DrawUndo, "undo", "take the last stroke back", DrawScreen::can_undo, |m, e| going::back_or_forth(m, e, true);
        DrawNext, "next", "the next of the palette", always, |m, e| palette::next(m, e, 1);
        DrawPrevious, "", "the one before", always, |m, e| palette::next(m, e, -1);
        DrawTurn, "turn", "turn to the next edge, clockwise", DrawScreen::has_facing, |m, e| pen::turn(m, e, 1);
        DrawTurnBack, "", "turn the other way", DrawScreen::has_facing, |m, e| pen::turn(m, e, -1);
        DrawFill, "fill", "fill all of one terrain that hangs together here", DrawScreen::paints, pen::fill;
        DrawBrush, "brush", "a broader brush, and again the finest", DrawScreen::paints, palette::brush;
        DrawPick, "", "take from the map what lies here into the hand", always, palette::pick;
        DrawName, "name", "name the cursor's area", DrawScreen::has_ground, |m, e| DrawLine::opened(Asks::Name(m.cursor), e), types;
        DrawObjective, "objective", "make the named area an objective, or one no more", DrawScreen::has_ground, pen::objective;
        DrawHolder, "", "say who holds the objective at the start", DrawScreen::has_ground, |m, e| DrawLine::opened(Asks::Holder(m.cursor), e), types;
        DrawOff, "off the map", "take the chosen unit off the map", DrawScreen::sets_out, pen::take_off;
        DrawRedo, "redo", "bring it back", DrawScreen::can_redo, |m, e| going::back_or_forth(m, e, false);
        DrawSaveAs, "", "write it to another file, and go on there", always, |m, e| { m.lift(e); DrawLine::opened(Asks::File, e) }, types;
        DrawSize, "size", "make the map larger or smaller", DrawScreen::has_ground, |m, e| { m.lift(e); DrawLine::opened(Asks::Size(m.item_of(Tool::Terrain)), e) }, types;
        DrawTitle, "", "give the map a title", DrawScreen::has_ground, |_, e| DrawLine::opened(Asks::Title, e), types;
        DrawAbout, "", "write what is to be known of it", DrawScreen::has_ground, |_, e| DrawLine::opened(Asks::About, e), types;
        DrawTerrain, "", "tool: terrain", always, |m, e| palette::take(m, e, Tool::Terrain);
        DrawEdges, "", "tool: what lies on edges, as rivers and walls do", always, |m, e| palette::take(m, e, Tool::Edges);
        DrawRoads, "", "tool: roads; one over a river is a bridge", always, |m, e| palette::take(m, e, Tool::Roads);
        DrawUnits, "", "tool: the units of a scenario", DrawScreen::has_units, |m, e| palette::take(m, e, Tool::Units);
        DrawLeft, "", "to the area on the left", always, |m, e| going::sideways(m, e, -1);
        DrawRight, "", "to the area on the right", always, |m, e| going::sideways(m, e, 1);
    },
    &motions!(
        DrawUp("", "to the area above"),
        DrawDown("", "to the area below"),
        DrawPageUp("", "a screen up"),
        DrawPageDown("", "a screen down"),
        DrawTop("", "to the first row"),
        DrawBottom("", "to the last row")
    ),
    &commands! {
        DrawNw, "", "on hexes: to the area beyond the upper left edge", DrawScreen::has_slants, |m, e| going::across(m, e, Facing::Nw);
        DrawNe, "", "on hexes: beyond the upper right edge", DrawScreen::has_slants, |m, e| going::across(m, e, Facing::Ne);
        DrawSw, "", "on hexes: beyond the lower left edge", DrawScreen::has_slants, |m, e| going::across(m, e, Facing::Sw);
        DrawSe, "", "on hexes: beyond the lower right edge", DrawScreen::has_slants, |m, e| going::across(m, e, Facing::Se);
        DrawZoomIn, "", "nearer", always, |m, _| going::zoom(m, true);
        DrawZoomOut, "", "farther", always, |m, _| going::zoom(m, false);
        DrawWhole, "", "all of the map, as near as it fits", always, |m, _| { m.wants_whole = true; Vec::new() };
        Draw1, "", "the first of the palette", always, |m, e| palette::choose(m, e, 0);
        Draw2, "", "the second", always, |m, e| palette::choose(m, e, 1);
        Draw3, "", "the third", always, |m, e| palette::choose(m, e, 2);
        Draw4, "", "the fourth", always, |m, e| palette::choose(m, e, 3);
        Draw5, "", "the fifth", always, |m, e| palette::choose(m, e, 4);
        Draw6, "", "the sixth", always, |m, e| palette::choose(m, e, 5);
        Draw7, "", "the seventh", always, |m, e| palette::choose(m, e, 6);
        Draw8, "", "the eighth", always, |m, e| palette::choose(m, e, 7);
        Draw9, "", "the ninth", always, |m, e| palette::choose(m, e, 8);
        DrawJump, "", "jump to a unit or a named place, or take something in hand, by a few letters", always, |_, e| going::picker(e);
        DrawFind => shared::find();
        DrawFindNext => shared::find_next();
        DrawMouse => shared::mouse();
        DrawTheme => shared::theme();
        DrawHelp => shared::help();
        DrawBack, "back", "lift the pen; or leave the drawing, asked first where it is not saved", always, back;
        DrawSuspend => shared::suspend();
        DrawQuit, "quit", "leave the program; asked first where the drawing is not saved", always, |m, e| { m.lift(e); effect(Effect::Quit) };
    },
];

/// Goes back one step: first lifts the pen, then leaves the drawing.
fn back(screen: &mut DrawScreen, easel: &mut Easel) -> Actions<Easel> {
    if screen.pen.is_some() {
        screen.lift(easel);
        return Vec::new();
    }
    if easel.drawing.is_changed() {
        return vec![Action::Open(Box::new(Unsaved::new(false, easel)))];
    }
    effect(Effect::LeaveDrawing(false))
}

impl Commands<Easel> for DrawScreen {
    const KEYS: &'static [Keys<Self, Easel>] =
        &[Keys { group: GroupId::Draw, heading: Some("While drawing a map"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, easel: &mut Easel) {
        going::go(self, easel, motion);
    }
}

impl Component<Easel> for DrawScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, easel: &Easel, canvas: DrawContext) {
        self.draw_parts(frame, area, easel, canvas);
    }

    /// A number selects an item of the palette.
    fn event(&mut self, event: Event, easel: &mut Easel) -> Option<Actions<Easel>> {
        match event {
            Event::Key(_) => easel.begin(),
            Event::Number(at) if at < self.items(easel).len() => palette::choose(self, easel, at),
            Event::Select(spot) => going::go_to_row(self, spot, easel),
            Event::Click(at, area) => {
                easel.begin();
                self.press(at, area, easel);
            }
            Event::Drag(at, area) => self.pull(at, area, easel),
            Event::Release if self.pen.as_ref().is_some_and(|pen| pen.by_mouse) => self.lift(easel),
            Event::Wheel(at, area, motion) if self.palette_place(area, easel).contains(at) => {
                palette::choose(self, easel, motion.step(self.item(), self.items(easel).len()));
            }
            Event::Wheel(.., motion) => going::scroll(self, easel, motion.by(1)),
            _ => return None,
        }
        Some(Vec::new())
    }

    fn lines(&self, easel: &Easel) -> Option<Vec<String>> {
        Some(picture::lines(self, easel))
    }

    /// Moves the cursor to the named area.
    fn line_typed(&mut self, line: &str, easel: &mut Easel) -> Option<Typed> {
        let cell = picture::area(line, easel)?;
        pen::go_to(self, easel, cell);
        Some(Typed::Open)
    }

    fn list<'a>(&'a self, at: Option<usize>, easel: &'a Easel) -> Option<ListRows<'a>> {
        going::list(self, at, easel)
    }

    fn list_place(&self, area: Rect, easel: &Easel) -> Rect {
        self.palette_place(area, easel)
    }
}

impl Screen<Easel> for DrawScreen {
    fn standing(&self, _: &Easel) -> Option<String> {
        Some(String::new())
    }

    fn prepare(&mut self, area: Rect, easel: &mut Easel) {
        self.make_ready(area, easel);
    }
}
