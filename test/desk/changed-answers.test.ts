import { expect, test } from "bun:test";
import { deskOn } from "./desk-visitor.ts";
import { hiddenOf, publish, settled, upload } from "./upload-form.ts";

type Fields = [string, string][];

/** Every field of the form "How the file is read", as a browser would send it. */
function settingsOf(text: string): Fields {
  const form = text.slice(text.indexOf('name="settings"'));
  const fields: Fields = [
    ["revision", hiddenOf(text, "revision")],
    ["settings", "1"],
  ];
  for (const [, name = "", options = ""] of form.matchAll(/<select[^>]* name="([^"]+)"[^>]*>(.*?)<\/select>/gs))
    fields.push([name, /value="([^"]*)" selected/.exec(options)?.[1] ?? ""]);
  for (const [, name = "", value = ""] of form.matchAll(/type="checkbox" name="([^"]+)" value="([^"]*)" checked/g))
    fields.push([name, value]);
  return fields;
}
const without = (fields: Fields, name: string): Fields => fields.filter(([one]) => one !== name);

const SURVEY =
  "rating,date,name,review,May we publish this?\n5,2026-01-02,Ann Bee,One.,Yes\n" +
  "4,2026-01-03,Cy Dee,Two.,Only on your site\n3,2026-01-04,Di Ek,Three.,No\n2,2026-01-05,Ed Fa,Four.,\n";
const MORE_CHECKED: Fields = [["verified_by", "operator"]];

test("what a consent column means can be changed that was recognized by itself", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const { location } = await upload(visitor, [["survey.csv", SURVEY]]);
  const page = async (change: (fields: Fields) => Fields) => {
    const fields = without(settingsOf((await settled(visitor, location)).text), "verified_by");
    await visitor.submit(`${location}/preview`, [...change(fields), ...MORE_CHECKED]);
    return (await settled(visitor, location)).text;
  };
  const first = await page((fields) => fields);
  expect(first).toContain("Which answers mean that the review may be published?");
  expect(first).toMatch(/name="consent:0:yes" value="0" checked/);
  expect(first).not.toMatch(/name="consent:0:yes" value="[123]" checked/);
  expect(first).toContain("(blank)");
  expect(first).toContain("Publish 1 review<");
  const more = await page((fields) => [...fields, ["consent:0:yes", "1"]]);
  expect(more).toContain("Publish 2 reviews");
  expect(more).toMatch(/name="consent:0:yes" value="1" checked/);
  const ignored = await page((fields) => [...fields, ["consent:0:ignore", "1"]]);
  expect(ignored).toContain("Publish 4 reviews");
  expect(await page((fields) => fields)).toContain("Publish 4 reviews");
  const read = await page((fields) => without(fields, "consent:0:ignore"));
  expect(read).toContain("Publish 1 review<");
  const none = await page((fields) => without(fields, "consent:0:yes"));
  expect(none).not.toContain("Publish 1 review<");
  await page((fields) => [...fields, ["consent:0:yes", "3"]]);
  await publish(visitor, location, (await settled(visitor, location)).text);
  await settled(visitor, location);
  expect(await desk.store.query("SELECT author FROM review WHERE state = 'published'")).toEqual([{ author: "Ed F." }]);
  await desk.store.close();
});

