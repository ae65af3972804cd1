//! Computes a layout for a network whose places have no coordinates: near places are drawn near each other, by the
//! lengths of the roads between them. It is deterministic: no randomness, and no arithmetic that differs between
//! machines.

use super::Network;

/// Larger networks are not drawn.
pub const MAX_PLACES: usize = 150;

/// How often all places are moved towards their distances.
const ROUNDS: usize = 60;

/// The places of a network, by number, as points of a square with coordinates from 0 to 1. `None` if there are too
/// many.
pub fn layout(network: &Network) -> Option<Vec<(f64, f64)>> {
    let many = network.places().len();
    if many > MAX_PLACES {
        return None;
    }
    let ways = distances(network);
    let mut points = initial_layout(&ways);
    for _ in 0..ROUNDS {
        for at in 0..many {
            points[at] = pulled_position(at, &points, &ways);
        }
    }
    Some(normalized(&points))
}

/// The distance between every two places.
fn distances(network: &Network) -> Vec<Vec<f64>> {
    let many = network.places().len();
    let mut all = vec![vec![f64::INFINITY; many]; many];
    for (from, row) in all.iter_mut().enumerate() {
        row[from] = 0.0;
        let mut open: Vec<usize> = (0..many).collect();
        while let Some(next) = (0..open.len()).min_by(|a, b| row[open[*a]].total_cmp(&row[open[*b]])) {
            let place = open.swap_remove(next);
            for (to, length) in network.roads(u16::try_from(place).unwrap_or(u16::MAX)) {
                let by_here = row[place] + f64::from(*length).sqrt();
                row[usize::from(*to)] = row[usize::from(*to)].min(by_here);
            }
        }
    }
    // Unconnected places are a little further apart than any others.
    let widest = all.iter().flatten().filter(|way| way.is_finite()).fold(0.0_f64, |most, way| most.max(*way));
    all.iter_mut().flatten().filter(|way| !way.is_finite()).for_each(|way| *way = widest + 1.0);
    all
}

/// The initial layout: along the line between the two ends of the network, and across it by the distance from a third
/// place.
fn initial_layout(ways: &[Vec<f64>]) -> Vec<(f64, f64)> {
    let furthest =
        |from: usize| (0..ways.len()).rev().max_by(|a, b| ways[from][*a].total_cmp(&ways[from][*b])).unwrap_or(0);
    let left = furthest(0);
    let right = furthest(left);
    let off = |at: &usize| ways[left][*at].min(ways[right][*at]);
    let side = (0..ways.len()).rev().max_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(0);
    let point = |at: usize| {
        // No two places start at the same point.
        let apart = f64::from(u32::try_from(at % 16).unwrap_or(0)) / 64.0;
        ((ways[left][at] - ways[right][at]) / 2.0, ways[side][at] + apart)
    };
    (0..ways.len()).map(point).collect()
}

/// Where the other places pull a place: each to its distance, the near ones more strongly.
fn pulled_position(at: usize, points: &[(f64, f64)], ways: &[Vec<f64>]) -> (f64, f64) {
    let (mut sum, mut weights) = ((0.0, 0.0), 0.0);
    for (other, place) in points.iter().enumerate().filter(|(other, _)| *other != at) {
        let (x, y) = (points[at].0 - place.0, points[at].1 - place.1);
        let apart = (x * x + y * y).sqrt().max(0.001);
        let wanted = ways[at][other].max(0.1);
        let weight = 1.0 / (wanted * wanted);
        sum.0 += weight * (place.0 + wanted * x / apart);
        sum.1 += weight * (place.1 + wanted * y / apart);
        weights += weight;
    }
    if weights == 0.0 { points[at] } else { (sum.0 / weights, sum.1 / weights) }
}

/// The points stretched over the whole square, with the first place in its upper left.
fn normalized(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let axis = |of: fn(&(f64, f64)) -> f64| -> Vec<f64> {
        let least = points.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let wide = most - least;
        let place = |point| if wide > 0.01 { (of(point) - least) / wide } else { 0.5 };
        let places: Vec<f64> = points.iter().map(place).collect();
        let turned = places.first().is_some_and(|first| *first > 0.5);
        places.into_iter().map(|at| if turned { 1.0 - at } else { at }).collect()
    };
    axis(|point| point.0).into_iter().zip(axis(|point| point.1)).collect()
}
