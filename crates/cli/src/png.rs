//! A picture as PNG, drawn from its SVG. Captions are letters of dots from a font within the
//! program, as a machine may have no fonts.

use anyhow::{Context, Result};
use font8x8::UnicodeFonts as _;
use resvg::{tiny_skia, usvg};
use std::fmt::Write as _;

/// Pixels of a PNG for each of the SVG, where the picture is not too large for it.
const SCALE: f32 = 2.0;
/// The most pixels of a PNG.
const MOST_PIXELS: f32 = 64e6;
/// What is said of one that cannot be drawn.
const TOO_LARGE: &str = "too large for PNG; expected a name that ends in .svg";
/// The size of a dot of a letter, in pixels of the SVG.
const DOT: f32 = 0.8;

/// Draws a picture that the library wrote.
pub(super) fn of(svg: &str) -> Result<Vec<u8>> {
    let tree = usvg::Tree::from_str(&dotted(svg), &usvg::Options::default()).context(TOO_LARGE)?;
    let size = tree.size();
    let scale = (MOST_PIXELS / (size.width() * size.height())).sqrt();
    let scale = scale.min(SCALE);
    let pixels = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let mut drawing =
        tiny_skia::Pixmap::new(pixels(size.width()), pixels(size.height())).context(TOO_LARGE)?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut drawing.as_mut());
    Ok(drawing.encode_png()?)
}

/// The picture with its captions as dots.
fn dotted(svg: &str) -> String {
    let mut rest = svg;
    let mut dotted = String::with_capacity(svg.len());
    while let Some((before, caption)) = rest.split_once("<text ") {
        let (tag, caption) = caption.split_once('>').unwrap_or((caption, ""));
        let (caption, after) = caption.split_once("</text>").unwrap_or((caption, ""));
        let place = |name| attribute(tag, name).unwrap_or(0.0);
        dotted.push_str(before);
        dotted.push_str("<path d=\"");
        dots(&mut dotted, &plain(caption), place("x"), place("y"));
        dotted.push_str("\"/>");
        rest = after;
    }
    dotted + rest
}

fn attribute(tag: &str, name: &str) -> Option<f32> {
    let (_, value) = tag.split_once(&format!("{name}=\""))?;
    value.split_once('"')?.0.parse().ok()
}

/// Text without the escapes of XML.
fn plain(caption: &str) -> String {
    let escapes = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ];
    escapes
        .iter()
        .fold(caption.to_owned(), |text, (escape, letter)| {
            text.replace(escape, letter)
        })
}

/// A square for each dot of each letter; the letters stand on line `y`.
fn dots(path: &mut String, caption: &str, x: f32, y: f32) {
    for (index, letter) in caption.chars().enumerate() {
        let rows = font8x8::BASIC_FONTS
            .get(letter)
            .or_else(|| font8x8::LATIN_FONTS.get(letter))
            .unwrap_or([0x7e, 0x42, 0x42, 0x42, 0x42, 0x42, 0x7e, 0]);
        for (row, bits) in rows.iter().enumerate() {
            for column in (0..8).filter(|column| bits & 1 << column != 0) {
                let left = x + (index * 7 + column) as f32 * DOT;
                let top = y + (row as f32 - 7.0) * DOT;
                let _ = write!(path, "M{left} {top}h{DOT}v{DOT}h-{DOT}z");
            }
        }
    }
}
