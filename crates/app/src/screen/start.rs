//! The start screen: opens saves, starts campaigns, and manages saves.

use crate::{
    command::{Availability, Unavailable, require},
    command_id::{CommandId, GroupId},
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Context as _, Event, RenderOptions, Screen,
        above_footer, always, effect,
    },
    effect::{Effect, SaveAction, StartChoice},
    lists::{ListRows, ListState, RowPosition},
    motion::Motion,
    overlay::{
        list_dialog::ConfirmList,
        picker::{Picker, PickerEntry},
        start_line::{StartLine, StartPrompt},
    },
    save_previews::PreviewResult,
    start_context::{StartContext, StartItem},
};
use ratatui::{Frame, layout::Rect};
use std::{path::Path, time::Duration};
use wardiary_view::{
    ClickTarget,
    menu::{self, MenuAreas, MenuPane, SaveCard, SaveSummary},
};

#[derive(Default)]
pub(crate) struct StartScreen {
    list: ListState,
    /// Whether the user has chosen a row. Until then it is the latest save that can be read.
    has_moved: bool,
}

/// How often the screen checks whether a save has finished loading.
const PREVIEW_POLL: Duration = Duration::from_millis(20);

const COMMANDS: &[&[Command<StartScreen, StartContext>]] = &[
    &commands! {
        MenuChoose, "open", "open the selected row", always, StartScreen::open_selection;
        MenuRename, "rename", "give the chosen save another name", StartScreen::has_selected_save, StartScreen::rename, types;
        MenuCopy, "copy", "copy the chosen save, under another name", StartScreen::has_selected_save, StartScreen::copy, types;
        MenuDelete, "delete", "move the chosen save to the trash, after a question", StartScreen::has_selected_save, StartScreen::delete;
        MenuTable, "from a table", "start a campaign from a table of units, a .csv, .xlsx or .ods file", always, |_, _| StartLine::open_action(StartPrompt::Table, ""), types;
        MenuRules, "rulebook", "choose the rulebook for new campaigns", always, |_, _| effect(Effect::ManageSave(SaveAction::ListRules));
        MenuSample, "sample battle", "open a copy of the sample battle, to try things out", always, |_, _| effect(Effect::Choose(StartChoice::Sample));
    },
    &commands! {
        MenuJump, "", "jump to a save or a scenario by a few letters, and open it", always, |_, start| StartScreen::open_picker(start);
        @ find MenuFind, find_next MenuFindNext;
    },
    &motions!(MenuDown, MenuUp, MenuPageDown, MenuPageUp, MenuTop, MenuBottom),
    &commands! {
        MenuBack, "back", "back to the battle that is open", StartScreen::can_go_back, |_, _| effect(Effect::ToSession);
        @ help MenuHelp, quit MenuQuit;
    },
];

impl Commands<StartContext> for StartScreen {
    const MODES: &'static [CommandMode<Self, StartContext>] =
        &[CommandMode::new(GroupId::Menu, "On the start screen", COMMANDS)];

    fn apply_motion(&mut self, motion: Motion, start: &mut StartContext) {
        // A message about one row does not stand beside another.
        start.clear_notice();
        self.has_moved = true;
        self.list.apply_motion(motion, start.items.len());
    }
}

