//! The page in a browser, if one is installed: Debian's package `chromium`, or a similar browser on the path.

use super::{page::data, sample, told};
use crate::harness::call::{Home, as_str};
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

/// The name of an installed browser.
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

/// The page's DOM at an address after its script has run, and the console messages.
fn opened(browser: &str, home: &Home, page: &Path, hash: &str) -> (String, Vec<String>) {
    let run = chromium(browser, home)
        .arg("--dump-dom")
        .arg(format!("file://{}{hash}", page.display()))
        .output()
        .expect("the browser starts");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    let console = said.lines().filter(|line| line.contains("CONSOLE")).map(String::from).collect();
    (String::from_utf8_lossy(&run.stdout).into_owned(), console)
}

/// The browser with the arguments of every run.
fn chromium(browser: &str, home: &Home) -> Command {
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"]);
    command.arg(format!("--user-data-dir={}", home.path("profile").display()));
    command
}

/// A copy of the page without its content security policy and with a test script.
fn driven(page: &str, script: &str) -> String {
    let begin = page.find("<meta http-equiv").expect("the policy");
    let end = begin + page[begin..].find('>').expect("its end") + 1;
    let copy = format!("{}{}", &page[..begin], &page[end..]);
    copy.replace("</body>", &format!("<script>{script}</script></body>"))
}

/// The text that the test script stored in the page.
fn said(dom: &str) -> String {
    let said = dom.split("data-said=\"").nth(1).and_then(|rest| rest.split('"').next());
    said.expect("the script ran")
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// Without scripts the replay is hidden, and the page shows the whole story with each entry.
#[test]
fn without_a_script_the_whole_story_stands() {
    let Some(browser) = browser() else { return };
    let home = Home::new();
    let save = sample(&home, "tannenberg");
    let whole = told(&home, &save, &["--format", "html"]);
    let begin = whole.find("script-src ").expect("the policy") + "script-src ".len();
    let end = begin + whole[begin..].find(';').expect("its end");
    let page = home.file("page.html", format!("{}'none'{}", &whole[..begin], &whole[end..]));
    let (dom, console) = opened(browser, &home, &page, "");
    assert_eq!(console.len(), 1, "the policy forbids the script: {console:?}");
    assert!(!dom.contains("data-entry="), "the script ran all the same");
    assert!(dom.contains("id=\"replay\" hidden"), "{dom}");
    for entry in 1..=11 {
        assert!(dom.contains(&format!("id=\"e{entry}\"")), "entry {entry}");
    }
    for words in ["Samsonov’s men come up", "also broke the 1st Rifle Brigade", "Turning point", "Service records"] {
        assert!(dom.contains(words), "{words}");
    }
}

#[test]
fn a_page_prints() {
    let Some(browser) = browser() else { return };
    let home = Home::new();
    let save = sample(&home, "wadi");
    for (name, rest) in
        [("story", &["--format", "html"][..]), ("map", &["--what", "map"]), ("roster", &["--what", "roster"])]
    {
        let page = home.file(&format!("{name}.html"), told(&home, &save, rest));
        let pdf = home.path(&format!("{name}.pdf"));
        let to = format!("--print-to-pdf={}", pdf.display());
        let address = format!("file://{}", page.display());
        let run = chromium(browser, &home).args(["--no-pdf-header-footer", &to, &address]).output();
        assert!(run.expect("the browser starts").status.success(), "{name}");
        let printed = fs::read(&pdf).expect("it was printed");
        assert!(printed.starts_with(b"%PDF") && printed.len() > 5_000, "{name}: {} bytes", printed.len());
    }
}

/// The faults that axe-core finds in a page, if `WARDIARY_AXE` names its `axe.min.js` (`npm install axe-core`).
#[test]
fn axe_finds_nothing_serious() {
    let Some(browser) = browser() else { return };
    let Some(axe) = std::env::var_os("WARDIARY_AXE").and_then(|path| fs::read_to_string(path).ok()) else {
        eprintln!("skipped: WARDIARY_AXE names no axe.min.js of axe-core to judge pages by");
        return;
    };
    let home = Home::new();
    for name in ["tannenberg", "wadi", "hundred-days", "orla"] {
        let whole = told(&home, &sample(&home, name), &["--format", "html"]);
        let judge = r#"
            document.querySelector("[data-go=forces]").click();
            axe.run({ resultTypes: ["violations"] }).then(({ violations }) => {
                const grave = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
                document.body.dataset.said = grave.map(({ id, nodes }) => `${id}: ${nodes[0].html}`).join("; ") || "nothing";
            });
        "#;
        let page =
            home.file("judged.html", driven(&whole, &format!("{}\n{judge}", axe.replace("</script", "<\\/script"))));
        for mode in ["0", "1"] {
            let address = format!("file://{}", page.display());
            let dark = format!("--blink-settings=preferredColorScheme={mode}");
            let run =
                chromium(browser, &home).args(["--virtual-time-budget=60000", &dark, "--dump-dom", &address]).output();
            let dom = String::from_utf8_lossy(&run.expect("the browser starts").stdout).into_owned();
            assert_eq!(said(&dom), "nothing", "{name}");
        }
    }
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
    // An address without a matching entry shows the beginning.
    for hash in ["", "#e999", "#e0", "#x"] {
        let (dom, console) = opened(browser, &home, &page, hash);
        assert!(console.is_empty() && dom.contains("data-entry=\"0\""), "{hash}: {console:?}");
    }
}

/// Keys and buttons work. A script in a copy of the page presses them.
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
        key("End"); key("Home");
        press("last"); press("back"); press("first"); press("on"); press("forces");
        said.push(performance.getEntriesByType("resource").length);
        // What is told is seen above the panel, also where that is open.
        const seen = document.querySelector(".now").getBoundingClientRect().bottom <= document.getElementById("replay").getBoundingClientRect().top;
        said.push(document.querySelectorAll("#forces table").length, document.querySelectorAll("#forces svg").length, seen, location.hash);
        document.body.dataset.said = said.join(" ");
    "##;
    let page = home.file("driven.html", driven(&whole, driver));
    let (dom, console) = opened(browser, &home, &page, "");
    assert_eq!(console, Vec::<String>::new());
    let before = last.as_u64().expect("a number") - 1;
    assert_eq!(said(&dom), format!("0 1 2 1 21 {last} 0 {last} {before} 0 1 1 0 2 1 true #e1"));
}
