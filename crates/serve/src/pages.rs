//! The pages of a save's sides. Each is made from that side's view and nothing else, once for each change that the side
//! sees. Orders from the pages go into the spool beside the save.

use axum::body::Bytes;
use jiff::Timestamp;
use std::{collections::BTreeMap, path::Path, sync::Arc};
use wardiary_base::{id::SideId, text::Text};
use wardiary_diary::{
    diary::{
        file::{CatchUp, HandedIn, Mode, Save},
        watch::Watch,
    },
    error::{UserError, display_path},
    links::campaign_of,
    mail::{InboxLimits, check_order},
    projection::SaveView,
};
use wardiary_report::report::{
    DiaryOnly,
    html::{Player, PlayerPage, REQUEST, player_page},
    report,
};
use wardiary_rules::order::{Order, StaffOrder};

/// A page as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidePage {
    /// The page before and after the key of its next request. Shared by all connections, however slowly they read it.
    pub html: [Bytes; 2],
    /// Changes when and only when the page does.
    pub version: Arc<str>,
}

/// The sides of a save, each with its own view of it and its page.
pub struct Pages {
    campaign: String,
    sides: BTreeMap<SideId, Side>,
}

struct Side {
    view: SaveView,
    /// Its orders in the spool.
    on_their_way: Vec<Text>,
    page: SidePage,
}

impl Pages {
    pub fn open(path: &Path) -> Result<Self, UserError> {
        let save = Save::open(path, Mode::Read)?;
        if save.diary().share().is_some() {
            let failure = UserError::usage(format!("{}: this is a share, which has one side", display_path(path)));
            return Err(failure.hint("`wardiary-serve` needs the referee's save"));
        }
        let sides: Vec<SideId> = save.diary().state().sides().iter().map(|side| side.id).collect();
        let open = |side| {
            let view = SaveView::for_side(Save::open(path, Mode::Read)?, side).map_err(|faults| {
                let what = faults.first().map_or_else(String::new, ToString::to_string);
                UserError::file(path, format!("it can't be shown as a side sees it: {what}"))
            })?;
            let on_their_way = on_their_way(view.save(), side);
            let page = page_of(&view, &on_their_way);
            Ok((side, Side { view, on_their_way, page }))
        };
        let campaign = campaign_of(&save);
        Ok(Self { campaign, sides: sides.into_iter().map(open).collect::<Result<_, UserError>>()? })
    }

    pub fn campaign(&self) -> &str {
        &self.campaign
    }

    /// Each side with its name and its page.
    pub fn sides(&self) -> impl Iterator<Item = (SideId, &str, &SidePage)> {
        self.sides.iter().map(|(side, Side { view, page, .. })| (*side, view.side_name().unwrap_or_default(), page))
    }

    /// Reads what was written to the save since. Returns whether a page changed. A page stays as it is while the save
    /// can't be read, and is taken away if another campaign has the save's name.
    pub fn update(&mut self) -> bool {
        let mut has_changed = false;
        self.sides.retain(|id, side| {
            let caught = side.view.catch_up(Watch::none());
            if campaign_of(side.view.save()) != self.campaign {
                has_changed = true;
                return false;
            }
            let on_their_way = on_their_way(side.view.save(), *id);
            if matches!(caught, Ok(CatchUp::NewLines | CatchUp::Reread)) || on_their_way != side.on_their_way {
                let now = page_of(&side.view, &on_their_way);
                has_changed |= now != side.page;
                (side.page, side.on_their_way) = (now, on_their_way);
            }
            true
        });
        has_changed
    }

    /// Puts an order of a side into the spool, once for each request. Depends on nothing but what the side knows.
    pub fn hand_in(&self, side: SideId, order: &str, request: String, now: Timestamp) -> Result<(), UserError> {
        let closed = || UserError::refused("this side takes no orders now");
        let (id, side) = self.sides.get_key_value(&side).ok_or_else(closed)?;
        let (own, seen) = (side.view.own_side().ok_or_else(closed)?, side.view.diary().state());
        let text = Text::from(order.split_whitespace().collect::<Vec<_>>().join(" "));
        check_order(&Order::Staff(StaffOrder::HandIn { side: own, text: text.clone(), due: None }), seen, own)?;
        let waiting = seen.waiting_orders().into_iter().filter(|orders| orders.side == own).map(|orders| &orders.text);
        InboxLimits::DEFAULT.check_room(waiting.chain(&side.on_their_way), &text)?;
        let order = HandedIn { side: *id, text, due: None, request: Some(request) };
        side.view.save().hand_in(order, now).map_err(|_| UserError::refused("it can't be kept now").hint("try again"))
    }
}

fn on_their_way(save: &Save, side: SideId) -> Vec<Text> {
    let spooled = save.spooled().unwrap_or_default();
    spooled.into_iter().filter(|order| order.side == side).map(|order| order.text).collect()
}

fn page_of(view: &SaveView, on_their_way: &[Text]) -> SidePage {
    let written = report(view.diary(), &mut DiaryOnly, &|_| true);
    let player = Player { name: view.side_name().unwrap_or_default(), own: view.own_side(), on_their_way };
    let PlayerPage { html, version } = player_page(&written, &player);
    SidePage { html: split_at_request(html), version: version.into() }
}

/// A page before and after the key of its next request.
pub fn split_at_request(html: String) -> [Bytes; 2] {
    let mut before = Bytes::from(html);
    let at =
        before.windows(REQUEST.len()).position(|text| text == REQUEST.as_bytes()).map_or(0, |at| at + REQUEST.len());
    let after = before.split_off(at);
    [before, after]
}
