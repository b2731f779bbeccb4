/** Every buffer in a value, so that a thread can transfer it instead of copying it. */
export function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (value instanceof Map) {
    for (const item of value.values()) buffersOf(item, found);
  } else if (value !== null && typeof value === "object" && !(value instanceof Set)) {
    for (const item of Object.values(value)) buffersOf(item, found);
  }
  return [...found];
}
