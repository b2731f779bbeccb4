import { type ParseArgsConfig, parseArgs } from "node:util";
import { usageError } from "../operator-error.ts";
import { suggest } from "../spelling.ts";

/** Everything that a command reads from and writes to. It is an argument, so that a test needs no process. */
export type Terminal = {
  env: Record<string, string | undefined>;
  /** For each setting in `env` that comes from a file: which file. */
  origins?: Readonly<Record<string, string>>;
  out(text: string): void;
  error(text: string): void;
  /** Whether standard error is a terminal. Progress is shown only there. */
  interactive: boolean;
  /** Asks a question and returns the answer. Exists only if standard input is a terminal. */
  ask?: (question: string) => Promise<string>;
  now: () => Date;
};

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Each command has a line in the table of cli.ts and a file in commands/. `run` returns the exit code. */
export type Command = {
  /** Shown by --help. */
  usage: string;
  options: Options;
  run(args: Arguments, terminal: Terminal): Promise<number>;
};

export type Arguments = {
  positionals: string[];
  flag(name: string): boolean;
  text(name: string): string | null;
  list(name: string): string[];
};

function unknownOption(option: string, options: Options): Error {
  const near = suggest(option.replace(/^-+/, ""), Object.keys(options));
  return usageError(`unknown option ${option}: ${near ? `did you mean --${near}?` : "--help lists all options"}`);
}

/** `--text -foo` could also be two options. Only an equals sign makes it clear. */
function refuseDash(name: string, value: string, options: Options): Error {
  const [word = ""] = value.replace(/^--/, "").split("=");
  if (value.startsWith("--") && Object.hasOwn(options, word)) return usageError(`option --${name} needs a value`);
  return usageError(`the value of --${name} begins with a dash: write --${name}=${JSON.stringify(value)}`);
}

/** Parses a command's arguments. It checks them itself, because the messages of `parseArgs` are for programmers. */
export function readArguments(argv: readonly string[], options: Options): Arguments {
  const { tokens, values, positionals } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) throw unknownOption(token.rawName, options);
    if (option.type === "string" && (token.value === undefined || token.value === "")) {
      throw usageError(`option --${token.name} needs a value`);
    }
    if (option.type === "string" && !token.inlineValue && /^-./s.test(token.value ?? ""))
      throw refuseDash(token.name, token.value ?? "", options);
    if (option.type === "boolean" && token.value !== undefined)
      throw usageError(`option --${token.name} takes no value`);
  }
  return {
    positionals,
    flag: (name) => values[name] === true,
    text: (name) => {
      const value = values[name];
      return typeof value === "string" ? value : null;
    },
    list: (name) => {
      const value = values[name];
      return Array.isArray(value) ? value.filter((part) => typeof part === "string") : [];
    },
  };
}

/** The value of an option that allows only `values`. Null if the option is not given. */
export function choice<const T extends readonly string[]>(
  args: Pick<Arguments, "text">,
  name: string,
  values: T,
): T[number] | null {
  const given = args.text(name);
  if (given === null) return null;
  const found = values.find((value) => value === given);
  if (found === undefined)
    throw usageError(`--${name} is ${JSON.stringify(given)}: must be one of ${values.join(", ")}`);
  return found;
}

/** A message may quote a file. The file's bytes must not break the line or control the terminal. */
export const oneLine = (message: string): string =>
  message.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ");

export const writeJson = (terminal: Terminal, value: unknown) => terminal.out(`${JSON.stringify(value, null, 2)}\n`);

/** Whether the answer to a question on the terminal is yes. */
export const askYes = async (ask: NonNullable<Terminal["ask"]>, question: string): Promise<boolean> =>
  /^\s*y(?:es)?\s*$/i.test(await ask(`${question} (y/n) `));
