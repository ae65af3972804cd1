//! What can be asked about the map's areas.

use wardiary_view::map::Overlay;

/// What is asked about the areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// Where the chosen unit can go.
    Orders,
    /// Where it can fire.
    Ranges,
    /// Where the enemy can fire.
    Threat,
    /// What is seen from the cursor's area.
    Sight,
    /// Who holds the objectives.
    Objectives,
    /// Nothing.
    Ground,
}

impl Layer {
    pub const ALL: [Self; 6] = [Self::Orders, Self::Ranges, Self::Threat, Self::Sight, Self::Objectives, Self::Ground];
}

/// The answers about all areas.
#[derive(Default)]
pub(super) struct Answers {
    /// As they are drawn.
    pub overlay: Option<Overlay>,
    /// What they are about, for the title.
    pub title: String,
}
