/** UTF-16 without a byte-order mark: the zero bytes of ASCII characters are all at even or all at odd positions. */
function findUtf16(head: Uint8Array): "utf-16le" | "utf-16be" | null {
  const zeros = (side: number) => head.filter((byte, at) => byte === 0 && at % 2 === side).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (even + odd < head.length / 50 || Math.min(even, odd) > Math.max(even, odd) / 20) return null;
  return odd > even ? "utf-16le" : "utf-16be";
}

/** The encoding, if the first bytes decide it: a byte-order mark, or the zero bytes of UTF-16. */
export function encodingOfHead(head: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  return findUtf16(head);
}
