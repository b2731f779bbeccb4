import { serve } from "../serve/serve.ts";
import type { Command } from "../terminal/command.ts";

export const command: Command = {
  usage: `Usage: candor serve [--demo]

Serves the reviews over HTTP until SIGTERM or Ctrl-C.

  --demo   load the demonstration clinic if the database is empty; every page then says
           that its reviews are made up

Settings choose the address, the port and the database: candor settings lists them.

Examples:
  candor serve
  candor serve --demo
`,
  options: { demo: { type: "boolean" } },
  run: (args, terminal) => serve(terminal, { demo: args.flag("demo") }),
};
