import { expect, test } from "bun:test";
import { deskOn } from "./desk-visitor.ts";

const FIRST: [string, string][] = [
  ["name", "  Harbor   Physical Therapy "],
  ["type", "Physiotherapy"],
  ["country", "US"],
  ["time_zone", "America/Los_Angeles"],
];

test("Set up asks for four things, saves them, and leads to Import reviews", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  expect((await visitor.see("/")).text).toContain("<h1>Set up</h1>");
  expect((await visitor.submit("/", FIRST)).location).toBe("/import");
  const [row] = await desk.store.query<{ profile: string }>("SELECT profile FROM business");
  expect(JSON.parse(row?.profile ?? "")).toMatchObject({
    name: "Harbor Physical Therapy",
    time_zone: "America/Los_Angeles",
    address: { address_country: "US" },
  });
  const today = await visitor.see("/");
  expect(today.text).toContain("<h1>Today</h1>");
  expect(today.text).toContain("Harbor Physical Therapy");
  // Somebody who had the page open longer overwrites nothing.
  const late = FIRST.map(([name, value]): [string, string] => [name, name === "name" ? "Other" : value]);
  expect((await visitor.submit("/", late)).location).toBe("/");
  expect((await visitor.see("/")).text).toContain("Harbor Physical Therapy");
  await desk.store.close();
});

test("what cannot be saved is named, and what was typed is kept", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const wrong: [string, string][] = [
    ["name", ""],
    ["type", "Castle"],
    ["country", "QQ"],
    ["time_zone", "America/Lost_Angeles"],
  ];
  const page = await visitor.submit("/", wrong);
  expect(page.status).toBe(400);
  for (const fault of ["Write the name", "Choose a kind of business", "Choose a country", "Choose a time zone"])
    expect(page.text).toContain(fault);
  const long = await visitor.submit("/", [["name", `<b>${"x".repeat(300)}`], ...FIRST.slice(1)]);
  expect(long.status).toBe(400);
  expect(long.text).toContain("&lt;b&gt;");
  expect(await desk.store.query("SELECT profile FROM business")).toEqual([]);
  await desk.store.close();
});

test("kinds of business are named in the reader's language, and countries are listed once", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const labels = (text: string, name: string) => {
    const list = new RegExp(`<select id="${name}".*?</select>`, "s").exec(text)?.[0] ?? "";
    return [...list.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)/g)].map(([, value = "", label = ""]) => ({
      value,
      label,
    }));
  };
  const { text } = await visitor.see("/");
  const kinds = labels(text, "type");
  expect(kinds.slice(0, 7).map(({ label }) => label)).toContain("Another kind of business");
  expect(kinds).toContainEqual({ value: "HVACBusiness", label: "Heating and air conditioning" });
  await visitor.see("/language?to=es&back=/");
  const spanish = labels((await visitor.see("/")).text, "type");
  expect(spanish.map(({ value }) => value).sort()).toEqual(kinds.map(({ value }) => value).sort());
  const same = spanish.filter(({ value, label }) => kinds.some((kind) => kind.value === value && kind.label === label));
  expect(same.map(({ value }) => value).sort()).toEqual(["Casino", "Hospital", "Hotel", "Motel"]);
  for (const name of ["country", "time_zone"]) {
    const named = labels(text, name).map(({ label }) => label);
    expect(named).toEqual([...new Set(named)]);
  }
  await desk.store.close();
});
