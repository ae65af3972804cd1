//! Maps a theme's colours to roles, and the roles to the styles of each pane.

use super::{
    Depth, DialogStyle, DiaryStyle, FooterStyle, ForcesStyle, FrameStyle, GaugesStyle, HeaderStyle, HelpStyle,
    LineUpStyle, MapStyle, PickerStyle, SquareStyle, colour, shades::Shades,
};
use ratatui::style::{Color, Modifier, Style};

/// The roles of colours. Without colours, bold, dim, underlined and reversed take their place.
#[derive(Clone, Copy)]
pub(super) struct Roles {
    text: Style,
    strong: Style,
    muted: Style,
    faint: Style,
    accent: Style,
    good: Style,
    warning: Style,
    bad: Style,
    eliminated: Style,
    selected: Style,
    chosen: Style,
    bold: Modifier,
}

impl Roles {
    pub(super) fn new(shades: &Shades) -> Self {
        let depth = shades.depth;
        let mono = depth == Depth::Mono;
        // With sixteen colours, many terminals show bold as a brighter colour, which is less legible on a light
        // background.
        let brightens = depth == Depth::Ansi16 && colour::is_light(shades.background);
        let bold = if brightens { Modifier::empty() } else { Modifier::BOLD };
        let role = |colour: Color, without: Modifier| {
            if mono { Style::new().add_modifier(without) } else { Style::new().fg(colour) }
        };
        let text = role(shades.text, Modifier::empty());
        let muted = role(shades.muted, Modifier::DIM);
        let selected = match shades.raised {
            Some(raised) => Style::new().bg(raised).add_modifier(Modifier::BOLD),
            None if mono => Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD),
            None => Style::new().add_modifier(Modifier::REVERSED),
        };
        Self {
            text,
            strong: text.add_modifier(bold),
            muted,
            faint: role(shades.faint, Modifier::DIM),
            accent: role(shades.accent, Modifier::BOLD),
            good: role(shades.good, Modifier::empty()),
            // Losses and warnings have weight besides their sign: no colour is theirs alone.
            warning: role(shades.warning, Modifier::BOLD).add_modifier(bold),
            bad: role(shades.bad, Modifier::BOLD).add_modifier(bold),
            eliminated: if mono { muted } else { muted.add_modifier(Modifier::CROSSED_OUT) },
            selected,
            chosen: Style::new().add_modifier(Modifier::UNDERLINED),
            bold,
        }
    }

    pub(super) fn base(&self, shades: &Shades) -> Style {
        if shades.depth == Depth::Mono { Style::new() } else { self.text.bg(shades.background) }
    }
}

// The styles of each pane.
impl Roles {
    pub(super) fn frame(&self) -> FrameStyle {
        let Self { strong, muted, faint, accent, .. } = *self;
        FrameStyle {
            border: faint,
            border_focused: accent,
            title: muted,
            title_focused: strong,
            mark: accent,
            hint: muted,
        }
    }

    pub(super) fn header(&self) -> HeaderStyle {
        let Self { text, strong, muted, faint, accent, warning, .. } = *self;
        HeaderStyle { title: strong, battle: text, awaited: accent, muted, rule: faint, warning }
    }

    pub(super) fn gauges(&self) -> GaugesStyle {
        let Self { text, strong, muted, faint, accent, good, warning, bad, .. } = *self;
        GaugesStyle {
            name: strong,
            left: good,
            left_exhausted: bad,
            lost: faint,
            mark: accent,
            text,
            muted,
            warning,
            exhausted: bad.add_modifier(self.bold),
        }
    }

    pub(super) fn forces(&self) -> ForcesStyle {
        let Self { text, strong, muted, accent, good, bad, eliminated, selected, chosen, .. } = *self;
        ForcesStyle {
            side: strong,
            stack: text,
            unit: text,
            numbers: text,
            muted,
            eliminated,
            down: bad,
            up: good,
            ineffective: bad.add_modifier(self.bold),
            selected,
            chosen,
            cursor: accent,
            picked: accent,
        }
    }

