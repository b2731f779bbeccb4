import { expect, test } from "bun:test";
import { DATABASES } from "../databases.ts";
import { deskOn } from "./desk-visitor.ts";
import { hiddenOf, publish, settled, upload } from "./upload-form.ts";

test.each(DATABASES)(
  "words are hidden and a held reply is reworded, and of two the second is told on $dialect",
  async ({ newDatabase }) => {
    const desk = await deskOn(await newDatabase());
    const visitor = await desk.signedIn();
    const table =
      'rating,date,name,review,reply,source\n5,2026-01-02,Ann Bee,Dial ring five five <b>now</b>.,"Your knee surgery went well!",yelp\n';
    const { location } = await upload(visitor, [["own.csv", table]]);
    await publish(visitor, location, (await settled(visitor, location)).text);
    await settled(visitor, location);
    const [found] = await desk.store.query<{ id: string }>("SELECT id FROM review");
    const page = `/reviews/${found?.id}`;
    expect((await visitor.see("/waiting")).text).toContain(`<a href="${page}#reword">Reword</a>`);
    const first = hiddenOf((await visitor.see(page)).text, "review");
    const other = await desk.signedIn();
    await other.see(page);
    const edit = (who: typeof visitor, seen: string, fields: [string, string][]) =>
      who.submit(`${page}/edit`, [["review", seen], ...fields]);
    const hide: [string, string][] = [
      ["edit", "hide"],
      ["words", " ring five five "],
    ];
    expect((await edit(visitor, first, [...hide, ["kind", ""]])).text).toContain("Say what the words reveal");
    expect((await edit(visitor, first, [...hide, ["kind", "phone"]])).location).toBe(page);
    const reply: [string, string][] = [
      ["edit", "reply"],
      ["reply", "Thank you!"],
    ];
    const late = await edit(other, first, reply);
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringContaining("changed meanwhile by the desk on this machine at"),
    ]);
    const second = hiddenOf((await visitor.see(page)).text, "review");
    expect((await edit(visitor, second, reply)).location).toBe(page);
    const [row] = await desk.store.query("SELECT text, reply_text, reply_state FROM review");
    expect(row).toEqual({
      text: "Dial [phone hidden by the business] now.",
      reply_text: "Thank you!",
      reply_state: "published",
    });
    const { text } = await visitor.see(page);
    for (const event of ["Words hidden by the business", "Reply reworded", "Take hiding back"])
      expect(text).toContain(event);
    expect((await visitor.see("/record")).text).toContain("Reworded a reply");
    await desk.store.close();
  },
);
