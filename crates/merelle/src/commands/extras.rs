use clap::CommandFactory;
use clap_complete::Shell;
use serde_json::json;

use crate::Answer;
use crate::arguments::Arguments;
use crate::output::Output;

/// `merelle completions`
pub(crate) fn completions(shell: Shell, output: &mut Output) -> anyhow::Result<Answer> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "merelle", &mut script);
    print("completions", script, output)
}

/// `merelle man`
pub(crate) fn man(output: &mut Output) -> anyhow::Result<Answer> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Arguments::command()).render(&mut page)?;
    print("man", page, output)
}

fn print(name: &str, text: Vec<u8>, output: &mut Output) -> anyhow::Result<Answer> {
    let text = String::from_utf8(text)?;
    if output.is_json() {
        output.value(&json!({ name: text }))?;
    } else {
        output.raw(&text)?;
    }
    Ok(Answer::Done)
}
