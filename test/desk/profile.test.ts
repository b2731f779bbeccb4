import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { saveProfile } from "../../src/store/dataset/business.ts";
import { pngFile } from "../pictures.ts";
import { testProfile } from "../rows.ts";
import { deskOn } from "./desk-visitor.ts";
import { OWN, publish, settled, upload } from "./upload-form.ts";

const YELP =
  "Review ID,Reviewer,Rating,Review,Review Date,Review URL,Business Name\n" +
  "y1,Ann Bee,5,Ana Ruiz was kind and careful.,2026-01-05,https://www.yelp.com/biz/x?hrid=y1,Harbor\n";

/** What the form of a page would send, with some fields changed. */
function fieldsOf(text: string, changes: Record<string, string> = {}): [string, string][] {
  const plain = (value: string) =>
    value
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, "&");
  const main = /<form method="post" action="\/profile">[\s\S]*?<\/form>/.exec(text)?.[0] ?? "";
  const fields = new Map<string, string>();
  for (const [tag, name = "", value = ""] of main.matchAll(/<input[^>]*name="([^"]+)"[^>]*?value="([^"]*)"[^>]*>/g)) {
    if (!/type="checkbox"/.test(tag) || / checked/.test(tag)) fields.set(name, plain(value));
  }
  for (const [, name = "", value = ""] of main.matchAll(/<textarea[^>]*name="([^"]+)"[^>]*>([^<]*)</g))
    fields.set(name, plain(value));
  for (const [, name = "", options = ""] of main.matchAll(/<select[^>]*name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g))
    fields.set(name, plain(/value="([^"]*)" selected/.exec(options)?.[1] ?? ""));
  for (const [name, value] of Object.entries(changes)) fields.set(name, value);
  fields.delete("token");
  return [...fields];
}

async function clinic() {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const first: [string, string][] = [
    ["name", "Harbor"],
    ["type", "Physiotherapy"],
    ["country", "US"],
    ["time_zone", "America/Los_Angeles"],
  ];
  await visitor.submit("/", first);
  const added = fieldsOf((await visitor.see("/profile")).text, {
    "technicians:0:name": "Ana Ruiz",
    "technicians:0:title": "DPT",
    "technicians:1:name": "Ben Katz",
    "services:0:name": "Dry needling",
    opening_hours: "Mo-Fr 08:00-18:00",
  });
  const saved = await visitor.submit("/profile", added);
  expect([saved.status, saved.location]).toEqual([303, "/profile?saved=0"]);
  const { location } = await upload(visitor, [["yelp.csv", YELP]]);
  await publish(visitor, location, (await settled(visitor, location)).text);
  await settled(visitor, location);
  const profile = async () => {
    const [row] = await desk.store.query<{ profile: string }>("SELECT profile FROM business");
    return JSON.parse(row?.profile ?? "");
  };
  const mentions = async () => {
    const [row] = await desk.store.query<{ mentions: string }>("SELECT mentions FROM review");
    return JSON.parse(row?.mentions ?? "").technicians;
  };
  return { desk, visitor, profile, mentions };
}

test("somebody is renamed and somebody has left, and mentions go on under the same id", async () => {
  const { desk, visitor, profile, mentions } = await clinic();
  expect(await mentions()).toEqual([{ id: "ana-ruiz", name: "Ana Ruiz" }]);
  const page = await visitor.see("/profile");
  const renamed = fieldsOf(page.text, {
    "technicians:0:name": "Ana Lopez",
    "technicians:0:called_before": "Ana Ruiz",
    "technicians:1:left": "true",
  });
  expect((await visitor.submit("/profile", renamed)).status).toBe(303);
  expect((await profile()).technicians).toMatchObject([
    { id: "ana-ruiz", name: "Ana Lopez", title: "DPT", called_before: ["Ana Ruiz"] },
    { id: "ben-katz", name: "Ben Katz", left: true },
  ]);
  expect((await mentions())[0]?.id).toBe("ana-ruiz");
  expect((await profile()).opening_hours).toEqual(["Mo-Fr 08:00-18:00"]);
  // The next edit keeps what it does not touch.
  await visitor.submit("/profile", fieldsOf((await visitor.see("/profile")).text, { telephone: "555 0100" }));
  expect((await profile()).technicians).toMatchObject([{ called_before: ["Ana Ruiz"] }, { left: true }]);
  await desk.store.close();
});

test("place, license, questions and what search engines are told are edited, and a place that is none is refused", async () => {
  const { desk, visitor, profile } = await clinic();
  const typed = {
    geo: "45.5231, -122.6765",
    license: "CC BY 4.0",
    structured_data: "direct",
    "faq:0:question": "Is there parking?",
    "faq:0:answer": "Yes, behind the house.",
  };
  const listed = fieldsOf((await visitor.see("/profile")).text, typed);
  const without_ben = listed.filter(([name]) => name !== "technicians:1:insights");
  expect((await visitor.submit("/profile", without_ben)).status).toBe(303);
  expect(await profile()).toMatchObject({
    geo: { latitude: 45.5231, longitude: -122.6765 },
    license: "CC BY 4.0",
    structured_data: "direct",
    faq: [{ question: "Is there parking?", answer: "Yes, behind the house." }],
    technicians: [
      { name: "Ana Ruiz", insights: true },
      { name: "Ben Katz", insights: false },
    ],
  });
  for (const geo of ["Portland", "45.5", "95, 10", "1, 2, 3"]) {
    const refused = await visitor.submit("/profile", fieldsOf((await visitor.see("/profile")).text, { geo }));
    expect([geo, refused.status, refused.text.includes("<li>Place on the map")]).toEqual([geo, 400, true]);
  }
  const before = await profile();
  expect(await profile()).toMatchObject({ geo: { latitude: 45.5231 }, faq: [{}] });
  const emptied = { geo: "", license: "", "faq:0:question": "", "faq:0:answer": "" };
  await visitor.submit("/profile", fieldsOf((await visitor.see("/profile")).text, emptied));
  expect(await profile()).toEqual({ ...before, geo: null, license: null, faq: [] });
  await desk.store.close();
});

