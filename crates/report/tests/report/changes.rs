//! Changes from one value to the next.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use wardiary_report::report::json_diff::{Change, apply, diff};

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![Just(Value::Null), any::<bool>().prop_map(Value::from), (0..4).prop_map(Value::from)];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec(("[a~/]{1,2}", inner), 0..5)
                .prop_map(|entries| entries.into_iter().collect::<Map<String, Value>>().into()),
        ]
    })
}

proptest! {
    #[test]
    fn a_value_with_its_changes_is_the_next(old in values(), new in values()) {
        let changes = diff(&old, &new);
        let read: Option<Vec<Change>> = changes.iter().map(|change| Change::from_json(&change.to_json())).collect();
        prop_assert_eq!(read.as_ref(), Some(&changes));
        let mut value = old.clone();
        apply(&mut value, &changes);
        prop_assert_eq!(&value, &new);
        prop_assert!(old != new || changes.is_empty());
    }
}

#[test]
fn changes_are_small() {
    let old = json!({ "units": [{ "edna": { "now": 8 } }, { "edna": { "now": 8 } }], "left": [1, 2, 3, 4] });
    let new = json!({ "units": [{ "edna": { "now": 8 } }, { "edna": { "now": 6 } }], "left": [1, 3, 4] });
    let changes: Vec<String> = diff(&old, &new).iter().map(|change| change.to_json().to_string()).collect();
    assert_eq!(changes, [r#"["/units/1/edna/now",6]"#, r#"["/left",1,1,[]]"#]);
}
