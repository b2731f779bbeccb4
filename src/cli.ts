import { createInterface } from "node:readline/promises";
import { describeError, hidePasswords } from "./log.ts";
import { OperatorError, usageError } from "./operator-error.ts";
import { suggest } from "./spelling.ts";
import { type Command, oneLine, readArguments, type Terminal } from "./terminal/command.ts";
import { readSettingsFiles, type SettingsPlaces, takeEnvOption } from "./terminal/settings-files.ts";
import { VERSION } from "./version.ts";

const NO_PLACES: SettingsPlaces = { folder: ".", system: "" };

/** Every command with its summary and its file. The file is loaded when the command is called. */
const COMMANDS: Record<string, { summary: string; load: () => Promise<Command> }> = {
  init: {
    summary: "write a profile and settings to fill in",
    load: async () => (await import("./commands/init.ts")).initCommand,
  },
  serve: { summary: "run the service", load: async () => (await import("./commands/serve.ts")).serveCommand },
  desk: {
    summary: "do everything in a browser, on this machine",
    load: async () => (await import("./commands/desk.ts")).deskCommand,
  },
  import: {
    summary: "import reviews from files",
    load: async () => (await import("./commands/import.ts")).importCommand,
  },
  sync: {
    summary: "read reviews from folders and URLs by themselves",
    load: async () => (await import("./commands/sync.ts")).syncCommand,
  },
  business: {
    summary: "set the business profile",
    load: async () => (await import("./commands/business.ts")).businessCommand,
  },
  add: { summary: "add one review by hand", load: async () => (await import("./commands/add.ts")).addCommand },
  undo: { summary: "take an import back", load: async () => (await import("./commands/undo.ts")).undoCommand },
  show: {
    summary: "show a review as it is stored, and its history",
    load: async () => (await import("./commands/show.ts")).showCommand,
  },
  waiting: {
    summary: "list everything that waits for your decision",
    load: async () => (await import("./commands/waiting.ts")).waitingCommand,
  },
  accept: {
    summary: "do what a source asks for",
    load: async () => (await import("./commands/accept.ts")).acceptCommand,
  },
  refuse: {
    summary: "leave reviews as they are, whatever a source asks for",
    load: async () => (await import("./commands/refuse.ts")).refuseCommand,
  },
  verify: { summary: "publish held reviews", load: async () => (await import("./commands/verify.ts")).verifyCommand },
  same: {
    summary: "say that look-alikes are one review",
    load: async () => (await import("./commands/same.ts")).sameCommand,
  },
  different: {
    summary: "say that look-alikes are reviews of their own",
    load: async () => (await import("./commands/different.ts")).differentCommand,
  },
  words: {
    summary: "decide about words that were hidden in doubt",
    load: async () => (await import("./commands/words.ts")).wordsCommand,
  },
  consent: {
    summary: "answer for authors who did not clearly agree to publication",
    load: async () => (await import("./commands/consent.ts")).consentCommand,
  },
  withhold: {
    summary: "withhold reviews for a legal reason",
    load: async () => (await import("./commands/withhold.ts")).withholdCommand,
  },
  erase: { summary: "erase reviews permanently", load: async () => (await import("./commands/erase.ts")).eraseCommand },
  person: {
    summary: "show, export or erase what is stored of a person",
    load: async () => (await import("./commands/person.ts")).personCommand,
  },
  reply: {
    summary: "read, publish or drop a held owner reply",
    load: async () => (await import("./commands/reply.ts")).replyCommand,
  },
  status: {
    summary: "show what is stored and what needs a decision",
    load: async () => (await import("./commands/status.ts")).statusCommand,
  },
  digest: {
    summary: "report what is new, as plain text for a mail",
    load: async () => (await import("./commands/digest.ts")).digestCommand,
  },
  subscriptions: {
    summary: "list the hub's subscriptions and their deliveries",
    load: async () => (await import("./commands/subscriptions.ts")).subscriptionsCommand,
  },
  check: {
    summary: "validate a file without a database",
    load: async () => (await import("./commands/check.ts")).checkCommand,
  },
  analyze: {
    summary: "run the insights engine on any text",
    load: async () => (await import("./commands/analyze.ts")).analyzeCommand,
  },
  backup: {
    summary: "copy the SQLite database, even while serving",
    load: async () => (await import("./commands/backup.ts")).backupCommand,
  },
  restore: {
    summary: "put a backup of the SQLite database back",
    load: async () => (await import("./commands/restore.ts")).restoreCommand,
  },
  export: {
    summary: "write every document as files for a static host",
    load: async () => (await import("./commands/export.ts")).exportCommand,
  },
  doctor: {
    summary: "find what is wrong and how to fix it",
    load: async () => (await import("./commands/doctor.ts")).doctorCommand,
  },
  settings: {
    summary: "list every setting and where its value comes from",
    load: async () => (await import("./commands/settings.ts")).settingsCommand,
  },
};