impl StartScreen {
    fn selected_item<'l>(&self, start: &'l StartContext) -> Option<&'l StartItem> {
        start.items.get(self.list.selected)
    }

    fn selected_save<'l>(&self, start: &'l StartContext) -> Option<&'l Path> {
        self.selected_item(start)?.save()
    }

    fn has_selected_save(&self, start: &StartContext) -> Availability {
        require(self.selected_save(start).is_some(), "choose a save first")
    }

    fn can_go_back(_: &Self, start: &StartContext) -> Availability {
        require(start.has_session, Unavailable::NoWayBack)
    }

    fn open_selection(&mut self, start: &mut StartContext) -> Actions<StartContext> {
        match self.selected_item(start).map(|item| item.choice.clone()) {
            Some(StartChoice::FromTable) => StartLine::open_action(StartPrompt::Table, ""),
            Some(choice) => vec![Action::Effect(Effect::Choose(choice))],
            None => Vec::new(),
        }
    }

    fn rename(&mut self, start: &mut StartContext) -> Actions<StartContext> {
        let Some(path) = self.selected_save(start) else { return Vec::new() };
        StartLine::open_action(StartPrompt::Rename(path.to_path_buf()), &file_name(path))
    }

    fn copy(&mut self, start: &mut StartContext) -> Actions<StartContext> {
        let Some(path) = self.selected_save(start) else { return Vec::new() };
        StartLine::open_action(StartPrompt::Copy(path.to_path_buf()), &format!("{}-copy", file_name(path)))
    }

    fn delete(&mut self, start: &mut StartContext) -> Actions<StartContext> {
        let Some(item) = self.selected_item(start) else { return Vec::new() };
        item.save().map(|path| Action::Open(Box::new(ConfirmList::to_delete(path, &item.title)))).into_iter().collect()
    }

    /// A picker over everything that can be opened or started.
    fn open_picker(start: &StartContext) -> Actions<StartContext> {
        let pickable = |(row, item): (usize, &StartItem)| {
            let kind = match item.choice {
                StartChoice::Open(_) => "save",
                StartChoice::New(_) => "new",
                StartChoice::Sample => "sample",
                StartChoice::FromTable => "table",
                StartChoice::DrawNew | StartChoice::Draw(_) => "map",
            };
            let name = item
                .label
                .split_once(": ")
                .filter(|(verb, _)| !verb.contains(' '))
                .map_or(&*item.label, |(_, name)| name);
            let goes = vec![Action::Select(RowPosition { list: 0, row }), Action::Run(CommandId::MenuChoose)];
            PickerEntry { kind, name: name.into(), about: String::new(), actions: goes }
        };
        let all = start.items.iter().enumerate().map(pickable).collect();
        vec![Action::Open(Box::new(Picker::new("Open or start …", all)))]
    }

    fn card_text<'l>(&self, start: &'l StartContext, lines: &'l mut Vec<String>) -> menu::SaveCardBody<'l> {
        let Some(item) = self.selected_item(start) else { return menu::SaveCardBody::Description(&[]) };
        let Some(path) = item.save() else {
            lines.push(item.about.clone());
            let by = match (&start.rules, &item.choice) {
                (Some(rules), StartChoice::New(_) | StartChoice::FromTable) => {
                    format!("It will use the rulebook `{rules}`.")
                }
                (None, StartChoice::New(_)) => "It will use its own rulebook.".into(),
                (None, StartChoice::FromTable) => "It will use the rulebook `campaign`.".into(),
                _ => return menu::SaveCardBody::Description(lines),
            };
            lines.extend([String::new(), by]);
            return menu::SaveCardBody::Description(lines);
        };
        match start.previews.get(path) {
            None => menu::SaveCardBody::Loading(start.previews.progress(), &item.about),
            Some(PreviewResult::Ok(seen)) => menu::SaveCardBody::Save(SaveSummary {
                state: &seen.state,
                entries: seen.entries,
                last: seen.last.as_ref().map(|(no, headline)| (*no, headline.as_str())),
                problem: seen.notice.as_deref(),
                file: &item.about,
            }),
            Some(PreviewResult::Err(failure)) => {
                // The folder is shown below anyway.
                let folder = path.parent().map_or_else(String::new, |folder| format!("{}/", folder.display()));
                lines.extend(failure.what.lines().take(3).map(|line| line.replace(&folder, "")));
                lines.extend(failure.hint.clone());
                menu::SaveCardBody::Unreadable(lines, &item.about)
            }
        }
    }
}

/// The file name of a save as the user types it.
fn file_name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

