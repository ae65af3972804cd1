//! The program as a test drives it: keys in, screens out, no terminal.

use super::picture::{Role, has_roles, is_whole, text};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::{Terminal, backend::TestBackend, layout::Size};
use std::{fs, path::Path, thread, time::Duration};
use wardiary_app::{Effect, Start, apply_effects, model::Model};
use wardiary_diary::{
    assets::{self, Folders},
    diary::{
        Header,
        file::{FileError, Save},
    },
};

/// The program without a terminal: keys in, screens out.
pub struct Program {
    pub model: Model,
    _home: tempfile::TempDir,
}

/// Nearly every key, in the notation of [`Program::keys`].
pub fn every_key() -> Vec<String> {
    let signs = ('!'..='~').filter(|key| *key != '<').map(String::from);
    let with_control = ('a'..='y').map(|key| format!("<ctrl-{key}>"));
    let named = ["<enter>", "<space>", "<tab>", "<f3>", "<left>", "<right>", "<down>", "<alt-h>"].map(String::from);
    signs.chain(with_control).chain(named).collect()
}

/// Creates a save. A process that another test is starting holds a copy of every lock until it runs its program.
fn created(path: &Path, header: &Header) -> Save {
    for _ in 0..100 {
        match Save::create(path, header.clone()) {
            Err(FileError::Locked { .. }) => {
                // The file may not exist yet.
                let _ = fs::remove_file(path);
                thread::sleep(Duration::from_millis(20));
            }
            save => return save.expect("a save"),
        }
    }
    panic!("{} stays locked", path.display())
}

