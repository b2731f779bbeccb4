import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { f64At } from "../../model/basics/typed-array.ts";

const PAGE_BYTES = 256 * 1024;
const PAGES_IN_MEMORY = 32;

/** Many strings that are read by number. To save memory, strings beyond a limit are in a temporary file. */
export type StringTable = { add(text: string): void; get(index: number): string | null; close(): void };

/** A file that only this process can reach. Its name is removed at once, so that a crash leaves nothing behind. */
function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), "candor-"));
  try {
    return openSync(join(folder, "strings"), "wx+", 0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function openStringTable(): StringTable {
  const pages = new Map<number, Buffer>();
  let descriptor: number | null = null;
  let starts = new Float64Array(1024);
  let count = 0;
  let end = 0;

  const keep = (number: number, page: Buffer): Buffer => {
    pages.set(number, page);
    const oldest = pages.keys().next().value;
    if (pages.size > PAGES_IN_MEMORY && oldest !== undefined && oldest !== number) {
      descriptor ??= openNameless();
      const evicted = pages.get(oldest);
      if (evicted) writeSync(descriptor, evicted, 0, PAGE_BYTES, oldest * PAGE_BYTES);
      pages.delete(oldest);
    }
    return page;
  };
  const pageAt = (number: number): Buffer => {
    const held = pages.get(number);
    if (held) return held;
    const page = Buffer.alloc(PAGE_BYTES);
    if (descriptor !== null) readSync(descriptor, page, 0, PAGE_BYTES, number * PAGE_BYTES);
    return keep(number, page);
  };
  /** Calls `each` for every part of the range from `from` to before `to`, which may span pages. */
  const overPages = (from: number, to: number, each: (page: Buffer, start: number, length: number) => void) => {
    for (let at = from; at < to; ) {
      const start = at % PAGE_BYTES;
      const length = Math.min(PAGE_BYTES - start, to - at);
      each(pageAt(Math.floor(at / PAGE_BYTES)), start, length);
      at += length;
    }
  };
  return {
    add(text) {
      const bytes = Buffer.from(text);
      if (count + 1 >= starts.length) {
        const longer = new Float64Array(starts.length * 2);
        longer.set(starts);
        starts = longer;
      }
      let used = 0;
      overPages(end, end + bytes.length, (page, start, length) => {
        bytes.copy(page, start, used, used + length);
        used += length;
      });
      count += 1;
      end += bytes.length;
      starts[count] = end;
    },
    get(index) {
      if (!Number.isInteger(index) || index < 0 || index >= count) return null;
      const parts: Buffer[] = [];
      overPages(f64At(starts, index), f64At(starts, index + 1), (page, start, length) =>
        parts.push(page.subarray(start, start + length)),
      );
      return (parts.length === 1 ? parts[0] : Buffer.concat(parts))?.toString("utf8") ?? "";
    },
    close() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}
