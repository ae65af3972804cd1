//! Blows in the output of `wardiary roll`.

use serde_json::{Value, json};
use wardiary_base::text;
use wardiary_rules::rules::roll::Blow;

/// The die of each blow, and whether it hits.
pub(super) fn dice(blows: &[Blow]) -> Vec<Value> {
    blows.iter().map(|blow| json!({ "face": blow.face, "hits": blow.damage.is_some() })).collect()
}

/// The number of hits, and their total damage.
pub(super) fn result(blows: &[Blow]) -> Value {
    let (hits, damage) = total_damage(blows);
    json!({ "hits": hits, "damage": damage })
}

/// Describes each blow, and the total if there are several.
pub(super) fn describe(blows: &[Blow]) -> Vec<String> {
    let described = |blow: &Blow| match blow.damage {
        Some(damage) => format!("{:2}, hit for {damage}", blow.face),
        None => format!("{:2}, missed", blow.face),
    };
    let mut lines: Vec<String> = blows.iter().map(described).collect();
    if blows.len() > 1 {
        let (hits, damage) = total_damage(blows);
        let many = text::count(blows.len(), "blow", "blows");
        lines.push(format!("{hits} of {many} hit, damage {damage} together"));
    }
    lines
}

fn total_damage(blows: &[Blow]) -> (usize, u32) {
    let damage = blows.iter().filter_map(|blow| blow.damage);
    (damage.clone().count(), damage.sum())
}
