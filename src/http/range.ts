/** The bytes from `from` to before `to`. */
export type ByteRange = { from: number; to: number };

/**
 * One range of a body of `length` bytes (RFC 9110 §14.1.2). Several ranges, another unit and anything malformed are
 * ignored, as §14.2 allows. The client then gets the whole body.
 */
export function parseRange(header: string, length: number): ByteRange | "ignored" | "unsatisfiable" {
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header.trim()) ?? [];
  if (first === "" && last === "") return "ignored";
  if (first === "") {
    const count = Math.min(Number(last), length);
    return count === 0 ? "unsatisfiable" : { from: length - count, to: length };
  }
  if (last !== "" && Number(last) < Number(first)) return "ignored";
  if (Number(first) >= length) return "unsatisfiable";
  return { from: Number(first), to: last === "" ? length : Math.min(Number(last) + 1, length) };
}
