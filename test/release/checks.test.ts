import { describe, expect, test } from "bun:test";
import { readManifest } from "../../release/manifest.ts";
import { findNotes } from "../../release/notes.ts";
import { buildArguments, manualCommand } from "../../release/programs.ts";
import { checkRelease } from "../../release/refusal.ts";
import { nameOfThisMachine, programName, TARGETS, type Target } from "../../release/targets.ts";
import { ROOT } from "../deploy/image-tree.ts";

const CHANGELOG = `# Changelog

About it.

## Unreleased

## 1.1.0 (2027-01-02)

- One.

### More

- Two.

## 1.1.0-beta

- Earlier.

## 1.0.0
`;

describe("the notes of a version", () => {
  test("are what is between its heading and the next version, with the smaller headings", () => {
    expect(findNotes(CHANGELOG, "1.1.0")).toBe("- One.\n\n### More\n\n- Two.\n");
    expect(findNotes(CHANGELOG, "1.1.0-beta")).toBe("- Earlier.\n");
  });

  test.each(["1.0.0", "1.1", "2.0.0", "Unreleased", "1.1.0-b"])("%s has none", (version) =>
    expect(findNotes(CHANGELOG, version)).toBeNull(),
  );
});

describe("a release is refused in one line", () => {
  const fine = {
    version: "1.0.0",
    tag: null,
    changed: [],
    notes: "- One.\n",
    runtime: { running: "1.4.4", wanted: "1.4.4" },
  };

  test("and made where nothing is wrong, with its tag or without one", () => {
    expect(checkRelease(fine)).toEqual({ notes: "- One.\n" });
    expect(checkRelease({ ...fine, tag: "v1.0.0" })).toEqual({ notes: "- One.\n" });
  });

  test.each([
    [
      { changed: ["src/cli.ts"] },
      "the working tree has changes that are not committed (src/cli.ts): commit or stash them",
    ],
    [
      { changed: ["a.ts", "b.ts", "c.ts"] },
      "the working tree has changes that are not committed (a.ts and 2 more): commit or stash them",
    ],
    [{ tag: "v1.0.1" }, "the tag v1.0.1 does not match version 1.0.0 in package.json: it must be v1.0.0"],
    [{ tag: "1.0.0" }, "the tag 1.0.0 does not match version 1.0.0 in package.json: it must be v1.0.0"],
    [{ notes: null }, 'CHANGELOG.md has no notes for version 1.0.0: write them under "## 1.0.0"'],
    [{ runtime: { running: "1.3.0", wanted: "1.4.4" } }, "this is Bun 1.3.0, and package.json names 1.4.4: run npm ci"],
  ])("with %j", (fault, refusal) => expect(checkRelease({ ...fine, ...fault })).toEqual({ refusal }));
});

describe("the programs", () => {
  test("are for eight kinds of machine, and this is one of them", () => {
    expect(TARGETS.map(({ name, bun_target, runtime_package }) => [name, bun_target, runtime_package])).toEqual([
      ["linux-x64", "bun-linux-x64", "@oven/bun-linux-x64"],
      ["linux-x64-musl", "bun-linux-x64-musl", "@oven/bun-linux-x64-musl"],
      ["linux-arm64", "bun-linux-arm64", "@oven/bun-linux-aarch64"],
      ["linux-arm64-musl", "bun-linux-arm64-musl", "@oven/bun-linux-aarch64-musl"],
      ["macos-x64", "bun-darwin-x64", "@oven/bun-darwin-x64"],
      ["macos-arm64", "bun-darwin-arm64", "@oven/bun-darwin-aarch64"],
      ["windows-x64", "bun-windows-x64", "@oven/bun-windows-x64"],
      ["windows-arm64", "bun-windows-arm64", "@oven/bun-windows-aarch64"],
    ]);
    expect(TARGETS.map(({ name }) => name)).toContain(nameOfThisMachine());
  });

  const manifest = {
    name: "candor-reviews",
    version: "1.0.0",
    files: [],
    scripts: { "build:binary": "bun build --compile --entry-naming [name].[ext] src/cli.ts --outfile dist/candor" },
    dependencies: { bun: "1.4.4" },
  };
  const named = (name: string): Target => TARGETS.find((target) => target.name === name) ?? TARGETS[0] ?? never();
  const never = (): never => {
    throw new Error("there are no targets");
  };

  test("are named by version and machine", () => {
    expect(programName("1.0.0", named("linux-arm64-musl"))).toBe("candor-1.0.0-linux-arm64-musl");
    expect(programName("1.0.0", named("windows-x64"))).toBe("candor-1.0.0-windows-x64.exe");
  });

  test("are built by the script build:binary, with the runtime of their machine", () => {
    expect(buildArguments(manifest, named("macos-arm64"), "/r/bun", "/d/candor")).toEqual([
      ...["build", "--compile", "--entry-naming", "[name].[ext]", "src/cli.ts"],
      ...["--target=bun-darwin-arm64", "--compile-executable-path=/r/bun", "--outfile", "/d/candor"],
    ]);
  });

  test("that cannot be built here come with a command that builds them", () => {
    expect(manualCommand(manifest, named("windows-arm64"))).toBe(
      "npm pack @oven/bun-windows-aarch64@1.4.4 && tar -xzf oven-bun-windows-aarch64-1.4.4.tgz && " +
        "node_modules/bun/bin/bun.exe build --compile --entry-naming '[name].[ext]' src/cli.ts " +
        "--target=bun-windows-arm64 --compile-executable-path=package/bin/bun.exe --outfile dist/candor-1.0.0-windows-arm64.exe",
    );
  });

  test("for macOS on x64 are signed on a Mac, and no others", () => {
    expect(TARGETS.filter(({ needs_codesign }) => needs_codesign).map(({ name }) => name)).toEqual(["macos-x64"]);
    expect(manualCommand(manifest, named("macos-x64"))).toEndWith(
      "dist/candor-1.0.0-macos-x64 && codesign --force --sign - dist/candor-1.0.0-macos-x64",
    );
  });

  test("have every thread of src as an entry point", () => {
    const script = readManifest(ROOT).scripts["build:binary"].split(" ");
    const threads = [...new Bun.Glob("src/**/*-worker.ts").scanSync(ROOT)];
    expect(script.filter((word) => word.endsWith(".ts")).toSorted()).toEqual(["src/cli.ts", ...threads].toSorted());
  });
});
