//! The plan of a network.

use wardiary_base::ground::network_layout::{MAX_PLACES, layout};
use wardiary_base::{
    ground::{Network, NetworkDraft},
    text::Text,
};

fn network(places: usize, roads: &[(usize, usize, u16)]) -> Network {
    let name = |at: usize| Text::from(format!("P{at}"));
    let places = (0..places).map(name).collect();
    let roads = roads.iter().map(|(from, to, length)| (name(*from), name(*to), *length)).collect();
    NetworkDraft { title: Text::default(), about: Text::default(), places, roads }.check().expect("a network")
}

#[test]
fn near_places_are_drawn_near_each_other() {
    // Five places in a row, with their roads in random order.
    let line = layout(&network(5, &[(3, 1, 1), (1, 4, 1), (4, 0, 1), (0, 2, 1)])).expect("a plan");
    let mut order = [3, 1, 4, 0, 2];
    order.sort_by(|a, b| line[*a].0.total_cmp(&line[*b].0));
    assert!(order == [3, 1, 4, 0, 2] || order == [2, 0, 4, 1, 3], "{order:?} {line:?}");
    // A square: opposite places are further apart than neighbours.
    let square = layout(&network(4, &[(0, 1, 2), (1, 2, 2), (2, 3, 2), (3, 0, 2)])).expect("a plan");
    let apart = |a: usize, b: usize| {
        let (x, y) = (square[a].0 - square[b].0, square[a].1 - square[b].1);
        x * x + y * y
    };
    assert!(apart(0, 2) > apart(0, 1) && apart(0, 2) > apart(0, 3), "{square:?}");
}

#[test]
fn any_network_lies_in_the_square_and_always_in_the_same_way() {
    let ring: Vec<_> = (0..40).map(|at| (at, (at + 1) % 40, if at % 2 == 0 { 1 } else { 3 })).collect();
    for (places, roads) in [(1, &[][..]), (2, &[]), (2, &[(0, 1, 1000)]), (40, &ring), (45, &ring)] {
        let network = network(places, roads);
        let points = layout(&network).expect("a plan");
        assert_eq!(points.len(), places);
        assert!(points.iter().all(|(x, y)| (0.0..=1.0).contains(x) && (0.0..=1.0).contains(y)), "{points:?}");
        assert_eq!(layout(&network), Some(points));
    }
    assert_eq!(layout(&network(MAX_PLACES + 1, &[])), None);
}
