//! The drawing screen, where the ground of a map and the units of a scenario are drawn with keys or the mouse.

mod draw;
mod navigation;
mod palette;
mod pen;
mod screen_state;

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Context, Event, LineResult, RenderOptions, Screen,
        always, effect,
    },
    drawing_context::DrawingContext,
    effect::Effect,
    lists::ListRows,
    motion::Motion,
    overlay::{
        draw_line::{DrawLine, DrawPrompt},
        list_dialog::UnsavedDialog,
    },
    shared_commands as shared,
};
use ratatui::{Frame, layout::Rect};
pub(crate) use screen_state::DrawScreen;
use screen_state::Tool;
use wardiary_base::ground::Facing;

const COMMANDS: &[&[Command<DrawScreen, DrawingContext>]] = &[
    &commands! {
        DrawPaint, "paint", "draw with the current tool in the cursor's area, or on the edge that it faces; again erases", always, pen::apply_tool;
        DrawPen, "pen", "put the pen down, so that moving draws; again lifts it", DrawScreen::can_stroke, pen::toggle_pen;
        DrawTool, "tool", "the next tool: terrain, edges, roads, and in a scenario the units", always, |m, e| palette::next_tool(m, e, 1);
        DrawToolBack, "", "the previous tool", always, |m, e| palette::next_tool(m, e, -1);
        DrawSave, "save", "write the drawing to its file", always, |m, e| { m.lift_pen(e); effect(Effect::SaveDrawing(None)) };
        DrawUndo, "undo", "undo the last stroke", DrawScreen::can_undo, |m, e| navigation::undo_or_redo(m, e, true);
        DrawNext, "next", "the next item of the palette", always, |m, e| palette::next_item(m, e, 1);
        DrawPrevious, "", "the previous item of the palette", always, |m, e| palette::next_item(m, e, -1);
        DrawTurn, "turn", "turn to the next edge, clockwise", DrawScreen::has_facing, |m, e| pen::rotate(m, e, 1);
        DrawTurnBack, "", "turn the other way", DrawScreen::has_facing, |m, e| pen::rotate(m, e, -1);
        DrawFill, "fill", "fill all connected areas of the terrain at the cursor", DrawScreen::paints_terrain, pen::flood_fill;
        DrawBrush, "brush", "a wider brush; after the widest, the narrowest", DrawScreen::paints_terrain, palette::next_brush;
        DrawPick, "", "switch to the tool and the item found at the cursor", always, palette::pick_up;
        DrawName, "name", "name the cursor's area", DrawScreen::has_ground, |m, e| DrawLine::open_action(DrawPrompt::Name(m.cursor), e), types;
        DrawObjective, "objective", "make the named area an objective, or no longer one", DrawScreen::has_ground, pen::toggle_objective;
        DrawHolder, "", "set who holds the objective at the start", DrawScreen::has_ground, |m, e| DrawLine::open_action(DrawPrompt::Holder(m.cursor), e), types;
        DrawOff, "off the map", "take the chosen unit off the map", DrawScreen::places_units, pen::remove_unit;
        DrawRedo, "redo", "redo the stroke", DrawScreen::can_redo, |m, e| navigation::undo_or_redo(m, e, false);
        DrawSaveAs, "", "write the drawing to another file, and continue there", always, |m, e| { m.lift_pen(e); DrawLine::open_action(DrawPrompt::File, e) }, types;
        DrawSize, "size", "make the map larger or smaller", DrawScreen::has_ground, |m, e| { m.lift_pen(e); DrawLine::open_action(DrawPrompt::Size(m.item_of(Tool::Terrain)), e) }, types;
        DrawTitle, "", "give the map a title", DrawScreen::has_ground, |_, e| DrawLine::open_action(DrawPrompt::Title, e), types;
        DrawAbout, "", "write a description of the map", DrawScreen::has_ground, |_, e| DrawLine::open_action(DrawPrompt::About, e), types;
        DrawTerrain, "", "tool: terrain", always, |m, e| palette::take_tool(m, e, Tool::Terrain);
        DrawEdges, "", "tool: edges, such as rivers and walls", always, |m, e| palette::take_tool(m, e, Tool::Edges);
        DrawRoads, "", "tool: roads; one over a river is a bridge", always, |m, e| palette::take_tool(m, e, Tool::Roads);
        DrawUnits, "", "tool: the units of a scenario", DrawScreen::has_units, |m, e| palette::take_tool(m, e, Tool::Units);
        DrawLeft, "", "to the area on the left", always, |m, e| navigation::move_sideways(m, e, -1);
        DrawRight, "", "to the area on the right", always, |m, e| navigation::move_sideways(m, e, 1);
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
        DrawNw, "", "on hexes: to the area beyond the upper left edge", DrawScreen::has_diagonals, |m, e| navigation::move_across_edge(m, e, Facing::Nw);
        DrawNe, "", "on hexes: beyond the upper right edge", DrawScreen::has_diagonals, |m, e| navigation::move_across_edge(m, e, Facing::Ne);
        DrawSw, "", "on hexes: beyond the lower left edge", DrawScreen::has_diagonals, |m, e| navigation::move_across_edge(m, e, Facing::Sw);
        DrawSe, "", "on hexes: beyond the lower right edge", DrawScreen::has_diagonals, |m, e| navigation::move_across_edge(m, e, Facing::Se);
        DrawZoomIn, "", "zoom in", always, |m, _| navigation::zoom(m, true);
        DrawZoomOut, "", "zoom out", always, |m, _| navigation::zoom(m, false);
        DrawWhole, "", "zoom to fit the whole map", always, |m, _| { m.fits_map_next = true; Vec::new() };
        Draw1, "", "the first item of the palette", always, |m, e| palette::choose_item(m, e, 0);
        Draw2, "", "the second", always, |m, e| palette::choose_item(m, e, 1);
        Draw3, "", "the third", always, |m, e| palette::choose_item(m, e, 2);
        Draw4, "", "the fourth", always, |m, e| palette::choose_item(m, e, 3);
        Draw5, "", "the fifth", always, |m, e| palette::choose_item(m, e, 4);
        Draw6, "", "the sixth", always, |m, e| palette::choose_item(m, e, 5);
        Draw7, "", "the seventh", always, |m, e| palette::choose_item(m, e, 6);
        Draw8, "", "the eighth", always, |m, e| palette::choose_item(m, e, 7);
        Draw9, "", "the ninth", always, |m, e| palette::choose_item(m, e, 8);
        DrawJump, "", "jump to a unit or a named place, or choose an item of a palette, by a few letters", always, |_, e| navigation::open_picker(e);
        @ find DrawFind, find_next DrawFindNext, mouse DrawMouse, theme DrawTheme, help DrawHelp;
        DrawBack, "back", "lift the pen; or leave the drawing, after a question if it is not saved", always, back;
        DrawSuspend => shared::suspend();
        DrawQuit, "quit", "quit the program, after a question if the drawing is not saved", always, |m, e| { m.lift_pen(e); effect(Effect::Quit) };
    },
];

