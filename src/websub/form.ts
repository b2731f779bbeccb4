import { u8At } from "../model/basics/typed-array.ts";

/** A form field as bytes, because a secret can be any bytes. Fields keep their order, and a name can appear twice. */
export type Field = { name: string; value: Uint8Array };

const PLUS = 0x2b;
const PERCENT = 0x25;

/** Decodes as the WHATWG URL form parser does: "+" is a space, "%" without two hex digits stays "%". */
function decode(bytes: Uint8Array): Uint8Array {
  const decoded: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    const byte = u8At(bytes, i);
    const escaped =
      byte === PERCENT ? /^[0-9a-fA-F]{2}$/.exec(String.fromCharCode(...bytes.slice(i + 1, i + 3))) : null;
    if (escaped) i += 2;
    decoded.push(escaped ? Number.parseInt(escaped[0], 16) : byte === PLUS ? 0x20 : byte);
  }
  return Uint8Array.from(decoded);
}

function split(bytes: Uint8Array, separator: string): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const code = separator.charCodeAt(0);
  let start = 0;
  for (let at = bytes.indexOf(code); at >= 0; at = bytes.indexOf(code, start)) {
    parts.push(bytes.subarray(start, at));
    start = at + 1;
  }
  return [...parts, bytes.subarray(start)];
}

export function parseForm(body: Uint8Array): Field[] {
  return split(body, "&")
    .filter((pair) => pair.length > 0)
    .map((pair) => {
      const at = pair.indexOf("=".charCodeAt(0));
      const name = at < 0 ? pair : pair.subarray(0, at);
      return {
        name: Buffer.from(decode(name)).toString("latin1"),
        value: at < 0 ? new Uint8Array(0) : decode(pair.subarray(at + 1)),
      };
    });
}
