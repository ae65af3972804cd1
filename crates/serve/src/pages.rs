//! The pages of a save's sides. Each is made from that side's view and nothing else, once for each change that the side
//! sees.

use axum::body::Bytes;
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, path::Path, sync::Arc};
use wardiary_base::id::SideId;
use wardiary_diary::{
    diary::{
        file::{CatchUp, Mode, Save},
        watch::Watch,
    },
    error::{UserError, display_path},
    projection::SaveView,
};
use wardiary_report::report::{DiaryOnly, html::player_page, report};

/// A page as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidePage {
    /// Shared by all connections, however slowly they read it.
    pub html: Bytes,
    /// Changes when and only when the page does.
    pub version: Arc<str>,
}

/// The sides of a save, each with its own view of it and its page.
pub struct Pages {
    campaign: String,
    views: BTreeMap<SideId, (SaveView, SidePage)>,
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
            let page = page_of(&view);
            Ok((side, (view, page)))
        };
        let campaign = campaign_of(&save);
        Ok(Self { campaign, views: sides.into_iter().map(open).collect::<Result<_, UserError>>()? })
    }

    /// Identifies the campaign. Known to whoever can read the save.
    pub fn campaign(&self) -> &str {
        &self.campaign
    }

    /// Each side with its name and its page.
    pub fn sides(&self) -> impl Iterator<Item = (SideId, &str, &SidePage)> {
        self.views.iter().map(|(side, (view, page))| (*side, view.side_name().unwrap_or_default(), page))
    }

    /// Reads what was written to the save since. Returns whether a page changed. A page stays as it is while the save
    /// can't be read, and is taken away if another campaign has the save's name.
    pub fn update(&mut self) -> bool {
        let mut has_changed = false;
        self.views.retain(|_, (view, page)| {
            let caught = view.catch_up(Watch::none());
            if campaign_of(view.save()) != self.campaign {
                has_changed = true;
                return false;
            }
            if let Ok(CatchUp::NewLines | CatchUp::Reread) = caught {
                let now = page_of(view);
                has_changed |= now != *page;
                *page = now;
            }
            true
        });
        has_changed
    }
}

fn campaign_of(save: &Save) -> String {
    hex::encode(Sha256::digest(format!("campaign {}", save.diary().header().seed)))
}

fn page_of(view: &SaveView) -> SidePage {
    let written = report(view.diary(), &mut DiaryOnly, &|_| true);
    let page = player_page(&written, view.side_name().unwrap_or_default());
    SidePage { html: page.html.into(), version: page.version.into() }
}
