const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
/** Characters that XML 1.0 §2.2 forbids even if escaped: control characters, lone surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** Escapes text for an element or a quoted attribute, in XML and HTML. */
export const escapeMarkup = (text: string): string =>
  text.replace(FORBIDDEN, "\ufffd").replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
