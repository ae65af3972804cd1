//! The normal distribution and χ².

use wardiary_report::luck::normal::{cdf, chi_squared_tail, inverse};

#[test]
fn the_tables_of_any_textbook() {
    for (z, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (1.959_963_985, 0.975), (-2.326_347_874, 0.01)] {
        assert!((cdf(z) - p).abs() < 1e-9 && (inverse(p) - z).abs() < 1e-7, "{z}");
    }
    for (freedom, sum, p) in [(5, 11.070, 0.05), (5, 15.086, 0.01), (19, 30.144, 0.05)] {
        assert!((chi_squared_tail(freedom, sum) - p).abs() < 1e-5, "{freedom}");
    }
}