test("a column that nothing recognizes can be named as the one that asks for consent", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const survey =
    "rating,date,name,review,Q7,Branch office\n5,2026-01-02,Ann Bee,One.,web+print,North\n" +
    "4,2026-01-03,Cy Dee,Two.,internal,North\n3,2026-01-04,Di Ek,Three.,,North\n";
  const { location } = await upload(visitor, [["survey.csv", survey]]);
  const page = async (change: (fields: Fields) => Fields) => {
    const fields = without(settingsOf((await settled(visitor, location)).text), "verified_by");
    await visitor.submit(`${location}/preview`, [...change(fields), ...MORE_CHECKED]);
    return (await settled(visitor, location)).text;
  };
  const other = (fields: Fields, column: string): Fields => [
    ...without(fields, "another_consent"),
    ["another_consent", column],
  ];
  const first = await page((fields) => fields);
  expect(first).toContain("Publish 3 reviews");
  const options = /id="another_consent".*?<\/select>/s.exec(first)?.[0] ?? "";
  expect(Array.from(options.matchAll(/value="([^"]*)"/g), ([, value]) => value)).toEqual(["", "Q7", "Branch office"]);
  expect(await page((fields) => other(fields, "rating"))).toContain("Publish 3 reviews");
  const none = await page((fields) => other(fields, "Q7"));
  expect(none).toContain('New, will wait <span class="of">3</span>');
  expect([first, none].map((shown) => shown.includes('<details class="settings" open>'))).toEqual([false, true]);
  const yes = /name="consent:0:yes" value="(\d)">[^<]*<span dir="auto">web\+print/.exec(none)?.[1] ?? "";
  expect(await page((fields) => [...fields, ["consent:0:yes", yes]])).toContain("Publish 1 review<");
  await publish(visitor, location, (await settled(visitor, location)).text);
  await settled(visitor, location);
  expect(await desk.store.query("SELECT author FROM review WHERE state = 'published'")).toEqual([{ author: "Ann B." }]);
  // The next file of this shape is read the same way.
  const next = await upload(visitor, [["next.csv", survey.replaceAll("2026-01", "2026-02")]]);
  expect((await settled(visitor, next.location)).text).toContain("web+print");
  await desk.store.close();
});

test("a consent column that somebody added to the export of a platform can be changed, too", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const yelp =
    "Review ID,Reviewer,Rating,Review,Review Date,Review URL,Business Name,Consent\n" +
    "y1,Ann Bee,5,Kind.,2026-01-05,https://www.yelp.com/biz/x?hrid=y1,Harbor,Yes\n" +
    "y2,Cy Dee,2,Late.,2026-01-06,https://www.yelp.com/biz/x?hrid=y2,Harbor,By mail\n";
  const { location } = await upload(visitor, [["yelp.csv", yelp]]);
  const { text } = await settled(visitor, location);
  expect(text).toContain("Publish 1 review<");
  await visitor.submit(`${location}/preview`, [...settingsOf(text), ["consent:0:yes", "1"]]);
  expect((await settled(visitor, location)).text).toContain("Publish 2 reviews");
  await desk.store.close();
});

test("an update that changes nothing keeps what a column says about publication", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const table =
    "rating,date,name,review,Published on website\n5,2026-01-02,Ann Bee,One.,Yes\n4,2026-01-03,Cy Dee,Two.,No\n";
  const { location } = await upload(visitor, [["own.csv", table]]);
  for (let time = 0; time < 2; time += 1) {
    const { text } = await settled(visitor, location);
    await visitor.submit(`${location}/preview`, [...without(settingsOf(text), "verified_by"), ...MORE_CHECKED]);
    expect((await settled(visitor, location)).text).toContain("Publish 1 review<");
  }
  await desk.store.close();
});

test("a column of branches that was never asked about can be chosen, and one of them, and another", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const table =
    "rating,date,name,review,Location\n5,2026-01-02,Ann Bee,One.,North\n4,2026-01-03,Cy Dee,Two.,South\n" +
    "3,2026-01-04,Di Ek,Three.,South\n";
  const { location } = await upload(visitor, [["own.csv", table]]);
  const { text } = await settled(visitor, location);
  expect(text).toContain("Listing or branch");
  const fields = settingsOf(text).map(([name, value]): [string, string] => [
    name,
    name === "column:location" ? "Location" : name === "verified_by" ? "operator" : value,
  ]);
  await visitor.submit(`${location}/preview`, fields);
  const asked = await settled(visitor, location);
  expect(asked.text).toContain("Which listing is yours?");
  await visitor.submit(`${location}/preview`, [
    ["revision", hiddenOf(asked.text, "revision")],
    ["question:0", "1"],
    ["verified_by", "operator"],
  ]);
  const chosen = await settled(visitor, location);
  expect(chosen.text).toContain("Publish 2 reviews");
  // What is not changed stays, and no column again means all of them.
  await visitor.submit(`${location}/preview`, settingsOf(chosen.text));
  const same = await settled(visitor, location);
  expect(same.text).toContain("Publish 2 reviews");
  const none = settingsOf(same.text).map(([name, value]): [string, string] => [
    name,
    name === "column:location" ? "none" : value,
  ]);
  await visitor.submit(`${location}/preview`, none);
  expect((await settled(visitor, location)).text).toContain("Publish 3 reviews");
  await desk.store.close();
});
