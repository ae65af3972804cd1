//! The texts of the rulebooks, scenarios and maps that ship, and the sample save.

/// The rulebooks that ship: name and text.
pub const RULEBOOKS: &[(&str, &str)] = &[
    ("mouat", include_str!("../assets/rules/mouat.ron")),
    ("classic", include_str!("../assets/rules/classic.ron")),
    ("skirmish", include_str!("../assets/rules/skirmish.ron")),
    // ---- dice tests, volleys, EDNA
    ("m42", include_str!("../assets/rules/m42.ron")),
    ("itchy-and-scratchy", include_str!("../assets/rules/itchy-and-scratchy.ron")),
    ("full-metal-edna", include_str!("../assets/rules/full-metal-edna.ron")),
    ("campaign", include_str!("../assets/rules/campaign.ron")),
    // ---- stacks
    ("unlurked-stacks", include_str!("../assets/rules/unlurked-stacks.ron")),
];

pub const SCENARIOS: &[(&str, &str)] = &[
    ("tannenberg", include_str!("../assets/scenarios/tannenberg.ron")),
    ("grand-couronne", include_str!("../assets/scenarios/grand-couronne.ron")),
    // ---- volleys, EDNA
    ("wadi", include_str!("../assets/scenarios/wadi.ron")),
    ("night-attack", include_str!("../assets/scenarios/night-attack.ron")),
    // ---- stacks
    ("garrison", include_str!("../assets/scenarios/garrison.ron")),
    ("ridge", include_str!("../assets/scenarios/ridge.ron")),
    ("crossings", include_str!("../assets/scenarios/crossings.ron")),
];

pub const MAPS: &[(&str, &str)] = &[
    ("wadi", include_str!("../assets/maps/wadi.ron")),
    ("crossings", include_str!("../assets/maps/crossings.ron")),
    ("ridge", include_str!("../assets/maps/ridge.ron")),
];

/// The sample that ships: the played save `saves/tannenberg.ron`, which must be copied to a writable place before use.
pub const SAMPLE: (&str, &str) = ("tannenberg", include_str!("../assets/sample.ron"));
