import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { forgetHidden, hideWords } from "../../src/owner/hide-words.ts";
import { restoreBackup } from "../../src/owner/restore-backup.ts";
import { rewordReply } from "../../src/owner/reword-reply.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { candor } from "../commands/terminal.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { openImports } from "./imports.ts";

const HEAD = "id,name,rating,date,review,reply";
const TELLS = "We were glad to treat your shoulder last month.";
const row = (text: string, reply = "", rating = 5) => `1,Ann Bee,${rating},2026-01-01,${text},${reply}`;

describe.each(DATABASES)("what the owner changes in a review in $dialect", ({ newDatabase }) => {
  const { open, deps, load, undo, idOf, pass } = openImports(HEAD);
  let store: Store;
  beforeEach(async () => {
    store = await open(await newDatabase());
  });
  afterEach(() => store.close());

  const stored = async () => {
    const [found] = await store.query("SELECT text, redactions, reply_text, reply_state FROM review");
    return found;
  };
  const hide = async (words: string) => {
    pass(60_000);
    return hideWords(deps(), await idOf("1"), { words, kind: "phone" });
  };
  const reword = async (reply: string) => {
    pass(60_000);
    return rewordReply(deps(), await idOf("1"), reply);
  };

  test("words are hidden wherever they are, and stay hidden through imports and undo", async () => {
    const text = "Dial ring five five twice. Really: ring five five!";
    const hidden = "Dial [phone hidden by the business] twice. Really: [phone hidden by the business]!";
    await load([row(text)]);
    await load([row(text, "", 4)]);
    expect(await hide("ring six")).toBe("not_found");
    expect(await hide(" r ")).toBe("too_short");
    expect(await hide("ring five five")).toBe("hidden");
    expect(await stored()).toMatchObject({ text: hidden, redactions: '[{"kind":"phone","count":2}]' });
    for (const table of ["review", "former_review", "review_revision", "owner_edit"])
      expect(JSON.stringify(await store.query(`SELECT * FROM ${table}`))).not.toContain("ring five");
    expect(await load([row(text, "", 4)])).toMatchObject({ unchanged: 1, run: null });
    await undo();
    expect(await stored()).toMatchObject({ text: hidden, redactions: '[{"kind":"phone","count":2}]' });
    await load([row(`Now. ${text}`)]);
    expect((await stored())?.text).toBe(`Now. ${hidden}`);
    await forgetHidden(deps(), await idOf("1"));
    await load([row(text)]);
    expect(await stored()).toMatchObject({ text, redactions: "[]" });
  });

  test("a reply is reworded and checked again, and the source's words do not come back", async () => {
    await load([row("Good.", TELLS)]);
    expect((await stored())?.reply_state).toBe("held");
    expect(await reword(" ")).toBe("empty");
    expect(await reword("Thank you! Call 541-555-0137.")).toBe("published");
    expect(await stored()).toMatchObject({ reply_text: "Thank you! Call [phone].", reply_state: "published" });
    expect(await load([row("Good.", TELLS)])).toMatchObject({ unchanged: 1, run: null });
    await load([row("Good.", TELLS, 4)]);
    await undo();
    expect((await stored())?.reply_text).toBe("Thank you! Call [phone].");
    expect(await reword(TELLS.replace("last month", "in May"))).toBe("held");
    expect((await stored())?.reply_state).toBe("held");
    expect(await reword("Thank you!")).toBe("published");
    expect(await reword("Thank you!")).toBe("unchanged");
    await load([row("Good.", "We are glad!")]);
    expect((await stored())?.reply_text).toBe("We are glad!");
    await load([row("Good.", TELLS)]);
    expect((await stored())?.reply_text).toBe("Thank you!");
  });
});

test("what is hidden and reworded stays so in a restored backup from before", async () => {
  const { open, deps, load, idOf, pass } = openImports(HEAD);
  const [path, backup] = [join(newFolder(), "candor.db"), join(newFolder(), "backup.db")];
  let store = await open(`sqlite:${path}`);
  await load([row("Dial ring five five.", TELLS)]);
  expect((await candor(`sqlite:${path}`, ["backup", backup])).code).toBe(0);
  pass(60_000);
  await hideWords(deps(), await idOf("1"), { words: "ring five five", kind: "phone" });
  await rewordReply(deps(), await idOf("1"), "Thank you!");
  await store.close();
  await restoreBackup({ path, file: backup, ledgers: [], now: deps().now, notice: () => {} });
  store = await openStore(`sqlite:${path}`);
  expect(await store.query("SELECT text, reply_text, reply_state FROM review")).toEqual([
    { text: "Dial [phone hidden by the business].", reply_text: "Thank you!", reply_state: "published" },
  ]);
  await store.close();
});
