//! Samples the cases of a test: some in `cargo test`, all if the variable `CASES` is `all`.

/// Whether every test tries all of its cases.
pub fn runs_all_cases() -> bool {
    std::env::var("CASES").is_ok_and(|said| said == "all")
}

/// The number of cases that a test tries: `some`, or `all`.
pub fn case_count<N>(some: N, all: N) -> N {
    if runs_all_cases() { all } else { some }
}

/// Every `nth` case after the first `skipped`, or all cases.
pub fn sample<T>(cases: impl IntoIterator<Item = T>, skipped: usize, nth: usize) -> impl Iterator<Item = T> {
    let (skipped, nth) = if runs_all_cases() { (0, 1) } else { (skipped % nth, nth) };
    cases.into_iter().skip(skipped).step_by(nth)
}
