import { expect, test } from "bun:test";
import { DATABASES } from "../databases.ts";
import { deskOn } from "./desk-visitor.ts";
import { publish, settled, upload } from "./upload-form.ts";

test.each(DATABASES)(
  "doubtful words wait with their words, and are shown or stay hidden on $dialect",
  async ({ newDatabase }) => {
    const desk = await deskOn(await newDatabase());
    const visitor = await desk.signedIn();
    const table =
      "rating,date,name,review,source\n5,2026-01-02,Ann Bee,Lincoln Waters is nice.,yelp\n4,2026-01-03,Cy Dee,Lincoln Waters is <b>fine</b>.,yelp\n";
    const { location } = await upload(visitor, [["own.csv", table]]);
    await publish(visitor, location, (await settled(visitor, location)).text);
    await settled(visitor, location);
    const page = (await visitor.see("/waiting")).text;
    const section = /<section id="doubtful_words">[\s\S]*?<\/section>/.exec(page)?.[0] ?? "";
    expect(section).toContain("<mark>Lincoln W.</mark> is nice.");
    expect(section).toContain("Hidden: “Lincoln Waters”, shown as “Lincoln W.”");
    expect(section).not.toContain("<b>fine");
    const boxes = [...section.matchAll(/name="review" value="([^"]+)"/g)].map(([, value = ""]) => value);
    expect(boxes).toHaveLength(2);
    const [cy = "", ann = ""] = boxes;
    const decide = (decision: string, box: string) =>
      visitor.submit("/waiting", [
        ["kind", "doubtful_words"],
        ["decision", decision],
        ["review", box],
      ]);
    expect((await decide("words_show", ann)).location).toBe("/waiting");
    expect((await decide("words_hide", cy)).location).toBe("/waiting");
    const texts = async () => (await desk.store.query("SELECT text FROM review ORDER BY date")).map(({ text }) => text);
    expect(await texts()).toEqual(["Lincoln Waters is nice.", "Lincoln W. is fine."]);
    expect((await visitor.see("/waiting")).text).not.toContain("doubtful_words");
    const [id = ""] = ann.split("@");
    const one = await visitor.see(`/reviews/${id}`);
    expect(one.text).toContain("Words shown");
    const box = /name="review" value="([^"]+)"/.exec(one.text)?.[1] ?? "";
    const back = await visitor.submit(`/reviews/${id}/decide`, [
      ["decision", "words_hide"],
      ["review", box],
    ]);
    expect(back.location).toBe(`/reviews/${id}`);
    expect((await texts())[0]).toBe("Lincoln W. is nice.");
    expect((await visitor.see("/record")).text).toContain("Showed words that were hidden in doubt");
    await desk.store.close();
  },
);
