//! The input line of the drawing screen: names, holders of objectives, the title, the size, and the file.

use crate::{
    command_id::GroupId,
    component::{Action, Actions, Command, CommandMode, Context, always},
    drawing_context::DrawingContext,
    effect::Effect,
    notice::Notice,
    text_input::{Prompt, TextLine},
};
use wardiary_base::{
    ground::{Cell, Edit, Grid},
    text::Text,
};

pub(crate) type DrawLine = TextLine<DrawPrompt>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawPrompt {
    Name(Cell),
    /// The holder of an objective at the start.
    Holder(Cell),
    Title,
    About,
    /// The new size, or the growth at an edge. New areas get the terrain with this index in the rulebook.
    Size(usize),
    File,
}

const COMMANDS: &[&[Command<DrawLine, DrawingContext>]] = &[&commands! {
    DrawLineAccept, "accept", "accept the text", always, DrawLine::accept;
    DrawLineCancel, "back", "back to the map", always, |_, _| vec![Action::Close];
}];

impl DrawLine {
    pub fn for_prompt(asks: DrawPrompt, context: &DrawingContext) -> Self {
        let ground = context.drawing.ground();
        let now = match asks {
            DrawPrompt::Name(cell) => ground.name_of(cell).map_or_else(String::new, Text::to_string),
            DrawPrompt::Holder(cell) => {
                let holder = ground.objectives().iter().find(|(at, _)| *at == cell);
                holder.map_or_else(String::new, |(_, holder)| holder.to_string())
            }
            DrawPrompt::Title => ground.title().to_string(),
            DrawPrompt::About => ground.about().to_string(),
            DrawPrompt::Size(_) => format!("{}x{}", ground.width(), ground.height()),
            DrawPrompt::File => context.name.clone(),
        };
        Self::new(asks, now)
    }

    pub fn open_action(asks: DrawPrompt, context: &DrawingContext) -> Actions<DrawingContext> {
        vec![Action::Open(Box::new(Self::for_prompt(asks, context)))]
    }

    fn accept(&mut self, context: &mut DrawingContext) -> Actions<DrawingContext> {
        let typed = self.value().trim().to_string();
        let edit = match self.prompt {
            DrawPrompt::Name(cell) if typed.is_empty() && context.drawing.ground().name_of(cell).is_none() => {
                return vec![Action::Close];
            }
            DrawPrompt::Name(cell) => Edit::Name(cell, typed.into()),
            DrawPrompt::Holder(cell) => Edit::Objective(cell, Some(typed.into())),
            DrawPrompt::Title => Edit::Title(typed.into()),
            DrawPrompt::About => Edit::About(typed.into()),
            DrawPrompt::Size(terrain) => match parse_growth(context, &typed, terrain) {
                Ok(edit) => edit,
                Err(reason) => {
                    context.say(Notice::bad(reason));
                    return Vec::new();
                }
            },
            DrawPrompt::File if typed.is_empty() => return Vec::new(),
            DrawPrompt::File => return vec![Action::Close, Action::Effect(Effect::SaveDrawing(Some(typed)))],
        };
        let before = count_lost_names(context);
        if !context.apply_edit(&edit) {
            return Vec::new();
        }
        let lost = before.saturating_sub(count_lost_names(context));
        if matches!(edit, Edit::Grow { .. }) && lost > 0 {
            let places = wardiary_base::text::count(lost, "named place", "named places");
            context.say(Notice::good(format!("removed with the areas: {places}; undo restores everything")));
        }
        vec![Action::Close]
    }
}

fn count_lost_names(context: &DrawingContext) -> usize {
    context.drawing.ground().places().len()
}

/// Parses a size or a growth: `30x20`, or at one edge `left 2`, `top -1`.
fn parse_growth(context: &DrawingContext, typed: &str, terrain: usize) -> Result<Edit, String> {
    const HOW: &str = "a size is columns x rows, such as 30x20; `left 2`, `right 2`, `top 2` and `bottom 2` add areas there, \
                       and `top -1` removes some";
    let ground = context.drawing.ground();
    let rules = &context.drawing.book().ground;
    let terrain =
        rules.terrain.get(terrain).or(rules.terrain.first()).map_or(Text::default(), |terrain| terrain.name.clone());
    let edit = |columns, rows| Ok(Edit::Grow { columns, rows, terrain: terrain.clone() });
    let lower = typed.to_lowercase();
    if let Some((columns, rows)) = parse_size(&lower) {
        let more = |wanted: u16, now: u16| i32::from(wanted) - i32::from(now);
        return edit((0, more(columns, ground.width())), (0, more(rows, ground.height())));
    }
    let (end, many) = lower.split_once(char::is_whitespace).ok_or(HOW)?;
    let many: i32 = many.trim().trim_start_matches('+').parse().map_err(|_| HOW)?;
    // Clamps absurd numbers so that they are refused by a map's limits and cause no overflow.
    let many = many.clamp(-1000, 1000);
    match end {
        "left" => edit((many, 0), (0, 0)),
        "right" => edit((0, many), (0, 0)),
        "top" => edit((0, 0), (many, 0)),
        "bottom" => edit((0, 0), (0, many)),
        _ => Err(HOW.into()),
    }
}

/// Parses `30x20` or `30×20`.
fn parse_size(typed: &str) -> Option<(u16, u16)> {
    let (columns, rows) = typed.split_once(['x', '×'])?;
    let number = |text: &str| text.trim().parse::<u16>().ok();
    Some((number(columns)?, number(rows)?))
}

impl Prompt for DrawPrompt {
    type Context = DrawingContext;

    const MODES: &'static [CommandMode<DrawLine, DrawingContext>] =
        &[CommandMode::new(GroupId::DrawLine, "Typing a name or a size while drawing", COMMANDS)];

    fn words(&self, context: &DrawingContext) -> (String, String) {
        let hex = context.drawing.ground().grid() == Grid::Hex;
        let (title, hint): (String, &str) = match *self {
            DrawPrompt::Name(cell) => (format!("Name of {cell}"), "Enter sets the name; an empty line removes it"),
            DrawPrompt::Holder(cell) => (
                format!("Holder of {cell} at the start"),
                "the name of a side, or empty for nobody; the area becomes an objective",
            ),
            DrawPrompt::Title => ("Title of the map".into(), "Enter sets the title"),
            DrawPrompt::About => ("About the map".into(), "a sentence or two that describe it"),
            DrawPrompt::Size(_) if hex => (
                "Size of the map".into(),
                "columns x rows; or `left 2`, `right 1`, `top 1`, `bottom -1`. Columns at the left only in pairs",
            ),
            DrawPrompt::Size(_) => {
                ("Size of the map".into(), "columns x rows; or `left 1`, `right 1`, `top 1`, `bottom -1`")
            }
            DrawPrompt::File => ("Save as".into(), "a name in your own folder, or a path; no file is overwritten"),
        };
        // An error appears in this line, where the user types.
        let refused = context.notice().filter(|notice| notice.bad).map(|notice| notice.text.as_str());
        (title, refused.unwrap_or(hint).into())
    }
}
