const ASCII = /^[\x00-\x7f]*$/;

function fold(text: string): string {
  if (ASCII.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, " ")
      .trim();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const LONG = 60;
let last = { text: "", words: "" };

/**
 * Only letters and digits, in lower case. An export of a platform, a scrape of it and a spreadsheet differ in case,
 * width and punctuation. The last long text is remembered, because several keys are made from each text.
 */
export function normalizeWords(text: string): string {
  if (text.length < LONG) return fold(text);
  if (text !== last.text) last = { text, words: fold(text) };
  return last.words;
}
