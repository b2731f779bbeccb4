import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { candor } from "../commands/terminal.ts";
import { newFolder } from "../databases.ts";
import { pngFile } from "../pictures.ts";

const HEAD = "name: Tern\ntime_zone: America/New_York\n";

/** What candor check says of a profile with these lines, in a folder with these files. */
async function check(lines: string, files: Record<string, Uint8Array | string> = {}, name = "business.yaml") {
  const folder = newFolder();
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  mkdirSync(join(folder, "folder"));
  writeFileSync(join(folder, name), name.endsWith("json") ? lines : HEAD + lines);
  const { error } = await candor("sqlite:x", ["check", join(folder, name)]);
  return error.replaceAll(`${folder}/`, "").replace("candor: business.yaml, ", "").trimEnd();
}

describe("logo", () => {
  test("is a file beside the profile, known by its content", async () => {
    expect(await check("logo: harbor.svg\n", { "harbor.svg": pngFile(40, 40) })).toBe("");
    expect(await check("logo: ./logo.png\n", { "logo.png": "<svg/>" })).toBe(
      "line 3, column 7: logo: logo.png is neither a PNG nor a JPEG picture, whatever its name says",
    );
    expect(await check("logo: logo.png\n")).toStartWith("line 3, column 7: logo: logo.png cannot be read (ENOENT");
    expect(await check("logo: folder\n")).toBe("line 3, column 7: logo: folder is not a file");
    expect(await check("logo: logo.png\n", { "logo.png": Buffer.alloc(200_000) })).toBe(
      "line 3, column 7: logo: logo.png has 196 KB: the limit is 100 KB",
    );
    expect(await check("logo: https://h.example/logo.png\n")).toBe(
      "line 3, column 7: logo is an address: save the picture beside this file, and write its name",
    );
    expect(await check("logo: [a]\n")).toBe(
      "line 3, column 7: logo must be the name of a PNG or JPEG file beside this file, under 100 KB",
    );
  });
});

describe("accent_color", () => {
  test.each([
    ['accent_color: "#0b6a62"\n', ""],
    ['accent_color: "#0B6A62"\n', ""],
    [
      'accent_color: "#ff9900"\n',
      'line 3, column 15: accent_color #ff9900 is too light to read on the page: its contrast is 2.0:1, and 4.5:1 is needed; the nearest color that works is "#a76306"',
    ],
    [
      "accent_color: #0b6a62\n",
      'line 3, column 1: accent_color is empty, because # begins a comment: put the color in quotes, as in "#0b6a62"',
    ],
    [
      "accent_color: #0b6a62\nlanguage: en\n",
      'line 3, column 1: accent_color is empty, because # begins a comment: put the color in quotes, as in "#0b6a62"',
    ],
    ["accent_color:\n", ""],
    ["accent_color: # none yet\n", ""],
    [
      "accent_color: 0b6a62\n",
      'line 3, column 15: accent_color must be a color in quotes, such as "#0b6a62"; did you mean "#0b6a62"?',
    ],
    [
      'accent_color: "#046"\n',
      'line 3, column 15: accent_color must be a color in quotes, such as "#0b6a62"; did you mean "#004466"?',
    ],
    ["accent_color: teal\n", 'line 3, column 15: accent_color must be a color in quotes, such as "#0b6a62"'],
    [
      'accent_color: "#0b6a62;}body{display:none"\n',
      'line 3, column 15: accent_color must be a color in quotes, such as "#0b6a62"',
    ],
    ["accent_color: 123456\n", 'line 3, column 15: accent_color must be a color in quotes, such as "#0b6a62"'],
    ['colour: "#0b6a62"\n', "line 3, column 1: there is no colour; did you mean accent_color?"],
  ])("%j gives %j", async (line, fault) => {
    expect(await check(line)).toBe(fault);
  });
});