    pub(super) fn square(&self) -> SquareStyle {
        let Self { text, muted, .. } = *self;
        SquareStyle { edge: muted, text, muted }
    }

    pub(super) fn line_up(&self, depth: Depth) -> LineUpStyle {
        let Self { strong, muted, faint, accent, warning, bad, .. } = *self;
        let plain = Style::new();
        let mono = depth == Depth::Mono;
        let dim = plain.add_modifier(Modifier::DIM);
        // On a die, bold is illegible where it means a brighter colour, and dim is illegible everywhere.
        let wins = if depth == Depth::Ansi16 { plain } else { plain.add_modifier(Modifier::BOLD) };
        LineUpStyle {
            name: strong,
            muted,
            wins,
            beaten: if mono { dim } else { plain },
            support: if mono { dim } else { plain.add_modifier(Modifier::ITALIC) },
            not_landed: faint,
            winner: accent.add_modifier(self.bold),
            even: muted,
            hurt: warning,
            eliminated: bad.add_modifier(self.bold),
        }
    }

    pub(super) fn diary(&self) -> DiaryStyle {
        let Self { text, strong, muted, accent, eliminated, selected, .. } = *self;
        DiaryStyle {
            turn: muted,
            number: muted,
            headline: strong,
            dice: accent.remove_modifier(Modifier::BOLD),
            sentence: text,
            remark: accent.remove_modifier(Modifier::BOLD).add_modifier(Modifier::ITALIC),
            branch: accent,
            abandoned: eliminated,
            selected,
        }
    }

    pub(super) fn footer(&self) -> FooterStyle {
        let Self { text, muted, accent, bad, .. } = *self;
        FooterStyle { key: accent, text: muted, notice: text, error: bad }
    }

    pub(super) fn picker(&self) -> PickerStyle {
        let Self { text, muted, accent, bad, selected, .. } = *self;
        PickerStyle {
            prompt: accent,
            input: text,
            completion: muted,
            item: text,
            selected,
            matched: accent,
            muted,
            error: bad,
        }
    }

    pub(super) fn dialog(&self) -> DialogStyle {
        let Self { text, strong, muted, accent, bad, selected, .. } = *self;
        DialogStyle {
            title: strong,
            text,
            muted,
            key: accent,
            field: muted,
            field_focused: accent.add_modifier(Modifier::UNDERLINED),
            selected,
            error: bad,
        }
    }

    pub(super) fn help(&self) -> HelpStyle {
        let Self { text, strong, muted, accent, selected, .. } = *self;
        HelpStyle { heading: strong, key: accent, text, muted, matched: accent, selected }
    }

    pub(super) fn map(&self, shades: &Shades) -> MapStyle {
        let Self { text, strong, muted, faint, accent, good, warning, bad, selected, .. } = *self;
        let (map, mono) = (&shades.map, shades.depth == Depth::Mono);
        let area = |at: usize| match map.areas[at] {
            _ if mono => faint,
            (Some(ground), ink) => Style::new().fg(ink).bg(ground),
            (None, ink) => Style::new().fg(ink),
        };
        let line = |colour: Color, without: Style| if mono { without } else { Style::new().fg(colour) };
        let (accent, grid) = (line(map.accent, accent), line(map.grid, faint));
        // With enough colours, an area with an answer has a raised background.
        let answered = |style: Style| Style { bg: selected.bg, ..style.add_modifier(self.bold) };
        MapStyle {
            open: area(0),
            woods: area(1),
            built: area(2),
            works: area(3),
            high: area(4),
            rough: area(5),
            water: area(6),
            grid,
            road: line(map.road, text),
            river: line(map.river, text).add_modifier(self.bold),
            wall: line(map.wall, text),
            label: strong,
            rim: line(map.muted, muted),
            cursor: accent.add_modifier(self.bold),
            cursor_area: selected,
            good: answered(good),
            stop: answered(warning),
            bad: answered(bad),
            dim: if mono { grid.add_modifier(Modifier::DIM) } else { grid },
            moved: accent,
            strong: Style::new().add_modifier(self.bold),
        }
    }
}
