//! The page in a browser, where there is one: Debian's package `chromium`, or any of its kin on the path.

use super::{page::data, sample, told};
use crate::harness::call::{Home, as_str};
use std::{
    path::Path,
    process::{Command, Stdio},
};

/// The browser, if there is one.
fn browser() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let runs = |name: &&str| {
        let version = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    };
    let found = names.into_iter().find(|name| runs(name));
    if found.is_none() {
        eprintln!("skipped: there is no chromium here to open pages with");
    }
    found
}

/// The page as the browser has it at an address, after its script; and what was said on the console.
fn opened(browser: &str, home: &Home, page: &Path, hash: &str) -> (String, Vec<String>) {
    let profile = home.path("profile");
    let run = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}{hash}", page.display()))
        .output()
        .expect("the browser starts");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    let console = said.lines().filter(|line| line.contains("CONSOLE")).map(String::from).collect();
    (String::from_utf8_lossy(&run.stdout).into_owned(), console)
}

#[test]
fn a_link_to_an_entry_shows_the_battle_as_it_was_then() {
    let Some(browser) = browser() else { return };
    let home = Home::new();
    let save = sample(&home, "tannenberg");
    let page = home.path("page.html");
    told(&home, &save, &["-o", as_str(&page)]);
    for entry in [4, 11] {
        let (dom, console) = opened(browser, &home, &page, &format!("#e{entry}"));
        assert_eq!(console, Vec::<String>::new());
        assert!(dom.contains(&format!("data-entry=\"{entry}\"")), "{dom}");
        assert!(dom.contains(&format!("entry {entry} · ")));
        let state = home.run(&["state", as_str(&save), "--at", &entry.to_string(), "--json"]).done().json();
        for (at, side) in state["battles"][0]["sides"].as_array().expect("sides").iter().enumerate() {
            let told = format!(
                "{} lost {} of {}",
                state["sides"][at]["name"].as_str().expect("a name"),
                side["lost"],
                side["initial"]
            );
            assert!(dom.contains(&told), "{entry}: {told}");
        }
    }
    // An address that leads nowhere is the beginning.
    for hash in ["", "#e999", "#e0", "#x"] {
        let (dom, console) = opened(browser, &home, &page, hash);
        assert!(console.is_empty() && dom.contains("data-entry=\"0\""), "{hash}: {console:?}");
    }
}

/// Keys and buttons do what they say: driven by a script that is put into a copy of the page.
#[test]
fn keys_and_buttons_step_through_the_battle() {
    let Some(browser) = browser() else { return };
    let home = Home::new();
    let save = sample(&home, "wadi");
    let whole = told(&home, &save, &["--format", "html"]);
    let last = data(&whole)["steps"].as_array().expect("steps").last().expect("a step")[0].clone();
    let driver = r##"
        const now = () => document.documentElement.dataset.entry, said = [];
        const key = (key, shiftKey) => (document.body.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true })), said.push(now()));
        const press = (name) => (document.querySelector(`[data-go=${name}]`).click(), said.push(now()));
        said.push(now());
        key("ArrowRight"); key("ArrowRight"); key("ArrowLeft"); key("ArrowRight", true);
        press("last"); press("back"); press("first"); press("on"); press("forces");
        said.push(document.querySelectorAll("#forces table").length, document.querySelectorAll("#forces svg").length, location.hash);
        document.body.dataset.said = said.join(" ");
    "##;
    // The copy has no policy, so that a second script may run.
    let begin = whole.find("<meta http-equiv").expect("the policy");
    let end = begin + whole[begin..].find('>').expect("its end") + 1;
    let copy = format!("{}{}", &whole[..begin], &whole[end..]);
    let copy = copy.replace("</body>", &format!("<script>{driver}</script></body>"));
    let page = home.file("driven.html", copy);
    let (dom, console) = opened(browser, &home, &page, "");
    assert_eq!(console, Vec::<String>::new());
    let said = dom.split("data-said=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("the script ran");
    let before = last.as_u64().expect("a number") - 1;
    assert_eq!(said, format!("0 1 2 1 21 {last} {before} 0 1 1 2 1 #e1"));
}