/// Goes back one step: first lifts the pen, then leaves the drawing.
fn back(screen: &mut DrawScreen, context: &mut DrawingContext) -> Actions<DrawingContext> {
    if screen.pen.is_some() {
        screen.lift_pen(context);
        return Vec::new();
    }
    if context.drawing.is_changed() {
        return vec![Action::Open(Box::new(UnsavedDialog::of_drawing(false, context)))];
    }
    effect(Effect::LeaveDrawing(false))
}

impl Commands<DrawingContext> for DrawScreen {
    const MODES: &'static [CommandMode<Self, DrawingContext>] =
        &[CommandMode::new(GroupId::Draw, "While drawing a map", COMMANDS)];

    fn apply_motion(&mut self, motion: Motion, context: &mut DrawingContext) {
        navigation::apply_motion(self, context, motion);
    }
}

impl Component<DrawingContext> for DrawScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, context: &DrawingContext, canvas: RenderOptions) {
        self.draw_parts(frame, area, context, canvas);
    }

    /// A number selects an item of the palette.
    fn event(&mut self, event: Event, context: &mut DrawingContext) -> Option<Actions<DrawingContext>> {
        match event {
            Event::Key(_) => context.clear_notice(),
            Event::Number(at) if at < self.item_lines(context).len() => palette::choose_item(self, context, at),
            Event::Select(spot) => navigation::select_row(self, spot, context),
            Event::Click(at, area) => {
                context.clear_notice();
                self.press(at, area, context);
            }
            Event::Drag(at, area) => self.drag(at, area, context),
            Event::Release if self.pen.as_ref().is_some_and(|pen| pen.by_mouse) => self.lift_pen(context),
            Event::Scroll(at, area, motion) if self.palette_area(area, context).contains(at) => {
                palette::choose_item(self, context, motion.target_index(self.item(), self.item_lines(context).len()));
            }
            Event::Scroll(.., motion) => navigation::scroll(self, context, motion.rows_moved(1)),
            _ => return None,
        }
        Some(Vec::new())
    }

    fn lines(&self, context: &DrawingContext) -> Option<Vec<String>> {
        Some(draw::lines(self, context))
    }

    /// Moves the cursor to the named area.
    fn handle_line(&mut self, line: &str, context: &mut DrawingContext) -> Option<LineResult> {
        let cell = draw::find_area(line, context)?;
        pen::move_cursor(self, context, cell);
        Some(LineResult::Incomplete)
    }

    fn list<'a>(&'a self, at: Option<usize>, context: &'a DrawingContext) -> Option<ListRows<'a>> {
        navigation::list(self, at, context)
    }

    fn list_area(&self, area: Rect, context: &DrawingContext) -> Rect {
        self.palette_area(area, context)
    }
}

impl Screen<DrawingContext> for DrawScreen {
    fn status(&self, _: &DrawingContext) -> Option<String> {
        Some(String::new())
    }

    fn prepare(&mut self, area: Rect, context: &mut DrawingContext) {
        self.prepare_frame(area, context);
    }
}
