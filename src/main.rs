//! The `wardiary` program: parse, run, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    wardiary::cli::run()
}
