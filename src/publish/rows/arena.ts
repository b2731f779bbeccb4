import { foldForSearch, writeFolded } from "../../model/basics/search-folding.ts";

const encoder = new TextEncoder();

export type Arena = ReturnType<typeof openArena>;
export type Column = ReturnType<typeof createColumn>;

/** Bytes that grow at the end. A text is encoded in place, without a copy. */
export function openArena(initial = 1 << 16) {
  let bytes = new Uint8Array(initial);
  let used = 0;
  const reserve = (more: number) => {
    if (used + more <= bytes.length) return;
    bytes = new Uint8Array(bytes.buffer.transfer(Math.max(bytes.length * 2, used + more)));
  };
  return {
    get length() {
      return used;
    },
    writeText(text: string): void {
      reserve(text.length * 3); // UTF-8 needs at most three bytes for a UTF-16 unit
      used += encoder.encodeInto(text, bytes.subarray(used)).written;
    },
    /** Writes the text in its folded form, which search uses. */
    writeFolded(text: string): void {
      reserve(text.length * 3);
      const end = writeFolded(text, bytes, used);
      if (end === null) this.writeText(foldForSearch(text));
      else used = end;
    },
    writeByte(byte: number): void {
      reserve(1);
      bytes[used++] = byte;
    },
    /**
     * Frees the bytes at once, because garbage collection takes time and comes late. Nothing may be read afterwards.
     */
    release(): void {
      bytes = new Uint8Array(bytes.buffer.transfer(0));
      used = 0;
    },
    buffer: (): ArrayBuffer => bytes.buffer,
    copy: (): Uint8Array<ArrayBuffer> => bytes.slice(0, used),
  };
}

/** Numbers that grow at the end. */
export function createColumn() {
  let values = new Float64Array(1024);
  let used = 0;
  return {
    push(value: number): void {
      if (used === values.length) {
        const grown = new Float64Array(used * 2);
        grown.set(values);
        values = grown;
      }
      values[used++] = value;
    },
    values: (): Float64Array<ArrayBuffer> => values.subarray(0, used),
  };
}
