/** Calls `make` at the first use, and keeps nothing but its value. */
export function onFirstUse<T>(make: () => T): () => T {
  let state: { make: () => T } | { value: T } = { make };
  return () => {
    if ("make" in state) state = { value: state.make() };
    return state.value;
  };
}
