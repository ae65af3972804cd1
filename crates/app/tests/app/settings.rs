//! The settings' file.

use wardiary_app::settings::{GlyphChoice, Settings};
use wardiary_view::GlyphSet;

#[test]
fn the_file_says_what_holds() {
    let defaults = Settings::default();
    let themes = ["mine".into()];
    let other = Settings {
        theme: "mine".into(),
        glyphs: GlyphChoice::Of(GlyphSet::Ascii),
        daily_copies: 7,
        ..Settings::default()
    };
    for settings in [&defaults, &other] {
        assert_eq!(Settings::parse(&settings.document(), &themes).as_ref(), Ok(settings));
    }
    // A commented setting parses once uncommented.
    let all = Settings::ABOUT.iter().fold(defaults.document(), |file, (name, _)| {
        let aside = format!("    // {name}: ");
        assert!(file.contains(&aside), "{name} is not in\n{file}");
        file.replace(&aside, &format!("    {name}: "))
    });
    assert_eq!(Settings::parse(&all, &[]).as_ref(), Ok(&defaults), "{all}");
    assert!(all.lines().all(|line| line.chars().count() <= 120), "{all}");
}
