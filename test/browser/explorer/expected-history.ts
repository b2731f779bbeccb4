export function sorted(query: URLSearchParams): string {
  query.sort();
  return String(query);
}

/** The searches that the history holds after a person's steps, and the one that the page is at. */
export function openExpectedHistory() {
  const entries = [""];
  let at = 0;
  let typing = false;
  return {
    now: () => new URLSearchParams(entries[at]),
    count: () => entries.length,
    /** A search with another filter is a new entry, but what is typed in one go is one. */
    change(name: string, value: string | null, typed: boolean) {
      const query = new URLSearchParams(entries[at]);
      query.delete(name);
      if (value) query.set(name, value);
      if (sorted(query) === entries[at]) return;
      if (!typed || !typing) at++;
      entries.splice(at, entries.length, sorted(query));
      typing = typed;
    },
    stopTyping() {
      typing = false;
    },
    /** Goes back or forward; false if there is no such entry. */
    move(by: 1 | -1): boolean {
      if (entries[at + by] === undefined) return false;
      at += by;
      typing = false;
      return true;
    },
  };
}
