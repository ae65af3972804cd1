//! What the model wants of the world: orders recorded, saves opened and made.

use super::{
    Effect,
    compose::{Composer, Line},
    hand::HandEntry,
    listing::{self, Listing},
    model::{Campaign, Choice, Layer, Menu, MenuItem, Model, Stage},
    notice::Notice,
};
use crate::{
    assets::{self, Folders},
    diary::{
        EntryNo,
        amend::Retelling,
        file::{self, Caught, Given, Mode, NotRecorded, Save},
    },
    dice::{Fall, source::Seed, source::Seeded, source::Source},
    error::{Failure, shown},
    notation::{self, Instruction},
    order::Order,
    text,
};
use jiff::Timestamp;
use std::path::Path;

/// Carries an effect out, and puts what came of it into the model.
pub(super) fn perform(model: &mut Model, effect: Effect) {
    match effect {
        Effect::Give(order, falls) => with(model, |campaign, flourish| give(campaign, *order, falls, flourish)),
        Effect::Abandon(order, falls) => with(model, |campaign, _| {
            let recorded = campaign.session.save.abandon(*order, falls, Timestamp::now());
            after(campaign, recorded.map(|no| format!("entry {no}: broken off; its dice stay in the diary")));
        }),
        Effect::Undo(many) => with(model, |campaign, _| {
            let before = campaign.session.save.diary().head();
            let undone = campaign.session.save.undo(many);
            after(campaign, undone.map(|to| moved("undone", before, to)));
        }),
        Effect::Redo(many) => with(model, |campaign, _| {
            let redone = campaign.session.save.redo(many);
            after(campaign, redone.map(|to| format!("entry {to} is back")));
        }),
        Effect::Go(instruction) => with(model, |campaign, _| go(campaign, *instruction)),
        Effect::Retell(retelling) => with(model, |campaign, _| retell(campaign, *retelling)),
        Effect::ReadAgain => with(model, |campaign, _| read_again(campaign)),
        Effect::Choose(choice) => choose(model, choice),
        Effect::ToMenu => {
            let menu = menu(&model.folders, None);
            if let Stage::Campaign(campaign) = std::mem::replace(&mut model.stage, Stage::Menu(menu)) {
                model.behind = Some(campaign);
            }
        }
        Effect::Mouse(_) | Effect::Theme | Effect::Suspend | Effect::Quit => {}
    }
}

fn with(model: &mut Model, act: impl FnOnce(&mut Campaign, bool)) {
    let flourish = model.settings.flourish;
    if let Stage::Campaign(campaign) = &mut model.stage {
        act(campaign, flourish);
    }
}

/// About in the diary. Where it is to be told anew and something no longer holds, that is listed first.
fn go(campaign: &mut Campaign, instruction: Instruction) {
    let (diary, now) = (campaign.session.save.diary(), Timestamp::now());
    if let Instruction::Retell { entry, change, anyway } = instruction {
        match diary.retell(entry, &change, now) {
            Err(not) => campaign.session.notice = Some(failed(&not.into())),
            Ok(retelling) if anyway || retelling.losses.is_empty() => retell(campaign, retelling),
            Ok(retelling) => campaign.layer = Layer::List(Box::new(Listing::of_retelling(retelling))),
        }
        return;
    }
    match diary.way(&instruction) {
        Err(no) => campaign.session.notice = Some(failed(&NotRecorded::NoWay(no).into())),
        Ok(None) => {}
        Ok(Some(way)) => {
            let gone = campaign.session.save.go(way, now);
            after(campaign, gone.map(|no| if no == 0 { "at the muster".into() } else { format!("at entry {no}") }));
        }
    }
}

fn retell(campaign: &mut Campaign, retelling: Retelling) {
    let (followed, losses) = (retelling.followed, retelling.losses.len());
    let retold = campaign.session.save.retell(retelling);
    let told = retold.is_ok().then(|| listing::retold(followed, losses));
    after(campaign, retold.map(|_| String::new()));
    campaign.session.notice = told.or(campaign.session.notice.take());
}

