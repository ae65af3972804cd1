//! The input line of the drawing screen: names, holders of objectives, the title, the size, and the file.

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, Context, DrawContext, Event, Keys, Overlay, OverlayPlace, Typed,
        always,
    },
    easel::Easel,
    effect::Effect,
    notice::Notice,
    text_input::TextLine,
};
use ratatui::{Frame, layout::Rect};
use wardiary_base::ground::{Cell, Edit, Grid};

pub(crate) struct DrawLine {
    line: TextLine,
    asks: Asks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    Name(Cell),
    /// The holder of an objective at the start.
    Holder(Cell),
    Title,
    /// The description of the map.
    About,
    /// The new size, or the growth at an edge. New areas get the terrain with this index in the rulebook.
    Size(usize),
    File,
}

const COMMANDS: &[&[Command<DrawLine, Easel>]] = &[&commands! {
    DrawLineAccept, "accept", "take what is typed", always, DrawLine::accept;
    DrawLineCancel, "back", "back to the map", always, |_, _| vec![Action::Close];
}];

impl Commands<Easel> for DrawLine {
    const KEYS: &'static [Keys<Self, Easel>] = &[Keys {
        group: GroupId::DrawLine,
        heading: Some("Typing a name or a size while drawing"),
        commands: COMMANDS,
    }];
}

impl DrawLine {
    /// Starts with the current value.
    pub fn new(asks: Asks, easel: &Easel) -> Self {
        let ground = easel.drawing.ground();
        let now = match asks {
            Asks::Name(cell) => ground.name_of(cell).unwrap_or_default().to_string(),
            Asks::Holder(cell) => {
                let holder = ground.objectives().iter().find(|(at, _)| *at == cell);
                holder.map(|(_, holder)| holder.clone()).unwrap_or_default()
            }
            Asks::Title => ground.title().to_string(),
            Asks::About => ground.about().to_string(),
            Asks::Size(_) => format!("{}x{}", ground.width(), ground.height()),
            Asks::File => easel.name.clone(),
        };
        Self { line: TextLine::new(now), asks }
    }

    /// The action that opens the line.
    pub fn opened(asks: Asks, easel: &Easel) -> Actions<Easel> {
        vec![Action::Open(Box::new(Self::new(asks, easel)))]
    }

    fn accept(&mut self, easel: &mut Easel) -> Actions<Easel> {
        let typed = self.line.value().trim().to_string();
        let edit = match self.asks {
            Asks::Name(cell) if typed.is_empty() && easel.drawing.ground().name_of(cell).is_none() => {
                return vec![Action::Close];
            }
            Asks::Name(cell) => Edit::Name(cell, typed),
            Asks::Holder(cell) => Edit::Objective(cell, Some(typed)),
            Asks::Title => Edit::Title(typed),
            Asks::About => Edit::About(typed),
            Asks::Size(terrain) => match grown(easel, &typed, terrain) {
                Ok(edit) => edit,
                Err(said) => {
                    easel.say(Notice::bad(said));
                    return Vec::new();
                }
            },
            Asks::File if typed.is_empty() => return Vec::new(),
            Asks::File => return vec![Action::Close, Action::Do(Effect::SaveDrawing(Some(typed)))],
        };
        let before = lost_names(easel);
        if !easel.draw(&edit) {
            return Vec::new();
        }
        let lost = before.saturating_sub(lost_names(easel));
        if matches!(edit, Edit::Grow { .. }) && lost > 0 {
            let places = wardiary_base::text::count(lost, "named place was", "named places were");
            easel.say(Notice::good(format!("{places} beyond the new end, and gone; undo brings all back")));
        }
        vec![Action::Close]
    }
}

fn lost_names(easel: &Easel) -> usize {
    easel.drawing.ground().places().len()
}

/// Parses a size or a growth: `30x20`, or at one edge `left 2`, `top -1`.
fn grown(easel: &Easel, typed: &str, terrain: usize) -> Result<Edit, String> {
    const HOW: &str = "a size is columns x rows, such as 30x20; `left 2`, `right 2`, `top 2` and `bottom 2` add there, \
                       and `top -1` takes away";
    let ground = easel.drawing.ground();
    let rules = &easel.drawing.book().ground;
    let terrain =
        rules.terrain.get(terrain).or(rules.terrain.first()).map_or(String::new(), |terrain| terrain.name.clone());
    let edit = |columns, rows| Ok(Edit::Grow { columns, rows, terrain: terrain.clone() });
    let lower = typed.to_lowercase();
    if let Some((columns, rows)) = size(&lower) {
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
fn size(typed: &str) -> Option<(u16, u16)> {
    let (columns, rows) = typed.split_once(['x', '×'])?;
    let number = |text: &str| text.trim().parse::<u16>().ok();
    Some((number(columns)?, number(rows)?))
}

impl Component<Easel> for DrawLine {
    fn draw(&self, frame: &mut Frame, area: Rect, easel: &Easel, canvas: DrawContext) {
        let hex = easel.drawing.ground().grid() == Grid::Hex;
        let (title, hint) = match self.asks {
            Asks::Name(cell) => {
                (format!("The name of {cell}"), "Enter names it; with nothing typed it has no name any more")
            }
            Asks::Holder(cell) => (
                format!("Who holds {cell} at the start"),
                "the name of a side; nothing typed for nobody. It becomes an objective",
            ),
            Asks::Title => ("The map's title".into(), "Enter gives it that title"),
            Asks::About => ("About the map".into(), "a sentence or two: what is to be known of it"),
            Asks::Size(_) if hex => (
                "Its size".into(),
                "columns x rows; or `left 2`, `right 1`, `top 1`, `bottom -1`. At the left in pairs",
            ),
            Asks::Size(_) => ("Its size".into(), "columns x rows; or `left 1`, `right 1`, `top 1`, `bottom -1`"),
            Asks::File => ("Save as".into(), "a name for your own folder, or a path; no file is overwritten"),
        };
        // An error appears in this line, where the user types.
        let refused = easel.notice().filter(|notice| notice.bad).map(|notice| notice.text.as_str());
        self.line.draw(frame, area, (&title, refused.unwrap_or(hint)), (&[], ""), canvas);
    }

    fn event(&mut self, event: Event, easel: &mut Easel) -> Option<Actions<Easel>> {
        self.line.event(&event, 1_000, easel).then(Vec::new)
    }

    fn line_typed(&mut self, line: &str, _: &mut Easel) -> Option<Typed> {
        Some(self.line.type_whole(line))
    }
}

impl Overlay<Easel> for DrawLine {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}
