import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../../src/store/connection/open-store.ts";
import { candor } from "../../commands/terminal.ts";
import { newFolder, newSqliteDatabase } from "../../databases.ts";
import { encode } from "../../encode.ts";
import { FAST } from "../../length.ts";
import { buildZip } from "../../zip.ts";

const folder = newFolder();
const database = newSqliteDatabase();
const write = (name: string, data: string | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, data);
  return path;
};
const REVIEWS = "Takeout/Google Business Profile/account-1/location-2/reviews.json";

beforeAll(async () => (await openStore(database)).close());

/** The import fails with one clear line and exit code 1, and changes nothing. */
async function refuses(path: string, line: RegExp, code = 1) {
  const result = await candor(database, ["import", path]);
  expect(result.error).toMatch(line);
  expect(result.error.trim().split("\n")).toHaveLength(1);
  expect(result).toMatchObject({ code, out: "" });
  const status = await candor(database, ["status", "--json"]);
  expect(JSON.parse(status.out).dataset.version).toBe(0);
}

describe("an import prints one clear line and changes nothing if it gets", () => {
  test("a file that does not exist", () =>
    refuses(join(folder, "nowhere.csv"), /nowhere\.csv does not exist: check the path/));
  test("an empty file", () => refuses(write("empty.csv", ""), /empty\.csv is empty: export it again/));
  test("a blank file", () => refuses(write("blank.csv", " \n\n"), /blank\.csv is empty/));
  test("a folder without reviews", () => {
    mkdirSync(join(folder, "nothing"));
    return refuses(join(folder, "nothing"), /has no location-\*\/reviews\*\.json: give the unpacked Takeout folder/);
  });
  test("a truncated zip", () => {
    const zip = buildZip([{ name: REVIEWS, data: '{"reviews":[]}' }]);
    return refuses(
      write("cut.zip", zip.subarray(0, zip.length - 30)),
      /cut\.zip is a truncated or damaged zip: download it again/,
    );
  });
  test("a zip bomb by its directory", () => {
    const data = new Uint8Array(30 * 1024 * 1024).fill(32);
    return refuses(
      write("bomb.zip", buildZip([{ name: REVIEWS, data }])),
      /unpacks to far more data than it should \(a zip bomb\)/,
    );
  });
  test("a zip bomb that gives a false size", () => {
    const data = new Uint8Array(30 * 1024 * 1024).fill(32);
    const zip = buildZip([{ name: REVIEWS, data, claimed_size: 1000 }]);
    return refuses(write("liar.zip", zip), /liar\.zip (cannot be unpacked \(too many bytes|was refused)/);
  });
  test("a zip with too many entries", () => {
    const zip = Buffer.alloc(102); // the first entry's mark, then zip64: the directory's end, its place, an older end
    for (const [at, mark] of [
      [0, "PK\u0003\u0004"],
      [4, "PK\u0006\u0006"],
      [60, "PK\u0006\u0007"],
      [80, "PK\u0005\u0006"],
    ] as const)
      zip.write(mark, at);
    zip.writeBigUInt64LE(200_001n, 36);
    zip.writeBigUInt64LE(4n, 68);
    zip.writeUInt16LE(0xffff, 90);
    return refuses(write("many.zip", zip), /many\.zip has more than 200000 entries: give the folder instead/);
  });
  test("a path that leaves the archive", () => {
    const zip = buildZip([{ name: `../../${REVIEWS}`, data: "{}" }]);
    return refuses(write("escape.zip", zip), /escape\.zip was refused: the path of an entry leaves the archive/);
  });
  test("a damaged workbook", () => {
    const zip = buildZip([{ name: "xl/workbook.xml", data: "<x/>" }]);
    return refuses(write("book.xlsx", zip), /book\.xlsx is a damaged Excel workbook: save it again/);
  });
  test("an old Excel workbook, or one with a password", async () => {
    const ole = (stream: string) =>
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), Buffer.from(stream, "utf16le")]);
    await refuses(
      write("old.xls", ole("Workbook")),
      /old\.xls is an old Excel workbook \(\.xls\): open it and save it as \.xlsx or CSV/,
    );
    await refuses(write("secret.xlsx", ole("EncryptedPackage")), /secret\.xlsx is protected with a password/);
  });
  test("a zip with several tables", () => {
    const zip = buildZip([
      { name: "a.csv", data: "rating,date\n5,2026-01-01\n" },
      { name: "b/c.json", data: "[]" },
    ]);
    return refuses(write("two.zip", zip), /two\.zip has 2 tables: a\.csv, b\/c\.json\. Unpack it and give the one/);
  });
  test.skipIf(FAST)("JSON with one text of 150 MB, in limited memory", async () => {
    const path = join(folder, "huge.json");
    const file = Bun.file(path).writer();
    file.write('[{"rating":5,"date":"2026-01-01","text":"');
    for (let megabyte = 0; megabyte < 150; megabyte += 1) file.write("x".repeat(1024 * 1024));
    file.write('"}]');
    await file.end();
    const before = process.cpuUsage();
    await refuses(path, /huge\.json is broken JSON at line 1, column 2: a text is longer than 4 MB/);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
  });
  test("JSON that is nested 100,000 deep", () =>
    refuses(write("deep.json", "[".repeat(100_000)), /deep\.json is broken JSON .*nested more than 500 deep/));
  test("a folder with a loop of links", async () => {
    const loop = join(folder, "loop");
    mkdirSync(join(loop, "a"), { recursive: true });
    symlinkSync(loop, join(loop, "a", "b"));
    await refuses(loop, /loop (?:cannot be read|has no location)/);
  });
  test("a table whose letters were lost", () => {
    const rows = "5,2026-01-01,good\n".repeat(98);
    return refuses(
      write("lost.csv", `rating,date,text\n${rows}5,2026-01-02,caf\ufffd\n5,2026-01-03,\ufffdber\n`),
      /lost\.csv has lost letters in 2 of 100 rows/,
    );
  });
  test("a zip of something else", () => {
    return refuses(
      write("photos.zip", buildZip([{ name: "a.jpg", data: "x" }])),
      /has no Google Business Profile reviews and no table/,
    );
  });
  test("broken JSON, whose place it names", () => {
    const text =
      '{\n  "reviews": [\n    {"id": 1, "rating": 5, "date": "2026-01-01"},\n    {"id": 2, "rating": }\n  ]\n}';
    return refuses(write("broken.json", text), /broken\.json is broken JSON at line 4, column 5: /);
  });
  test("JSON that ends too early", () => {
    return refuses(
      write("half.json", '[{"rating": 5, "date": "2026'),
      /half\.json is broken JSON at line 1, column 2: the file ends in the middle/,
    );
  });
  test("a binary file", () => {
    return refuses(
      write("photo.jpg", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1])),
      /photo\.jpg is a binary file/,
    );
  });
  test("a PDF or a gzip archive", async () => {
    await refuses(write("a.pdf", "%PDF-1.7\n"), /is a PDF: export the reviews as CSV or JSON/);
    await refuses(write("a.tgz", Bun.gzipSync(new Uint8Array(10))), /is a gzip archive: unpack it/);
  });
  test("a file without rows that look like reviews", async () => {
    await refuses(
      write("list.json", '[{"a":1}]'),
      /list\.json has no rows that look like reviews: each needs a rating and a date/,
    );
    await refuses(
      write("list.csv", "a,b\n1,2\n"),
      /list\.csv has no column that looks like rating or date; it has a, b\. Name the column: --map rating=COLUMN/,
    );
    await refuses(
      write("steered.csv", `"a\nb\u001b[2J${"c".repeat(50)}",d\n1,2\n`),
      /it has a b \[2Jc{32}…, d\. Name the column: --map rating=COLUMN\n$/,
    );
    await refuses(write("page.html", "<html><p>5 stars</p></html>"), /page\.html is a web page without JSON-LD/);
    await refuses(write("head.csv", "rating,date\n"), /head\.csv has no rows/);
  });
  test("a file in the wrong encoding", async () => {
    const latin = new Uint8Array([
      ...Buffer.from('[{"rating":5,"date":"2026-01-01","text":"caf'),
      0xe9,
      ...Buffer.from('"}]'),
    ]);
    await refuses(write("latin.json", latin), /latin\.json is not UTF-8, as JSON must be: save it as UTF-8/);
    const noise = Buffer.concat([
      Buffer.from("rating,date,text\n5,2026-01-01,"),
      Buffer.from([0xd7, 0xf7, 0xac, 0xb1, 10]),
    ]);
    await refuses(write("noise.csv", noise), /noise\.csv is not UTF-8 and .*: save it as UTF-8, or name its encoding/);
  });
  test("a file with a NUL", () => {
    const text = `rating,date,text\n${"5,2026-01-01,good\n".repeat(5000)}5,2026-01-01,go\u0000od\n`;
    return refuses(write("nul.csv", text), /nul\.csv contains a NUL after byte \d+/);
  });
  test.skipIf(FAST)("a table with ten million columns", () => {
    return refuses(
      write("wide.csv", `${"a,".repeat(10_000_000)}a\n`),
      /wide\.csv is a broken table: its first line, which should hold the column names, is longer than 65536 bytes/,
    );
  });
  test.skipIf(FAST)("a table with ten million cells in a row", () => {
    return refuses(
      write("row.csv", `rating,date\n${"5,".repeat(10_000_000)}\n`),
      /row\.csv is a broken table.*a row is larger than 1 MB/,
    );
  });
  test("a table with a quote that never closes", () => {
    return refuses(
      write("quote.csv", `rating,date,text\n5,2026-01-01,"${"open ".repeat(300_000)}`),
      /quote\.csv is a broken table/,
    );
  });
});

