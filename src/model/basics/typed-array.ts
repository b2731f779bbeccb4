/*
 * The only way to read an element that must exist. An index outside the array throws, because a fallback such as 0
 * would cause a wrong answer elsewhere. There is one function per kind of array. A shared function is three to five
 * times slower, because the runtime then does not know which kind it reads. These cost the same as a plain read
 * (measured).
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
