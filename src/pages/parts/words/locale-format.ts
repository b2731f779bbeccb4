/**
 * Formats numbers, dates and names for one locale. The locale is an argument, so that the bytes do not depend on the
 * machine.
 */
export type Format = {
  count: (count: number) => string;
  /** One decimal, such as 4.6. */
  tenth: (value: number) => string;
  /** A share in whole percent. A part above zero is never 0 %, and a part below the whole is never 100 %. */
  share: (part: number, whole: number) => string;
  /** "October 30, 2026" for a date. A time may follow the date. */
  day: (date: string) => string;
  /** "October 2026" for a month, YYYY-MM, or a date. */
  month: (month: string) => string;
  /** "Spanish" for es. */
  language: (tag: string) => string;
  list: (items: string[]) => string;
};

function createShare(locale: string): Format["share"] {
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  return (part, whole) => {
    const exact = whole === 0 ? 0 : part / whole;
    if (exact > 0 && exact < 0.005) return `<${percent.format(0.01)}`;
    if (exact < 1 && exact >= 0.995) return `>${percent.format(0.99)}`;
    return percent.format(exact);
  };
}

/**
 * A tag with language, script and region. Intl may throw for other tags. Tags come from imported files and from URLs.
 */
const NAMED_TAG = /^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?$/;

export function createFormat(locale: string): Format {
  const counts = new Intl.NumberFormat(locale);
  const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const months = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
  const languages = new Intl.DisplayNames(locale, { type: "language" });
  // Intl gives names for a list, with a capital letter. Inside a Spanish sentence they have none.
  const inSentence = (name: string) => (locale.startsWith("es") ? name.charAt(0).toLowerCase() + name.slice(1) : name);
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  return {
    count: (count) => counts.format(count),
    tenth: (value) => tenths.format(value),
    share: createShare(locale),
    day: (date) => days.format(Date.parse(`${date.slice(0, 10)}T00:00:00Z`)),
    month: (month) => months.format(Date.parse(`${month.slice(0, 7)}-01T00:00:00Z`)),
    language: (tag) => (NAMED_TAG.test(tag) ? inSentence(languages.of(tag) ?? tag) : tag),
    list: (items) => list.format(items),
  };
}