describe("bad rows are rejected with a reason, the others are imported", () => {
  const rows = async (csv: string, ...options: string[]) => {
    const store = newSqliteDatabase();
    return candor(store, ["import", write("rows.csv", csv), "--verified-by", "operator", ...options]);
  };
  const HEAD = "rating,date,text\n5,2026-01-01,fine\n";

  test("each kind of bad row is rejected, with exit code 0", async () => {
    const { code, out, error } = await rows(
      `${HEAD}5,2031-01-01,future\n6,2026-01-01,six\n0,2026-01-01,zero\n4.5,2026-01-01,half\n5,,no date\n5,yesterday,words\n,2026-01-01,no rating\n5,2026-01-01,${"x".repeat(20_001)}\n5,2026-02-30,no day\n5,2026-01-01,a,b\n`,
      "--scale",
      "5",
    );
    expect(code).toBe(0);
    const path = join(folder, "rows.csv");
    expect(error.split("\n")).toEqual([
      `${path}, row 3: date 2031-01-01 is in the future`,
      `${path}, row 4: rating "6" is not a whole number from 1 to 5`,
      `${path}, row 5: rating "0" is not a whole number from 1 to 5`,
      `${path}, row 6: rating "4.5" is not a whole number from 1 to 5`,
      `${path}, row 7: no date`,
      `${path}, row 8: date "yesterday" counts from a day that the file does not name: export the reviews with their dates`,
      `${path}, row 9: no rating`,
      `${path}, row 10: text has 20001 characters; the limit is 20000`,
      `${path}, row 11: date "2026-02-30" is not understood`,
      `${path}, row 12: the row has 4 cells but the header has 3: put quotes around text that contains the delimiter`,
      "",
    ]);
    expect(out).toContain("read 11 = added 1 + rejected 10\n");
  });

  test("the exit code is 1 if every row was rejected", async () => {
    const { code, error } = await rows("rating,date\n0,2026-01-01\n");
    expect(code).toBe(1);
    expect(error).toEndWith("candor: every row was rejected: nothing was changed\n");
  });

  test("with --strict the exit code is 1 if any row was rejected, and nothing is imported", async () => {
    const { code, error, out } = await rows(`${HEAD}0,2026-01-01,bad\n`, "--strict", "--json");
    expect(code).toBe(1);
    expect(error).toEndWith("candor: rows were rejected and --strict was given: nothing was changed\n");
    expect(JSON.parse(out)).toMatchObject({ added: 1, rejected: 1, version: null });
  });

  test("--rejects writes a table that a spreadsheet opens safely", async () => {
    const path = join(folder, "=rejects.csv");
    await rows(`${HEAD}=1+1,2026-01-01,bad\n`, "--rejects", path);
    expect(await Bun.file(path).text()).toBe(
      `file,row,reason\r\n"${join(folder, "rows.csv")}","3","rating ""=1+1"" is not understood"\r\n`,
    );
  });

  test("the file of --rejects, which repeats what people wrote, is for its owner alone", async () => {
    const path = join(folder, "rejects.csv");
    const before = process.umask(0);
    try {
      await rows(`${HEAD}=1+1,2026-01-01,bad\n`, "--rejects", path);
    } finally {
      process.umask(before);
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

test.each([
  ["shift_jis", "肩の痛みがなくなりました。", 0xff, /its encoding is not known/],
  [
    "windows-1253",
    "Πολύ καλή εξυπηρέτηση, το συνιστώ.",
    0xd2,
    /looks like windows-1253 but has bytes that are no letters/,
  ],
] as const)("a file in %s with a byte that the encoding does not have", async (encoding, text, byte, line) => {
  const table = encode(`rating,date,text\n5,2026-01-01,"${text}"\n`, encoding);
  await refuses(write("damaged.csv", Buffer.concat([table, Uint8Array.of(byte)])), line);
});
