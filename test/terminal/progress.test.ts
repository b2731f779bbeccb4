import { expect, test } from "bun:test";
import { openProgress } from "../../src/terminal/progress.ts";

function openTerminal(interactive: boolean) {
  const clock = { ms: 0 };
  const drawn: string[] = [];
  const terminal = {
    env: {},
    out: () => {},
    error: (text: string) => void drawn.push(text),
    interactive,
    now: () => new Date(clock.ms),
  };
  return { clock, drawn, terminal };
}

test("an import on a terminal shows rows, rate and time left, over itself, and clears the line", () => {
  const { clock, drawn, terminal } = openTerminal(true);
  const progress = openProgress(terminal, 4000);
  clock.ms = 2000;
  progress.draw({ rows: 16_000, bytes: 1000, size: 4000 });
  clock.ms = 2100;
  progress.draw({ rows: 17_000, bytes: 1100, size: 4000 });
  progress.clear();
  expect(drawn).toEqual(["\r\u001b[K16,000 rows, 8,000 a second, 6 s left", "\r\u001b[K"]);
});

test("of an archive the unpacked size counts", () => {
  const { clock, drawn, terminal } = openTerminal(true);
  const progress = openProgress(terminal, 400);
  clock.ms = 1000;
  progress.draw({ rows: 500, bytes: 1000, size: 10_000 });
  expect(drawn).toEqual(["\r\u001b[K500 rows, 500 a second, 9 s left"]);
});

test("where nobody looks nothing is drawn", () => {
  const { clock, drawn, terminal } = openTerminal(false);
  const progress = openProgress(terminal, 4000);
  clock.ms = 2000;
  progress.draw({ rows: 16_000, bytes: 1000, size: 4000 });
  progress.clear();
  expect(drawn).toEqual([]);
});
