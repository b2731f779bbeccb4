import { serve } from "../serve/serve.ts";
import type { Command } from "../terminal/command.ts";

export const command: Command = {
  usage: `Usage: candor serve [--demo]

Serves the reviews over HTTP until it is stopped (SIGTERM or Ctrl-C).

  --demo   load the demonstration clinic if the store is empty; everything served then says so

Where it listens and what it stores in are settings: candor settings lists them.
`,
  options: { demo: { type: "boolean" } },
  run: (args, terminal) => serve(terminal, { demo: args.flag("demo") }),
};
