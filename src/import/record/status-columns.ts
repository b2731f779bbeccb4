import { isDoubtful, saysLittle } from "./may-publish.ts";
import { choose, OpenQuestions, quoteHeader } from "./open-questions.ts";

/** Remembers what columns with a status say that may mean that a review is not shown. */
export function createStatuses() {
  const doubtful = new Map<string, string>();
  return {
    note(header: string, value: unknown): void {
      if (saysLittle(header) && isDoubtful(value) && !doubtful.has(header)) doubtful.set(header, String(value));
    },
    check(file: string, header = ""): void {
      const value = doubtful.get(header);
      if (value === undefined) return;
      throw new OpenQuestions([
        {
          id: `status:${header}`,
          kind: "column",
          file,
          column: header,
          values: [],
          text:
            `${file} has rows whose column ${quoteHeader(header)} says ${value}. ` +
            `If these reviews are not public, use --map status=${quoteHeader(header)} and they are left out; ` +
            "if it says something else, use --map status=none",
          choices: [
            choose("these reviews are not public: leave them out", { map: { status: header } }),
            choose("it says something else", { map: { status: "none" } }),
          ],
        },
      ]);
    },
  };
}
