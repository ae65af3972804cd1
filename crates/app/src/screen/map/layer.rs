//! The layers of the Map screen: questions about the map's areas.

use wardiary_view::map::Overlay;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// Where the selected unit can go.
    Orders,
    /// Where the selected unit can fire.
    Ranges,
    /// Where the enemy can fire.
    Threat,
    /// What is visible from the cursor's area.
    Sight,
    /// Who holds the objectives.
    Objectives,
    Ground,
}

impl Layer {
    pub const ALL: [Self; 6] = [Self::Orders, Self::Ranges, Self::Threat, Self::Sight, Self::Objectives, Self::Ground];
}

/// The answers for all areas.
#[derive(Default)]
pub(super) struct Answers {
    pub overlay: Option<Overlay>,
    /// The title, which names their subject.
    pub title: String,
}
