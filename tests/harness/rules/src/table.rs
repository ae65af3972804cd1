//! Tables of golden data: CSV with `#` comments, each row knowing its line.

/// A row of a table.
pub struct Row {
    /// The line in its file, from 1.
    pub line: usize,
    cells: Vec<String>,
    columns: std::rc::Rc<Vec<String>>,
}

impl Row {
    /// The cell in the column with this name.
    pub fn get(&self, column: &str) -> &str {
        let at = self.columns.iter().position(|c| c == column);
        at.and_then(|at| self.cells.get(at))
            .map_or_else(|| panic!("line {}: no column {column}", self.line), String::as_str)
    }

    /// The cell as a number.
    pub fn number(&self, column: &str) -> u16 {
        self.get(column).parse().unwrap_or_else(|e| panic!("line {}, {column}: {e}", self.line))
    }
}

/// The rows of a table. Lines that begin with `#` are comments. The first other line names the columns.
pub fn rows(text: &str) -> Vec<Row> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    let columns = lines.next().expect("a table names its columns").1;
    let columns: std::rc::Rc<Vec<String>> = cells(columns).into();
    lines.map(|(at, line)| Row { line: at + 1, cells: cells(line), columns: columns.clone() }).collect()
}

fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut in_quotes = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // Two quotes inside quotes are one quote of the cell.
            '"' if in_quotes && chars.next_if_eq(&'"').is_some() => {
                cells.last_mut().expect("there is always one").push('"');
            }
            '"' => in_quotes = !in_quotes,
            ',' if !in_quotes => cells.push(String::new()),
            c => cells.last_mut().expect("there is always one").push(c),
        }
    }
    cells
}

/// Faces in the notation of the tables: `6 5 2`.
pub fn faces(cell: &str) -> Vec<u8> {
    cell.split_whitespace().map(|face| face.parse().unwrap_or_else(|e| panic!("the face {face}: {e}"))).collect()
}