function help(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `candor publishes the verified reviews of a local business as open data.

Usage: candor COMMAND [options]

${lines.join("\n")}

candor help COMMAND explains a command and shows examples; candor --version prints the version.
Every command takes --env FILE, a file of settings.
To start:
  candor init                      write business.yaml and candor.env, to fill in
  candor business business.yaml    set the profile
  candor import takeout.zip        import an export from Google, Yelp and others, or a CSV
  candor serve                     serve pages and data at http://localhost:8080
To try it with made-up reviews: candor serve --demo
`;
}

async function loadCommand(name: string): Promise<Command> {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry) return entry.load();
  const near = suggest(name, Object.keys(COMMANDS));
  throw usageError(`unknown command ${name}: ${near ? `did you mean ${near}?` : "candor --help lists all commands"}`);
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined) {
    terminal.error(help());
    return 2;
  }
  if (name === "--version" || name === "-V") {
    terminal.out(`${VERSION}\n`);
    return 0;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    const [asked] = rest;
    terminal.out(asked === undefined ? help() : (await loadCommand(asked)).usage);
    return 0;
  }
  const command = await loadCommand(name);
  if (rest.includes("--help") || rest.includes("-h")) {
    terminal.out(command.usage);
    return 0;
  }
  return command.run(readArguments(rest, command.options), terminal);
}

/**
 * Runs one command and returns the exit code: 0 for success, 1 for a failure, 2 for a wrong command line or setting.
 * Without `places`, settings come only from the environment and --env.
 */
export async function runCli(argv: readonly string[], terminal: Terminal, places?: SettingsPlaces): Promise<number> {
  try {
    const { argv: rest, file } = takeEnvOption(argv);
    if (file === null && !places) return await dispatch(rest, terminal);
    const settings = readSettingsFiles(terminal.env, file, places ?? NO_PLACES);
    return await dispatch(rest, { ...terminal, ...settings });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    for (const line of error.lines) terminal.error(`candor: ${oneLine(hidePasswords(line))}\n`);
    return error.exit_code;
  }
}

let is_cut = false;

/**
 * Output that cannot be written stops no work and no server. `candor status | head` closes the pipe early, which is not
 * an error; a full disk is one.
 */
function writeTo(stream: NodeJS.WriteStream) {
  stream.on("error", (error) => {
    if (stream !== process.stdout || is_cut || ("code" in error && error.code === "EPIPE")) return;
    is_cut = true;
    process.stderr.write(
      `candor: not all output could be written (${error.message}): send it to a place that has room\n`,
    );
    process.exitCode ||= 1;
  });
  return (text: string): void => void stream.write(text);
}

async function askOnTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // The terminal is in raw mode here: Ctrl-C is a key, and no signal.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

if (import.meta.main) {
  const terminal: Terminal = {
    env: process.env,
    out: writeTo(process.stdout),
    error: writeTo(process.stderr),
    interactive: process.stderr.isTTY === true,
    ...(process.stdin.isTTY ? { ask: askOnTerminal } : {}),
    now: () => new Date(),
  };
  const places = { folder: process.cwd(), system: "/etc/candor.env" };
  const code = await runCli(process.argv.slice(2), terminal, places).catch((error) => {
    const { error: message, stack } = describeError(error);
    process.stderr.write(`${hidePasswords(stack ?? message)}\n`);
    return 1;
  });
  process.exitCode = code || (is_cut ? 1 : 0);
}
