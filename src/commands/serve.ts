import { serve } from "../serve/run-service.ts";
import type { Command } from "../terminal/command.ts";

export const serveCommand: Command = {
  usage: `Usage: candor serve [--demo]

Serves the reviews over HTTP until SIGTERM or Ctrl-C.

  --demo   serve the demonstration clinic, whose reviews are made up and say so, from a
           database of its own: ./data/demo.db, or DATABASE_URL if it is set in the
           environment itself and that database is new or a demonstration

Settings choose the address, the port and the database: candor settings lists them.

Examples:
  candor serve
  PORT=8081 candor serve --demo
`,
  options: { demo: { type: "boolean" } },
  run: (args, terminal) => serve(terminal, { demo: args.flag("demo") }),
};
