//! Parses and prints remarks and bookmarks.

use super::{NotationError, Parsed, instruction::Instruction, lexer::Token, order::OrderReader, reader::Expected};
use wardiary_base::{
    remark::{Annotation, Comment, Mark},
    text::{self, Text},
};

/// The largest number of an entry.
const MAX_ENTRY: u32 = u32::MAX - 1;

impl OrderReader<'_> {
    /// `41 [MARK] [TEXT] [with FILE, FILE]`, or `41 withdraw`
    pub(super) fn remark(&mut self) -> Parsed<Instruction> {
        let reader = &mut self.reader;
        let entry = reader.number("an entry", 0, MAX_ENTRY)?;
        let from = reader.next_range().start;
        if reader.accept_word("withdraw") {
            return Ok(Instruction::Remark { entry, annotation: Annotation::NoComment });
        }
        let mark = reader.accept_one_of(&Mark::ALL.map(|mark| (mark.sign(), mark)));
        if let (None, Some(Token::Word(word))) = (mark, reader.peek())
            && word.chars().all(|c| matches!(c, '!' | '?'))
        {
            let what =
                format!("`{}` is not a mark; available: {}", text::excerpt(word), Mark::ALL.map(Mark::sign).join(" "));
            let hint = Some("to use it as text, put it in quotes".into());
            return Err(NotationError { hint, ..NotationError::new(reader.next_range(), what) });
        }
        let mut comment = Comment { mark, ..Comment::default() };
        let names_files = matches!(reader.peek(), Some(Token::Word(word)) if word.eq_ignore_ascii_case("with"));
        if !(names_files || mark.is_some() && reader.is_at_end()) {
            comment.text = reader.free_text("the text of the remark")?;
        }
        if reader.accept_word("with") {
            const FILE: Expected = Expected::Free("a file's path, or a link");
            comment.files.push(reader.any_word(FILE)?);
            while reader.accept_sign(',') {
                comment.files.push(reader.any_word(FILE)?);
            }
        }
        let says_nothing = comment.mark.is_none() && comment.text.is_blank() && comment.files.is_empty();
        if says_nothing || comment.files.iter().any(wardiary_base::text::Text::is_blank) {
            let what = "the remark is empty: it needs a mark, a text, or the names of files";
            let hint = Some("to delete a remark: `remark 41 withdraw`".into());
            return Err(NotationError { hint, ..NotationError::new(from..reader.text.len(), what) });
        }
        Ok(Instruction::Remark { entry, annotation: Annotation::Comment(comment) })
    }

    /// `41 [NAME]`, or `41 withdraw`
    pub(super) fn bookmark(&mut self) -> Parsed<Instruction> {
        let reader = &mut self.reader;
        let entry = reader.number("an entry", 0, MAX_ENTRY)?;
        if reader.accept_word("withdraw") {
            return Ok(Instruction::Remark { entry, annotation: Annotation::NoBookmark });
        }
        reader.expect(Expected::Free("a name"));
        let name = if reader.is_at_end() { Text::default() } else { reader.free_text("a name")? };
        Ok(Instruction::Remark { entry, annotation: Annotation::Bookmark(name) })
    }
}

pub fn remark_text(entry: u32, says: &Annotation) -> String {
    let quoted = super::names::quote;
    match says {
        Annotation::NoComment => format!("remark {entry} withdraw"),
        Annotation::NoBookmark => format!("bookmark {entry} withdraw"),
        // They are set by a key or a command and have no text form.
        Annotation::Table(_) | Annotation::Shared(_) => String::new(),
        Annotation::Bookmark(name) if name.is_empty() => format!("bookmark {entry}"),
        Annotation::Bookmark(name) => format!("bookmark {entry} {}", quoted(name)),
        Annotation::Comment(Comment { mark, text, files }) => {
            let mark = mark.map(|mark| mark.sign().to_string());
            let text = Some(text).filter(|text| !text.is_empty()).map(&quoted);
            let files: Vec<String> = files.iter().map(quoted).collect();
            let with = (!files.is_empty()).then(|| format!("with {}", files.join(", ")));
            let parts: Vec<String> = mark.into_iter().chain(text).chain(with).collect();
            format!("remark {entry} {}", parts.join(" "))
        }
    }
}