fn moved(what: &str, from: EntryNo, to: EntryNo) -> String {
    if from == to + 1 { format!("entry {from} is {what}") } else { format!("entries {} to {from} are {what}", to + 1) }
}

fn after(campaign: &mut Campaign, done: Result<String, NotRecorded>) {
    campaign.session.review = None;
    campaign.session.landed = None;
    campaign.session.notice = Some(match done {
        Ok(told) => Notice::good(told),
        Err(NotRecorded::Failed(failure)) if campaign.session.save.is_overtaken() => {
            failed(&failure.hint("read it again, with what the other wrote: nothing of yours is lost"))
        }
        Err(not) => failed(&not.into()),
    });
    campaign.after_change();
}

fn failed(failure: &Failure) -> Notice {
    let hint = failure.hint.as_ref().map(|h| format!(" ({h})")).unwrap_or_default();
    Notice::bad(format!("{}{hint}", failure.what.replace('\n', " ")))
}

/// Reads the save again, with what others have written to it.
fn read_again(campaign: &mut Campaign) {
    let read = campaign.session.save.read_again();
    campaign.session.notice = Some(match read {
        Ok(()) => {
            campaign.after_reading();
            let mended = campaign.session.save.notices().first().map(|mended| Notice::bad(mended.clone()));
            mended.unwrap_or_else(|| {
                Notice::good(format!("read again: at entry {}", campaign.session.save.diary().head()))
            })
        }
        Err(failure) => failed(&failure),
    });
}

/// An order that could not be written down goes back to the order line, and its dice are kept for it.
fn unwritten(campaign: &mut Campaign, order: Order, falls: Vec<Fall>) {
    let diary = campaign.session.save.diary();
    let text = notation::order_text(diary.state(), &order);
    campaign.layer = Layer::Compose(Box::new(Composer::new(Line::Order, text, diary)));
    campaign.session.unwritten = Some((order, falls));
}

/// Gives an order. Dice that it needs are asked for on the table, or thrown here and the order given again.
fn give(campaign: &mut Campaign, order: Order, mut falls: Vec<Fall>, flourish: bool) {
    if let Some((before, fallen)) = campaign.session.unwritten.take()
        && before == order
        && falls.is_empty()
        && campaign.session.save.diary().resolve(&order, &fallen).is_ok()
    {
        falls = fallen;
    }
    loop {
        let given = campaign.session.save.give(order.clone(), falls.clone(), Timestamp::now());
        match given {
            Ok(Given::Done(no)) => {
                let fights = matches!(order, Order::Scrud { .. } | Order::Reroll { .. });
                after(campaign, Ok(String::new()));
                campaign.session.notice = None;
                campaign.picked.retain(|_| fights);
                campaign.session.landed = Some(0).filter(|_| fights && flourish && campaign.session.fought().is_some());
                if !fights {
                    campaign.session.notice = result(campaign, no);
                }
                return;
            }
            Ok(Given::NeedsDice(request)) if campaign.session.by_hand => {
                campaign.layer = Layer::Hand(Box::new(HandEntry::new(order, falls, request)));
                return;
            }
            Ok(Given::NeedsDice(request)) => {
                let diary = campaign.session.save.diary();
                let shown = falls.iter().filter_map(Fall::serials_end).max();
                let next = diary.next_serial().max(shown.unwrap_or(0));
                match (Seeded { seed: diary.header().seed, next }).answer(&request) {
                    Ok(fall) => falls.push(fall),
                    Err(unfit) => {
                        campaign.session.notice = Some(Notice::bad(unfit.to_string()));
                        return;
                    }
                }
            }
            Err(not) => {
                let failed = matches!(not, NotRecorded::Failed(_));
                after(campaign, Err(not));
                if failed && campaign.session.save.is_writable() {
                    unwritten(campaign, order, falls);
                }
                return;
            }
        }
    }
}

/// What came of an entry, in a line.
fn result(campaign: &mut Campaign, no: EntryNo) -> Option<Notice> {
    let at = campaign.session.save.diary().path().binary_search(&no).ok()?;
    let told = campaign.session.tell(at, 1).pop()?;
    let dice = if told.dice.is_empty() { String::new() } else { format!("{}: ", told.dice) };
    let text = if told.sentences.is_empty() { told.headline } else { format!("{dice}{}", told.sentences.join("; ")) };
    Some(Notice::good(text))
}

