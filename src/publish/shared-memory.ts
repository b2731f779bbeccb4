/** Bytes that several threads can read without a copy. */
export const sharedBytes = (length: number): Uint8Array<SharedArrayBuffer> =>
  new Uint8Array(new SharedArrayBuffer(length));

export const sharedFloats = (length: number): Float64Array => new Float64Array(new SharedArrayBuffer(8 * length));
export const sharedDays = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * length));
export const sharedPositions = (length: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(4 * length));

/** The same bytes in shared memory. Returns the array itself if it already is there. */
export function shared(array: Uint8Array): Uint8Array {
  if (array.buffer instanceof SharedArrayBuffer) return array;
  const bytes = sharedBytes(array.byteLength);
  bytes.set(array);
  return bytes;
}

function sharedElements(item: ArrayBufferView): ArrayBufferView {
  if (item instanceof Uint8Array) return shared(item);
  if (item.buffer instanceof SharedArrayBuffer) return item;
  const bytes = sharedBytes(item.byteLength);
  bytes.set(new Uint8Array(item.buffer, item.byteOffset, item.byteLength));
  if (item instanceof Uint32Array) return new Uint32Array(bytes.buffer);
  if (item instanceof Int32Array) return new Int32Array(bytes.buffer);
  if (item instanceof Float64Array) return new Float64Array(bytes.buffer);
  throw new TypeError(`a snapshot has no arrays of this kind: ${Object.prototype.toString.call(item)}`);
}

/**
 * Moves every array in the value to shared memory. Arrays that are already there stay the same objects, and an array
 * that appears twice stays one array.
 */
export function shareArrays<T>(value: T, done = new Map<unknown, unknown>()): T {
  const share = (item: unknown): unknown => {
    const known = done.get(item);
    if (known !== undefined) return known;
    const made = sharedItem(item, share);
    if (typeof item === "object" && item !== null) done.set(item, made);
    return made;
  };
  return share(value) as T; // each item is replaced by one of its own type
}

function sharedItem(item: unknown, share: (item: unknown) => unknown): unknown {
  if (ArrayBuffer.isView(item)) return sharedElements(item);
  if (Array.isArray(item)) return item.map(share);
  if (item instanceof Map) return new Map(Array.from(item, ([key, entry]) => [key, share(entry)]));
  if (item === null || typeof item !== "object" || item instanceof Set) return item;
  return Object.fromEntries(Object.entries(item).map(([key, entry]) => [key, share(entry)]));
}
