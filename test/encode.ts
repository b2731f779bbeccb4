const tables = new Map<string, Map<string, number[]>>();

/** The bytes of each character in an encoding, found by decoding every byte and every pair. */
function tableOf(encoding: string): Map<string, number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding as Bun.Encoding, { fatal: true });
  const table = new Map<string, number[]>();
  const add = (...bytes: number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
    } catch {
      // not a character of this encoding
    }
  };
  for (let byte = 0; byte < 256; byte += 1) add(byte);
  if (/shift|gb|euc|big5/.test(encoding))
    for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
  tables.set(encoding, table);
  return table;
}

/** The text in an older encoding. Throws if a character has no place in it. */
export function encode(text: string, encoding: string): Uint8Array {
  if (encoding === "utf-16le") return Buffer.from(text, "utf16le");
  if (encoding === "utf-16be") return Buffer.from(text, "utf16le").swap16();
  const table = tableOf(encoding);
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character);
      if (!bytes) throw new Error(`${character} is not in ${encoding}`);
      return bytes;
    }),
  );
}
