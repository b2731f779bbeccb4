import { expect, test } from "bun:test";
import { createProgress } from "../../src/terminal/progress.ts";

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

test("on a terminal, an import redraws one line with rows, rate and time left, at most five times per second", () => {
  const { clock, drawn, terminal } = openTerminal(true);
  const progress = createProgress(terminal, 4000);
  clock.ms = 2000;
  progress.draw({ rows: 16_000, bytes: 1000, size: 4000 });
  clock.ms = 2100;
  progress.draw({ rows: 17_000, bytes: 1100, size: 4000 });
  clock.ms = 2200;
  progress.draw({ rows: 22_000, bytes: 2000, size: 4000 });
  progress.clear();
  expect(drawn).toEqual([
    "\r\u001b[K16,000 rows, 8,000 per second, 6 s left",
    "\r\u001b[K22,000 rows, 10,000 per second, 3 s left",
    "\r\u001b[K",
  ]);
});

test("the time left counts the unpacked size of an archive", () => {
  const { clock, drawn, terminal } = openTerminal(true);
  const progress = createProgress(terminal, 400);
  clock.ms = 1000;
  progress.draw({ rows: 500, bytes: 1000, size: 10_000 });
  expect(drawn).toEqual(["\r\u001b[K500 rows, 500 per second, 9 s left"]);
});

test("nothing is drawn when standard error is not a terminal", () => {
  const { clock, drawn, terminal } = openTerminal(false);
  const progress = createProgress(terminal, 4000);
  clock.ms = 2000;
  progress.draw({ rows: 16_000, bytes: 1000, size: 4000 });
  progress.clear();
  expect(drawn).toEqual([]);
});

test("nothing is drawn before the first row, and a line that was not drawn is not cleared", () => {
  const { clock, drawn, terminal } = openTerminal(true);
  const progress = createProgress(terminal, 4000);
  clock.ms = 2000;
  progress.draw({ rows: 0, bytes: 0, size: 4000 });
  progress.clear();
  expect(drawn).toEqual([]);
});
