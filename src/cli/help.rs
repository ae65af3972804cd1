//! `wardiary help` explains a command, an order or a setting, lists all orders, or prints a page of the reference.

use super::{
    command_output::CommandOutput,
    reference::{self, PAGES, Page},
};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use wardiary_base::{
    book::{GROUPS, Mechanism},
    text,
};
use wardiary_diary::error::UserError;
use wardiary_rules::order::{ORDER_FORMS, OrderForm};

/// `wardiary help`
#[derive(Args)]
pub(super) struct Help {
    /// A command, an order such as `march`, `orders` for all orders, a setting of rulebooks such as `extras`, a page
    /// (rulebook, troops, keys, filters, dice, tables, scenarios, maps, results, solo, referee, reader), or words to
    /// search the pages for
    #[arg(value_name = "TOPIC")]
    topic: Vec<String>,
    /// Write the generated pages of the reference into a folder
    #[arg(long, value_name = "FOLDER", hide = true)]
    reference: Option<PathBuf>,
}

pub(super) fn help(args: &Help, mut commands: clap::Command) -> Result<CommandOutput, UserError> {
    commands.build();
    if let Some(folder) = &args.reference {
        return reference::write(folder, &commands).map(|()| CommandOutput::default());
    }
    let topic = args.topic.join(" ").to_lowercase();
    let mut command = Some(&mut commands);
    for word in &args.topic {
        command = command.and_then(|command| command.find_subcommand_mut(word));
    }
    let of_command = command.map(|command| command.render_long_help().to_string());
    let forms = forms(&topic);
    match of_command {
        Some(text) if topic == "orders" => Ok(output(&format!("{}\n{text}", describe_all()), ORDER_FORMS.iter())),
        Some(text) if forms.is_empty() => Ok(page(&text)),
        Some(text) => {
            Ok(output(&format!("{text}\nAs an order:\n{}", describe_with_examples(&forms)), forms.into_iter()))
        }
        None => match Page::find(&topic) {
            Some(found) => Ok(page(&found.text(&commands))),
            None => explain(&topic, &commands),
        },
    }
}

/// Explains the orders that begin with a word, the settings of that name, or else what the pages say of it; lists all
/// orders for an empty topic.
pub(super) fn explain(topic: &str, declared: &clap::Command) -> Result<CommandOutput, UserError> {
    if topic.is_empty() {
        return Ok(output(&describe_all(), ORDER_FORMS.iter()));
    }
    let forms = forms(topic);
    if !forms.is_empty() {
        return Ok(output(&describe_with_examples(&forms), forms.into_iter()));
    }
    if let Some(text) = reference::describe_setting(topic) {
        return Ok(page(&text));
    }
    let sections = reference::find_sections(topic, declared);
    let typed = text::display_name(topic);
    match &sections[..] {
        [] => {}
        [section] => {
            let whole = format!("`wardiary help {}` prints the whole page.", section.page);
            return Ok(page(&format!("{}\n{whole}", section.whole)));
        }
        sections => {
            let titles = sections.iter().map(|section| format!("  {}\n", section.title())).collect::<Vec<_>>().concat();
            return Ok(page(&format!(
                "These sections mention “{typed}”:\n{titles}`wardiary help \"{}\"` prints one, and `wardiary help {}` its page.",
                sections[0].title(),
                sections[0].page,
            )));
        }
    }
    let words = ORDER_FORMS.iter().filter_map(|form| form.text.split_whitespace().next());
    let settings = GROUPS.iter().flat_map(|(_, _, about)| about.iter().map(|(name, _)| *name));
    let words = words.chain(PAGES.iter().map(|page| page.name)).chain(settings);
    let pages: Vec<&str> = PAGES.iter().map(|page| page.name).collect();
    let failure = UserError::usage(format!("there is no help on “{typed}”"));
    let near = text::nearest(topic, words).map_or_else(String::new, |near| format!("did you mean `{near}`? "));
    Err(failure.hint(format!(
        "{near}`wardiary help` lists the commands, `wardiary help orders` the orders; pages: {}",
        text::list(&pages)
    )))
}

/// Help as text alone.
fn page(text: &str) -> CommandOutput {
    CommandOutput::new(text.to_string(), json!({ "help": text }))
}

/// The forms of the orders that begin with these words.
fn forms(topic: &str) -> Vec<&'static OrderForm> {
    let begins = |form: &str| form.split(", ").any(|one| one == topic || one.starts_with(&format!("{topic} ")));
    ORDER_FORMS.iter().filter(|form| !topic.is_empty() && begins(form.text)).collect()
}

fn describe_all() -> String {
    let all: Vec<&OrderForm> = ORDER_FORMS.iter().collect();
    let head = "All orders, for `wardiary do SAVE \"ORDER\"` and the order line of the program. Replace words in capitals;\n\
                words in [brackets] are optional. Names of several words need no quotes, but may have them.\n\n";
    format!("{head}{}", describe(&all))
}

fn describe(forms: &[&OrderForm]) -> String {
    let line = |form: &&OrderForm| {
        let mechanism = form.mechanism().map_or_else(String::new, |mechanism| format!(" ({})", mechanism.title()));
        format!("  {}\n      {}{mechanism}\n", form.text, form.about)
    };
    forms.iter().map(line).collect()
}

/// The forms, then an example of each order that they describe.
fn describe_with_examples(forms: &[&OrderForm]) -> String {
    let mut examples: Vec<&str> = forms.iter().flat_map(|form| form.examples()).collect();
    examples.dedup();
    format!("{}\nExamples:\n  {}\n", describe(forms), examples.join("\n  "))
}

fn output<'a>(text: &str, forms: impl Iterator<Item = &'a OrderForm>) -> CommandOutput {
    let form = |form: &OrderForm| json!({ "form": form.text, "about": form.about, "examples": form.examples(), "mechanism": form.mechanism().map(Mechanism::title) });
    CommandOutput::new(text.trim_end().to_string(), json!({ "orders": forms.map(form).collect::<Vec<_>>() }))
}
