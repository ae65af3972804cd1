//! Completion of the paths of tables.

use std::fs;
use wardiary_diary::assets::unit_table::complete_path;

#[test]
fn tables_come_before_folders_and_nothing_else_comes() {
    let home = tempfile::tempdir().expect("a folder");
    for name in ["army.csv", "army.ods", "Army2.CSV", "army3.xlsx", "army.ron", ".hidden.csv", "zeal.csv"] {
        fs::write(home.path().join(name), "").expect("it can be written");
    }
    fs::create_dir(home.path().join("armies")).expect("a folder");
    let root = format!("{}{}", home.path().display(), std::path::MAIN_SEPARATOR);
    let found = |typed: &str| -> Vec<String> {
        complete_path(&format!("{root}{typed}")).into_iter().map(|path| path.replace(&root, "")).collect()
    };
    assert_eq!(
        found("a"),
        ["army.csv", "army.ods", "Army2.CSV", "army3.xlsx", &format!("armies{}", std::path::MAIN_SEPARATOR)]
    );
    assert_eq!(found(".h"), [".hidden.csv"]);
    assert_eq!(found("nothing"), [""; 0]);
    assert_eq!(complete_path("/there/is/no/such/folder/"), [""; 0]);
}
