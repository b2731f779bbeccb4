import { describe, expect, test } from "bun:test";
import { choice, oneLine, readArguments, writeJson } from "../../src/terminal/command.ts";
import { refusalOf } from "../refusal.ts";

const OPTIONS = {
  "dry-run": { type: "boolean" },
  format: { type: "string" },
  map: { type: "string", multiple: true },
} as const;

describe("the arguments of a command", () => {
  test("are positionals, flags, texts and lists, in any order", () => {
    const args = readArguments(
      ["a.csv", "--map", "x=y", "--dry-run", "b.csv", "--map=z=w", "--format", "csv"],
      OPTIONS,
    );
    expect(args.positionals).toEqual(["a.csv", "b.csv"]);
    expect([args.flag("dry-run"), args.text("format"), args.list("map")]).toEqual([true, "csv", ["x=y", "z=w"]]);
  });

  test("that are not given are false, null and empty", () => {
    const args = readArguments([], OPTIONS);
    expect(args.positionals).toEqual([]);
    expect([args.flag("dry-run"), args.text("format"), args.list("map")]).toEqual([false, null, []]);
  });

  test("after -- are positionals, even with a dash", () => {
    expect(readArguments(["--", "--format"], OPTIONS).positionals).toEqual(["--format"]);
  });

  test("may begin with a dash after an equals sign; a dash alone is standard input", () => {
    expect(readArguments(["--format=-foo bar"], OPTIONS).text("format")).toBe("-foo bar");
    expect(readArguments(["--format", "-"], OPTIONS).text("format")).toBe("-");
  });

  test.each([
    [["--dryrun"], "unknown option --dryrun: did you mean --dry-run?"],
    [["--xyzzy"], "unknown option --xyzzy: --help lists all options"],
    [["-x"], "unknown option -x: --help lists all options"],
    [["--format"], "option --format needs a value"],
    [["--format="], "option --format needs a value"],
    [["a.csv", "--format="], "option --format needs a value"],
    [["--dry-run=yes"], "option --dry-run takes no value"],
    [["--format", "-foo bar"], 'the value of --format begins with a dash: write --format="-foo bar"'],
    [["--format", "-7d"], 'the value of --format begins with a dash: write --format="-7d"'],
    [["--map", "--- x"], 'the value of --map begins with a dash: write --map="--- x"'],
    [["--format", "--dry-run"], "option --format needs a value"],
    [["--constructor"], "unknown option --constructor: --help lists all options"],
    [["--__proto__", "x"], "unknown option --__proto__: --help lists all options"],
  ])("%p is refused with exit code 2", (argv, message) => {
    expect(refusalOf(() => readArguments(argv, OPTIONS))).toEqual({ message, exit_code: 2 });
  });
});

test("an option with a fixed list takes only its values", () => {
  const given = (...argv: string[]) => choice(readArguments(argv, OPTIONS), "format", ["csv", "json"]);
  expect(given()).toBeNull();
  expect(given("--format", "json")).toBe("json");
  expect(refusalOf(() => given("--format", "xml"))).toEqual({
    message: '--format is "xml": must be one of csv, json',
    exit_code: 2,
  });
});

test("a message stays on one line and cannot control the terminal", () => {
  expect(oneLine("a\r\n\tb\u001b[31mc\u0085d\u2028e\u202ef\u2066g")).toBe("a b [31mc d e f g");
  expect(oneLine("Zoë – “naïve” 💚")).toBe("Zoë – “naïve” 💚");
});

test("JSON is written for people, too: indented, with a line end", () => {
  const written: string[] = [];
  const terminal = { env: {}, out: (text: string) => void written.push(text), error: () => {}, interactive: false };
  writeJson({ ...terminal, now: () => new Date() }, { a: [1] });
  expect(written).toEqual(['{\n  "a": [\n    1\n  ]\n}\n']);
});