test("who would lose all mentions is named first, and only an agreement saves that", async () => {
  const { desk, visitor, profile } = await clinic();
  const gone = fieldsOf((await visitor.see("/profile")).text, { "technicians:0:name": "" });
  const asked = await visitor.submit("/profile", gone);
  expect(asked.status).toBe(409);
  expect(asked.text).toContain("Ana Ruiz");
  expect((await profile()).technicians).toHaveLength(2);
  expect((await visitor.submit("/profile", [...gone, ["lose", "yes"]])).status).toBe(303);
  expect((await profile()).technicians).toMatchObject([{ id: "ben-katz" }]);
  await desk.store.close();
});

test("an edit of an older page overwrites nothing, and keeps what was typed", async () => {
  const { desk, visitor, profile } = await clinic();
  const other = await desk.signedIn();
  const theirs = fieldsOf((await other.see("/profile")).text, { telephone: "555 0199" });
  await visitor.submit("/profile", fieldsOf((await visitor.see("/profile")).text, { telephone: "555 0100" }));
  const late = await other.submit("/profile", theirs);
  expect(late.status).toBe(409);
  expect(late.text).toContain("Changed meanwhile by the desk on this machine at 2:42 AM");
  expect(late.text).toContain("555 0199");
  expect((await profile()).telephone).toBe("555 0100");
  await desk.store.close();
});

test("a logo is uploaded, shown, and removed, and what is no picture is told", async () => {
  const { desk, visitor, profile } = await clinic();
  const send = async (data: Uint8Array<ArrayBuffer>, token?: string) => {
    await visitor.see("/profile");
    const form = new FormData();
    form.set("token", token ?? visitor.token());
    form.append("logo", new File([data], "logo.png"));
    return visitor.send("/profile/logo", { method: "POST", body: form, headers: OWN });
  };
  for (const wrong of [new TextEncoder().encode("<svg>"), pngFile(3000, 8), new Uint8Array(200_000)]) {
    const refused = await send(wrong);
    expect([refused.status, (await refused.text()).includes("The logo was not saved.")]).toEqual([400, true]);
  }
  expect((await send(pngFile(64, 32), "guessed")).status).toBe(403);
  expect((await profile()).logo).toBeNull();
  expect((await send(pngFile(64, 32))).status).toBe(303);
  expect((await profile()).logo).toMatchObject({ width: 64, height: 32, content_type: "image/png" });
  expect(existsSync(desk.folder) ? readdirSync(desk.folder) : []).toEqual([]);
  const page = await visitor.see("/profile");
  expect(page.text).toContain('<img src="data:image/png;base64,');
  // Another edit keeps it.
  await visitor.submit("/profile", fieldsOf(page.text, { telephone: "555 0100" }));
  expect((await profile()).logo).toMatchObject({ width: 64 });
  await visitor.see("/profile");
  await visitor.submit("/profile/no-logo");
  expect((await profile()).logo).toBeNull();
  await desk.store.close();
});

test("what cannot be saved is named, scripts are text, and the file can be downloaded", async () => {
  const { desk, visitor, profile } = await clinic();
  const evil = "<script>alert(1)</script>";
  const wrong = fieldsOf((await visitor.see("/profile")).text, {
    url: "javascript:alert(1)",
    name: evil,
    email: "nobody",
  });
  const refused = await visitor.submit("/profile", wrong);
  expect(refused.status).toBe(400);
  for (const name of ["Website", "Email"]) expect(refused.text).toContain(`<li>${name}</li>`);
  expect(refused.text).not.toContain(evil);
  const named = fieldsOf((await visitor.see("/profile")).text, { name: evil, "technicians:0:aliases": `${evil}, Ana` });
  expect((await visitor.submit("/profile", named)).status).toBe(303);
  for (const path of ["/", "/profile", "/record"]) expect((await visitor.see(path)).text).not.toContain(evil);
  const file = await visitor.see("/profile/business.yaml");
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="business.yaml"');
  expect(file.text).toContain("time_zone: America/Los_Angeles");
  expect((await profile()).name).toBe(evil);
  await desk.store.close();
});

test("a time zone that the list does not name stays chosen", async () => {
  const desk = await deskOn("sqlite::memory:");
  await saveProfile(desk.store, testProfile({ time_zone: "US/Pacific" }), "2026-01-01T00:00:00Z");
  const visitor = await desk.signedIn();
  expect((await visitor.see("/profile")).text).toContain('<option value="US/Pacific" selected>');
  await desk.store.close();
});