impl Component<StartContext> for StartScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, start: &StartContext, canvas: RenderOptions) {
        let look = canvas.look;
        let facts = |item: &StartItem| item.save().map_or_else(Vec::new, |path| start.previews.facts(path));
        let items: Vec<_> = start.items.iter().enumerate().map(|(at, item)| (start.label(at), facts(item))).collect();
        let mut lines = Vec::new();
        let card = SaveCard {
            look,
            title: self.selected_item(start).map_or("", |item| &item.title),
            body: self.card_text(start, &mut lines),
            // An open input line shows its own errors.
            notice: start.notice.as_ref().filter(|_| canvas.focused).map(|notice| (notice.text.as_str(), notice.bad)),
        };
        let ListState { selected, scroll } = self.list;
        let pane = MenuPane { look, items: &items, selected, scroll, card };
        frame.render_widget(&pane, above_footer(area));
    }

    fn lines(&self, start: &StartContext) -> Option<Vec<String>> {
        let items = start.items.iter().enumerate();
        let mut lines: Vec<String> = items
            .map(|(at, item)| format!("{}  {}  {}", at + 1, start.label(at), item.about).trim_end().into())
            .collect();
        lines.insert(0, "wardiary, the war diary of your campaign. Type a number to open one of these:".into());
        Some(lines)
    }

    /// A click selects; a second click, or a number, opens.
    fn event(&mut self, event: Event, start: &mut StartContext) -> Option<Actions<StartContext>> {
        let rows = start.items.len();
        let is_accepted = match event {
            Event::Tick => {
                start.previews.receive();
                return Some(Vec::new());
            }
            // The whole width of a row counts.
            Event::Target(ClickTarget::Row(_)) => return None,
            Event::Click(at, area) => self.list.select_at(at, MenuAreas::new(above_footer(area)).list, rows)?,
            event => {
                if matches!(event, Event::Scroll(..)) {
                    start.clear_notice();
                }
                self.list.event(&event, rows)?
            }
        };
        self.has_moved = true;
        Some(if is_accepted { self.open_selection(start) } else { Vec::new() })
    }

    fn list<'a>(&'a self, _: Option<usize>, start: &'a StartContext) -> Option<ListRows<'a>> {
        let rows = (0..start.items.len()).map(|row| start.label(row).into()).collect();
        Some(ListRows::new("", rows, self.list.selected))
    }

    fn list_area(&self, area: Rect, _: &StartContext) -> Rect {
        MenuAreas::new(above_footer(area)).list
    }
}

impl Screen<StartContext> for StartScreen {
    /// Reads the previews of the visible saves, and chooses the latest that can be read.
    fn prepare(&mut self, area: Rect, start: &mut StartContext) {
        if let Some(wanted) = start.to_select.take() {
            let at = start.items.iter().position(|item| item.choice == wanted);
            self.list.selected = at.unwrap_or(self.list.selected);
            self.has_moved = true;
        }
        let rows = MenuAreas::new(above_footer(area)).rows();
        self.list.selected = self.list.selected.min(start.items.len().saturating_sub(1));
        self.list.scroll_to_selected(rows);
        let visible = start.items.iter().skip(self.list.scroll).take(rows).filter_map(StartItem::save);
        let selected = start.items.get(self.list.selected).and_then(StartItem::save);
        start.previews.read(selected, &visible.collect::<Vec<_>>());
        let is_readable = |item: &StartItem| item.save().is_some_and(|path| !start.previews.is_unreadable(path));
        start.latest = start.items.iter().position(is_readable).unwrap_or(0);
        if !self.has_moved {
            self.list.selected = start.latest;
        }
        start.selected = self.selected_item(start).map(|item| item.choice.clone());
    }

    fn tick_interval(&self, start: &StartContext) -> Option<Duration> {
        start.previews.is_busy().then_some(PREVIEW_POLL)
    }
}
