/*
 * The one way to read an element that must be there. A place outside the array throws: a fallback such as 0 would turn
 * the fault into a wrong answer somewhere else. One function per kind of array: a shared one is three to five times
 * slower, because the runtime then no longer knows which kind it reads; these cost the same as a bare read (measured).
 */
function outside(index: number, length: number): never {
  throw new RangeError(`index ${index} is outside an array of ${length}`);
}

export const u8At = (array: Uint8Array, index: number): number => array[index] ?? outside(index, array.length);
export const u16At = (array: Uint16Array, index: number): number => array[index] ?? outside(index, array.length);
export const u32At = (array: Uint32Array, index: number): number => array[index] ?? outside(index, array.length);
export const i8At = (array: Int8Array, index: number): number => array[index] ?? outside(index, array.length);
export const i16At = (array: Int16Array, index: number): number => array[index] ?? outside(index, array.length);
export const i32At = (array: Int32Array, index: number): number => array[index] ?? outside(index, array.length);
export const f32At = (array: Float32Array, index: number): number => array[index] ?? outside(index, array.length);
export const f64At = (array: Float64Array, index: number): number => array[index] ?? outside(index, array.length);

/** The same for a list whose elements are never undefined. */
export const itemAt = <T extends {}>(list: readonly T[], index: number): T =>
  list[index] ?? outside(index, list.length);