impl Program {
    pub fn at_menu() -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
        let mut model = wardiary_app::start(Start::StartScreen, folders);
        model.size = Size::new(120, 40);
        Self { model, _home: home }
    }

    pub fn with(scenario: &str) -> Self {
        Self::of(&assets::scenario(scenario, None, "1".parse().expect("a seed")).expect("it ships"))
    }

    /// The scenario without its battles.
    pub fn without_battles(scenario: &str) -> Self {
        let mut header = assets::scenario(scenario, None, "1".parse().expect("a seed")).expect("it ships");
        header.muster.battles.clear();
        Self::of(&header)
    }

    /// A campaign of this muster, with the campaign rulebook.
    pub fn of_muster(muster: &str) -> Self {
        let book = assets::rulebook("campaign", None).expect("it ships");
        let muster = wardiary_base::document::read(muster).expect("a muster reads");
        Self::of(&Header { title: "Tried".into(), seed: "1".parse().expect("a seed"), book, muster })
    }

    fn of(header: &Header) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
        let save = created(&folders.saves.join("battle.ron"), header);
        let mut model = wardiary_app::start(Start::Save(Box::new(save)), folders);
        model.settings.flourish = false;
        model.size = Size::new(120, 40);
        model.theme = wardiary_view::theme::Theme::shipped("dark").expect("it ships");
        Self { model, _home: home }
    }

    /// The program with a model that the test has made, and the temporary folder it uses.
    pub fn begun(mut model: Model, home: tempfile::TempDir) -> Self {
        model.size = Size::new(120, 40);
        Self { model, _home: home }
    }

    pub fn press(&mut self, code: KeyCode, modifiers: KeyModifiers) -> bool {
        let effects = wardiary_app::handle_event(&mut self.model, Event::Key(KeyEvent::new(code, modifiers)));
        let quits = effects.iter().any(|e| matches!(e, Effect::Quit));
        apply_effects(&mut self.model, effects);
        quits
    }

    /// Presses keys: characters, and names such as `<enter>`, `<esc>`, `<tab>`, `<ctrl-x>`.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        let mut rest = keys;
        while let Some(c) = rest.chars().next() {
            let named = rest.strip_prefix('<').and_then(|r| r.split_once('>')).filter(|(name, _)| name.len() > 1);
            let (code, modifiers, after) = if let Some((name, after)) = named {
                let (name, modifiers) = match name.strip_prefix("ctrl-") {
                    Some(name) => (name, KeyModifiers::CONTROL),
                    None if name.starts_with("alt-") => (&name[4..], KeyModifiers::ALT),
                    // Terminals report Backtab with Shift.
                    None if name == "backtab" => (name, KeyModifiers::SHIFT),
                    None => (name, KeyModifiers::NONE),
                };
                let code = match name {
                    "enter" => KeyCode::Enter,
                    "esc" => KeyCode::Esc,
                    "tab" => KeyCode::Tab,
                    "f3" => KeyCode::F(3),
                    "f4" => KeyCode::F(4),
                    "f5" => KeyCode::F(5),
                    "f7" => KeyCode::F(7),
                    "f8" => KeyCode::F(8),
                    "up" => KeyCode::Up,
                    "down" => KeyCode::Down,
                    "pagedown" => KeyCode::PageDown,
                    "backtab" => KeyCode::BackTab,
                    "space" => KeyCode::Char(' '),
                    "left" => KeyCode::Left,
                    "right" => KeyCode::Right,
                    "backspace" => KeyCode::Backspace,
                    "delete" => KeyCode::Delete,
                    one => KeyCode::Char(one.chars().next().expect("a character")),
                };
                (code, modifiers, after)
            } else {
                let shift = if c.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
                (KeyCode::Char(c), shift, &rest[c.len_utf8()..])
            };
            self.press(code, modifiers);
            rest = after;
        }
        self
    }

    /// Lets the input pause.
    pub fn rest(&mut self) -> &mut Self {
        wardiary_app::on_pause(&mut self.model);
        self
    }

    pub fn paste(&mut self, text: &str) {
        let effects = wardiary_app::handle_event(&mut self.model, Event::Paste(text.into()));
        apply_effects(&mut self.model, effects);
    }

    pub fn click(&mut self, column: u16, row: u16) -> &mut Self {
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row)
    }

    /// Moves the pointer with the button held.
    pub fn drag(&mut self, column: u16, row: u16) -> &mut Self {
        self.mouse(MouseEventKind::Drag(MouseButton::Left), column, row)
    }

    /// Releases the button.
    pub fn release(&mut self, column: u16, row: u16) -> &mut Self {
        self.mouse(MouseEventKind::Up(MouseButton::Left), column, row)
    }

    /// Turns the wheel down or up.
    pub fn wheel(&mut self, down: bool, column: u16, row: u16) -> &mut Self {
        self.mouse(if down { MouseEventKind::ScrollDown } else { MouseEventKind::ScrollUp }, column, row)
    }

    pub fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) -> &mut Self {
        let effects = wardiary_app::handle_event(
            &mut self.model,
            Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }),
        );
        apply_effects(&mut self.model, effects);
        self
    }

    pub fn draw(&mut self, (width, height): (u16, u16)) -> ratatui::buffer::Buffer {
        self.model.size = Size::new(width, height);
        wardiary_app::prepare(&mut self.model);
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        terminal.draw(|frame| wardiary_app::draw(frame, &self.model)).expect("it draws");
        terminal.backend().buffer().clone()
    }

    /// The position of the terminal's cursor, or none if it is hidden.
    pub fn cursor(&mut self, (width, height): (u16, u16)) -> Option<(u16, u16)> {
        self.model.size = Size::new(width, height);
        wardiary_app::prepare(&mut self.model);
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        terminal.draw(|frame| wardiary_app::draw(frame, &self.model)).expect("it draws");
        terminal.backend().cursor_visible().then(|| {
            let at = terminal.backend().cursor_position();
            (at.x, at.y)
        })
    }

    pub fn shows(&mut self, size: (u16, u16)) -> String {
        text(&self.draw(size))
    }

    /// Draws the screen at a size, checks that it is complete and contains all words, and returns its text.
    #[track_caller]
    pub fn sees(&mut self, size: (u16, u16), words: &[&str]) -> String {
        let buffer = self.draw(size);
        is_whole(&format!("{size:?}"), &buffer);
        let screen = text(&buffer);
        for words in words {
            assert!(screen.contains(words), "{size:?}: “{words}” is not on the screen\n{screen}");
        }
        screen
    }

    /// Checks that words on the screen at a size have the styles of their roles.
    #[track_caller]
    pub fn draws(&mut self, size: (u16, u16), roles: &[(&str, Role)]) {
        let buffer = self.draw(size);
        has_roles(&format!("{size:?}"), &buffer, &self.model.theme, roles);
    }

    pub fn save(&self) -> &Save {
        self.model.session().expect("a save is open").save()
    }
}