/// Puts a save on the screen.
pub(super) fn enter(model: &mut Model, save: Save) {
    let mut campaign = Campaign::new(save);
    campaign.session.by_hand = model.settings.by_hand;
    model.behind = None;
    model.stage = Stage::Campaign(Box::new(campaign));
}

/// Reads what somebody else has written to the save. False where there is nothing new.
pub(super) fn catch_up(model: &mut Model) -> bool {
    let Stage::Campaign(campaign) = &mut model.stage else { return false };
    match campaign.session.save.catch_up() {
        Ok(Caught::Nothing) => return false,
        Ok(Caught::On | Caught::Anew) => campaign.after_reading(),
        Err(failure) => {
            campaign.after_reading();
            campaign.session.notice = Some(failed(&failure));
        }
    }
    true
}

fn choose(model: &mut Model, choice: Choice) {
    // The save that waits behind is let go first: it may be the one that is chosen.
    let again = match (&choice, &model.behind) {
        (Choice::Open(path), Some(behind)) => behind.session.save.path() == path,
        _ => false,
    };
    if again {
        if let Some(campaign) = model.behind.take() {
            model.stage = Stage::Campaign(campaign);
        }
        return;
    }
    let opened = match choice {
        Choice::Open(path) => Save::open_or_watch(&path).map(|save| (save, None)),
        Choice::New(scenario) => begin(&model.folders, &scenario),
        Choice::Sample => sample(&model.folders),
    };
    match opened {
        Ok((save, notice)) => {
            enter(model, save);
            if let (Stage::Campaign(campaign), Some(notice)) = (&mut model.stage, notice) {
                campaign.session.notice = Some(notice);
            }
        }
        Err(failure) => {
            if let Stage::Menu(menu) = &mut model.stage {
                menu.notice = Some(failed(&failure));
            }
        }
    }
}

type Opened = Result<(Save, Option<Notice>), Failure>;

fn begin(folders: &Folders, scenario: &str) -> Opened {
    let seed = Seed::fresh().map_err(Failure::usage)?;
    let header = assets::scenario(scenario, Some(folders), seed)?;
    let path = folders.fresh(scenario);
    let save = Save::create(&path, header)?;
    Ok((save, Some(Notice::good(format!("saved as {}", shown(&path))))))
}

/// A copy of the sample, so that it can be played on.
fn sample(folders: &Folders) -> Opened {
    let (name, text) = assets::SAMPLE;
    let path = folders.fresh(&format!("{name}-sample"));
    file::create_from_text(&path, text)?;
    let save = Save::open(&path, Mode::Write)?;
    Ok((save, Some(Notice::good(format!("a copy of the sample, saved as {}", shown(&path))))))
}

/// The start screen: the last save first, then what can be begun, then the other saves.
pub(super) fn menu(folders: &Folders, notice: Option<Notice>) -> Menu {
    let saves = folders.list();
    let mut items = Vec::new();
    let item = |path: &Path, label: String| {
        let (title, about) = file::glance(path);
        let file = path.file_stem().map_or_else(String::new, |stem| text::presentable(&stem.to_string_lossy()));
        MenuItem { label: format!("{label}{title}  ({file})"), about, choice: Choice::Open(path.to_path_buf()) }
    };
    if let Some((path, _)) = saves.first() {
        items.push(item(path, "Continue: ".into()));
    }
    items.push(MenuItem {
        label: "The sample battle: Tannenberg, the first day".into(),
        about: "A played save to look around in, and to play on: Germans against Russians, 26 August 1914.".into(),
        choice: Choice::Sample,
    });
    for (name, title, about) in assets::scenarios(Some(folders)) {
        items.push(MenuItem { label: format!("New: {title}"), about, choice: Choice::New(name) });
    }
    items.extend(saves.iter().skip(1).map(|(path, _)| item(path, "Open: ".into())));
    Menu { items, selected: 0, notice }
}
