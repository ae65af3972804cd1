//! What a theme's colours are for: the roles, and the styles that each pane makes of them.

use super::{
    Colours, Depth, DialogStyle, FooterStyle, ForcesStyle, FrameStyle, GaugesStyle, HeaderStyle, HelpStyle,
    LineUpStyle, LogStyle, MapColours, MapStyle, PaletteStyle, SquareStyle, TerrainPaint,
    colour::{self, Colour},
    ink,
};
use ratatui::style::{Modifier, Style};

/// What colours are for. Without colours, bold, dim, underlined and reversed say the same.
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
    gone: Style,
    selected: Style,
    chosen: Style,
}

impl Roles {
    pub(super) fn of(colours: &Colours, depth: Depth) -> Self {
        let mono = depth == Depth::Mono;
        let role = |colour: Colour, without: Modifier| {
            if mono { Style::new().add_modifier(without) } else { ink(depth, colour) }
        };
        let text = role(colours.text, Modifier::empty());
        let muted = role(colours.muted, Modifier::DIM);
        // Sixteen colours have no shade between the ground and the text that could be relied on.
        let selected = if depth >= Depth::Ansi256 {
            Style::new().bg(colour::at_depth(colours.raised.0, depth))
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        };
        Self {
            text,
            strong: text.add_modifier(Modifier::BOLD),
            muted,
            faint: role(colours.faint, Modifier::DIM),
            accent: role(colours.accent, Modifier::BOLD),
            good: role(colours.good, Modifier::empty()),
            warning: role(colours.warning, Modifier::BOLD),
            bad: role(colours.bad, Modifier::BOLD),
            gone: if mono { muted } else { muted.add_modifier(Modifier::CROSSED_OUT) },
            selected: selected.add_modifier(Modifier::BOLD),
            chosen: Style::new().add_modifier(Modifier::UNDERLINED),
        }
    }

    pub(super) fn base(&self, colours: &Colours, depth: Depth) -> Style {
        match depth {
            Depth::Mono => Style::new(),
            depth => self.text.bg(colour::at_depth(colours.ground.0, depth)),
        }
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
        HeaderStyle { title: strong, battle: text, awaited: accent, quiet: muted, rule: faint, warning }
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
            quiet: muted,
            warning,
            exhausted: bad.add_modifier(Modifier::BOLD),
        }
    }

    pub(super) fn forces(&self) -> ForcesStyle {
        let Self { text, strong, muted, accent, good, bad, gone, selected, chosen, .. } = *self;
        ForcesStyle {
            side: strong,
            stack: text,
            unit: text,
            numbers: text,
            quiet: muted,
            gone,
            down: bad,
            up: good,
            ineffective: bad.add_modifier(Modifier::BOLD),
            selected,
            chosen,
            cursor: accent,
            picked: accent,
        }
    }

    pub(super) fn square(&self) -> SquareStyle {
        let Self { text, muted, .. } = *self;
        SquareStyle { edge: muted, text, quiet: muted }
    }

    pub(super) fn line_up(&self, depth: Depth) -> LineUpStyle {
        let Self { strong, muted, faint, accent, warning, bad, .. } = *self;
        let plain = Style::new();
        let dim = plain.add_modifier(Modifier::DIM);
        LineUpStyle {
            name: strong,
            quiet: muted,
            wins: plain.add_modifier(Modifier::BOLD),
            beaten: if depth == Depth::Mono { dim } else { plain },
            support: dim,
            unseen: faint,
            winner: accent.add_modifier(Modifier::BOLD),
            even: muted,
            hurt: warning,
            gone: bad.add_modifier(Modifier::BOLD),
        }
    }

    pub(super) fn log(&self) -> LogStyle {
        let Self { text, strong, muted, faint, accent, gone, selected, .. } = *self;
        LogStyle {
            turn: faint,
            number: muted,
            headline: strong,
            dice: accent.remove_modifier(Modifier::BOLD),
            sentence: text,
            remark: accent.remove_modifier(Modifier::BOLD).add_modifier(Modifier::ITALIC),
            branch: accent,
            abandoned: gone,
            selected,
        }
    }

    pub(super) fn footer(&self) -> FooterStyle {
        let Self { text, muted, accent, bad, .. } = *self;
        FooterStyle { key: accent, text: muted, notice: text, error: bad }
    }

    pub(super) fn palette(&self) -> PaletteStyle {
        let Self { text, muted, faint, accent, bad, selected, .. } = *self;
        PaletteStyle {
            prompt: accent,
            input: text,
            ghost: faint,
            item: text,
            selected,
            found: accent,
            quiet: muted,
            error: bad,
        }
    }

    pub(super) fn dialog(&self) -> DialogStyle {
        let Self { text, strong, muted, accent, bad, selected, .. } = *self;
        DialogStyle {
            title: strong,
            text,
            quiet: muted,
            key: accent,
            field: muted,
            field_focused: accent.add_modifier(Modifier::UNDERLINED),
            selected,
            error: bad,
        }
    }

    pub(super) fn help(&self) -> HelpStyle {
        let Self { text, strong, muted, accent, selected, .. } = *self;
        HelpStyle { heading: strong, key: accent, text, quiet: muted, found: accent, selected }
    }

    pub(super) fn map(&self, colours: &MapColours, depth: Depth) -> MapStyle {
        let Self { text, strong, muted, faint, accent, good, warning, bad, selected, .. } = *self;
        // Sixteen colours have no tint that could lie under writing.
        let area = |paint: TerrainPaint| match depth {
            Depth::Mono => faint,
            Depth::Ansi16 => ink(depth, paint.ink),
            depth => ink(depth, paint.ink).bg(colour::at_depth(paint.ground.0, depth)),
        };
        let line = |colour: Colour| match depth {
            Depth::Mono => text,
            depth => ink(depth, colour),
        };
        // An area that something is said of is raised a little, where there are colours enough for that.
        let answered = |style: Style| Style { bg: selected.bg, ..style.add_modifier(Modifier::BOLD) };
        MapStyle {
            open: area(colours.open),
            woods: area(colours.woods),
            built: area(colours.built),
            works: area(colours.works),
            high: area(colours.high),
            rough: area(colours.rough),
            water: area(colours.water),
            grid: faint,
            road: line(colours.road),
            river: line(colours.water.ink).add_modifier(Modifier::BOLD),
            wall: line(colours.wall),
            label: strong,
            rim: muted,
            cursor: accent.add_modifier(Modifier::BOLD),
            here: selected,
            good: answered(good),
            stop: answered(warning),
            bad: answered(bad),
            dim: faint.add_modifier(Modifier::DIM),
            moved: accent,
        }
    }
}
