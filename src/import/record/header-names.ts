export const normalizeHeader = (header: string): string =>
  header
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** createdAt, created_at, Created At and CREATEDAT are one name, and so are author.name and Author Name. */
export const keyOf = (header: string): string => normalizeHeader(header).replaceAll(" ", "");

/** For patterns: without accents, and with the words of a name in one word apart. */
export const foldHeader = (header: string): string =>
  normalizeHeader(header.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"))
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC")
    .replace(/ß/g, "ss");
