import { expect, test } from "bun:test";
import { assignIds, profileFile } from "../../src/model/profile-file.ts";
import { testProfile } from "../rows.ts";

const idsFor = (services: { id?: string; name: string; called_before?: string[] }[]) => {
  const stored = testProfile({
    services: [{ id: "needles", name: "Dry needling", description: null, aliases: [] }],
  });
  const file = profileFile.parse({ name: "Harbor", time_zone: "America/Los_Angeles", services });
  return assignIds(file, stored).services.map(({ id }) => id);
};

test("a name that is stored keeps its id; a new one gets its words", () => {
  expect(idsFor([{ name: "dry needling" }, { name: "Hand therapy" }])).toEqual(["needles", "hand-therapy"]);
});

test("a stored id is given once: to an item that states it, else to its own name, wherever in the file that is", () => {
  expect(idsFor([{ name: "Dry needling" }, { id: "needles", name: "Needles" }])).toEqual(["dry-needling", "needles"]);
  const [made = "", kept] = idsFor([{ name: "Needles" }, { name: "Dry needling" }]);
  expect(made).toMatch(/^needles-[0-9a-z]{8}$/);
  expect(kept).toBe("needles");
});

test("two new names with the same words get two ids", () => {
  const [first, second = ""] = idsFor([{ name: "Hand-therapy" }, { name: "Hand therapy!" }]);
  expect(first).toBe("hand-therapy");
  expect(second).toMatch(/^hand-therapy-[0-9a-z]{8}$/);
});

test("an id has at most 64 characters, and a name without Latin letters becomes a hash", () => {
  const long = "x".repeat(70);
  const [plain, hash, cut, other] = idsFor(["Ana Ruíz", "山田 花子", long, `${long}y`].map((name) => ({ name })));
  expect([plain, hash, cut]).toEqual(["ana-ruiz", "n-0144d8ac", "x".repeat(64)]);
  expect(other).toMatch(/^x{55}-[0-9a-f]{8}$/);
});

const problemsOf = (value: object): string[] =>
  profileFile
    .safeParse({ name: "Harbor", time_zone: "UTC", ...value })
    .error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];

test("a name is repeated if it is typed in other ways, unless both have an id", () => {
  const repeated = (...services: (string | { id?: string; name: string })[]) => problemsOf({ services });
  expect(repeated("Needling", " NEEDLING ")).toEqual(["services.1 repeated_name"]);
  expect(repeated({ id: "a", name: "Needling" }, "needling")).toEqual(["services.1 repeated_name"]);
  expect(repeated({ id: "a", name: "Needling" }, { id: "b", name: "Needling" })).toEqual([]);
  expect(repeated({ id: "a", name: "Needling" }, { id: "a", name: "Massage" })).toEqual(["services.1.id repeated_id"]);
  expect(repeated("Needling", "Massage", "Yoga")).toEqual([]);
});

test("what is given has its form and its length", () => {
  const isRefused = (value: object) => problemsOf(value).length > 0;
  for (const [member, longest] of Object.entries({ license: 500, logo: 1000, summary: 5000, description: 5000 })) {
    const refused = [longest, longest + 1].map((length) => isRefused({ [member]: "x".repeat(length) }));
    expect([member, ...refused]).toEqual([member, false, true]);
  }
  const faq = (answer: number) => isRefused({ faq: [{ question: "Parking?", answer: "x".repeat(answer) }] });
  expect([faq(2000), faq(2001)]).toEqual([false, true]);
  const links = (count: number) => isRefused({ same_as: Array(count).fill("https://h.example/") });
  expect([links(50), links(51)]).toEqual([false, true]);
  const aliases = (count: number) => isRefused({ services: [{ name: "Needling", aliases: Array(count).fill("x") }] });
  expect([aliases(50), aliases(51)]).toEqual([false, true]);
  const url = (value: string) => isRefused({ url: value });
  expect([url("https://h.example"), url("http://h.example"), url("ftp://h.example"), url("javascript:x")]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  const color = (value: string) => isRefused({ accent_color: value });
  expect([color("#0b6a62"), color("#ffdd00"), color("red")]).toEqual([false, true, true]);
  expect([isRefused({ name: "Your business" }), isRefused({ type: "Dentist" }), isRefused({ type: "Zoo" })]).toEqual([
    true,
    false,
    true,
  ]);
});

test("a new name keeps the id of the first one, stored or not, and two entries cannot claim one name", () => {
  const renamed = { name: "Needles and more", called_before: ["Old needles", "Dry needling"] };
  expect(idsFor([renamed])).toEqual(["needles"]);
  expect(idsFor([{ name: "Hand care", called_before: ["Hand therapy"] }])).toEqual(["hand-therapy"]);
  const file = {
    name: "Harbor",
    time_zone: "UTC",
    technicians: ["Ana Ruiz", { name: "Ana Lopez", called_before: ["ana ruiz"] }],
  };
  expect(profileFile.safeParse(file).error?.issues).toMatchObject([
    { path: ["technicians", 1], message: "repeated_name" },
  ]);
});
