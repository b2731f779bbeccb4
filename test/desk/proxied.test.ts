import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { DESK_ROUTES } from "../../src/desk/desk-routes.ts";
import { createDeskLink } from "../../src/owner/desk-access.ts";
import { invitePerson } from "../../src/owner/desk-members.ts";
import { newFolder } from "../databases.ts";
import { repeats } from "../length.ts";
import { newAuthenticator, optionsIn } from "./authenticator.ts";
import { DESK_URL, invited, joined, signInPage } from "./desk-people.ts";
import { deskOn } from "./desk-visitor.ts";

const TRIES = repeats(1000, 10_000);

describe("a desk with a name of its own", () => {
  test(`${TRIES} wrong tries are counted by address, leave nothing, and keep nobody out`, async () => {
    const desk = await deskOn("sqlite::memory:", DESK_URL);
    const { authenticator } = await joined(desk, "Ana", "manager");
    const rows = () =>
      Promise.all(
        ["desk_session", "desk_record", "desk_invitation", "desk_passkey"].map((name) =>
          desk.store.query(`SELECT * FROM ${name}`),
        ),
      );
    const before = await rows();
    const stranger = desk.visitor();
    const guess = newAuthenticator(DESK_URL);
    const statuses = new Map<number, number>();
    for (let tries = 0; tries < TRIES; tries += 1) {
      const [path, field] = tries % 2 === 0 ? ["/sign-in", "credential"] : ["/join", "token"];
      const { status } = await stranger.post(path ?? "", { [field ?? ""]: guess.sign({ challenge: `${tries}` }) });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].sort()).toEqual([403, 429]);
    expect(statuses.get(403)).toBeLessThan(100);
    const limited = await stranger.post("/sign-in", {});
    expect(limited.headers.get("retry-after")).not.toBeNull();
    expect((await stranger.post("/sign-in", {}, undefined, "203.0.113.9")).status).toBe(403);
    expect(await rows()).toEqual(before);
    const credential = authenticator.sign(await signInPage(desk));
    expect((await stranger.post("/sign-in", { credential })).status).toBe(303);
    await desk.store.close();
  });

  test.each([
    "127.0.0.1:8090",
    "localhost:8090",
    "desk.example.com:8090",
    "desk.example.com.evil.example",
    "evil.example",
  ])("refuses the Host %s with 421", async (host) => {
    const desk = await deskOn("sqlite::memory:", DESK_URL);
    const { visitor } = await joined(desk, "Ana", "manager");
    for (const path of ["/", "/sign-in", "/people", "/assets/x.css"])
      expect([path, (await visitor.send(path, { headers: { host } })).status]).toEqual([path, 421]);
    await desk.store.close();
  });

  test("refuses changes from elsewhere, before their body is read, and leads nowhere by a link of this machine", async () => {
    const desk = await deskOn("sqlite::memory:", DESK_URL);
    const { visitor } = await joined(desk, "Ana", "manager");
    const token = visitor.token();
    for (const origin of ["https://evil.example", "null", "http://desk.example.com", "https://desk.example.com:8090"]) {
      for (const path of ["/people", "/sign-in", "/join", "/sign-out"])
        expect((await visitor.post(path, { token, name: "Eve", role: "manager" }, { origin })).status).toBe(403);
    }
    const site = { origin: DESK_URL, "sec-fetch-site": "cross-site" };
    expect((await visitor.post("/people", { token, name: "Eve", role: "manager" }, site)).status).toBe(403);
    expect(await desk.store.query("SELECT name FROM desk_person")).toEqual([{ name: "Ana" }]);
    const link = await createDeskLink(desk.deps);
    const stranger = desk.visitor();
    expect((await stranger.see(`/open?token=${link}`)).status).toBe(401);
    expect((await stranger.post("/open", { token: link })).status).toBe(401);
    expect((await stranger.send("/", { headers: { cookie: "candor_desk_8090=x" } })).status).toBe(401);
    await desk.store.close();
  });

  test("a session of this machine is none here, and the other way round", async () => {
    const local = await deskOn("sqlite::memory:");
    const { cookies } = await local.signedIn();
    const [secret = ""] = cookies.values();
    const desk = await deskOn("sqlite::memory:", DESK_URL);
    const rows = await local.store.query("SELECT * FROM desk_session");
    for (const { hash, instance, role, started_at, used_at } of rows)
      await desk.store.query(
        "INSERT INTO desk_session (hash, instance, role, started_at, used_at) VALUES ($1, $2, $3, $4, $5)",
        [hash ?? "", instance ?? "", role ?? "", started_at ?? "", used_at ?? ""],
      );
    const visitor = desk.visitor();
    visitor.cookies.set("__Host-candor_desk", secret);
    expect((await visitor.see("/")).status).toBe(401);
    for (const { store } of [local, desk]) await store.close();
  });

  test("staff look, import and decide; what managers do is refused, and changes nothing", async () => {
    const desk = await deskOn("sqlite::memory:", DESK_URL);
    await joined(desk, "Ana", "manager");
    const bo = await joined(desk, "Bo", "staff");
    const [look, changed] = [[] as string[], [] as string[]];
    for (const { method, path, least } of DESK_ROUTES) {
      const at = path.replace(":number", "1").replace(":run", "r1").replace(":id", "0".repeat(26));
      const { status, text } = method === "GET" ? await bo.visitor.see(at) : await bo.visitor.submit(at);
      const refused = status === 403 && text.includes("Only a manager can do this");
      expect([method, path, refused]).toEqual([method, path, least === "manager"]);
      if (refused) (method === "GET" ? look : changed).push(path);
      else expect(status).not.toBe(500);
    }
    expect(look).toContain("/people");
    for (const path of ["/profile", "/sources", "/backups", "/people", "/people/remove", "/reviews/:id/erase"])
      expect(changed).toContain(path);
    expect((await bo.visitor.see("/")).text).not.toContain('href="/people"');
    await desk.store.close();
  });

  test("a form without the token of its session invites nobody", async () => {
    const desk = await deskOn("sqlite::memory:", DESK_URL);
    const [ana, bo] = [await joined(desk, "Ana", "manager"), await joined(desk, "Bo", "manager")];
    for (const token of ["", bo.visitor.token()]) {
      const answer = await ana.visitor.post("/people", { token, name: "Eve", role: "manager" });
      expect(answer.status).toBe(403);
    }
    expect((await desk.store.query("SELECT name FROM desk_person")).length).toBe(2);
    await desk.store.close();
  });

  test.each(["", "  ", "\u202e", "x".repeat(61), "a\u0000b", "…"])("%j is no name of a person", async (name) => {
    const desk = await deskOn("sqlite::memory:", DESK_URL);
    const made = await invitePerson(desk.deps, { name, role: "staff" }, null);
    expect([
      "refused" in made && made.refused,
      (await desk.store.query("SELECT name FROM desk_person")).length,
    ]).toEqual(name === "…" ? [false, 1] : ["name", 0]);
    await desk.store.close();
  });

  test("a name has one person, and one role until the person is removed", async () => {
    const desk = await deskOn("sqlite::memory:", DESK_URL);
    await joined(desk, "Ana Ruiz", "staff");
    expect(await invitePerson(desk.deps, { name: "ana  RUIZ", role: "manager" }, null)).toEqual({
      refused: "other_role",
    });
    const again = await joined(desk, "ANA RUIZ", "staff");
    expect((await desk.store.query("SELECT id FROM desk_passkey")).length).toBe(2);
    expect(await desk.store.query("SELECT name FROM desk_person")).toEqual([{ name: "Ana Ruiz" }]);
    expect((await again.visitor.see("/")).status).toBe(200);
    await desk.store.close();
  });

  test("a source may only be a folder in DESK_FOLDERS, and no link leads out of it", async () => {
    const folder = newFolder();
    const [allowed, outside] = [join(folder, "allowed"), join(folder, "outside")];
    for (const path of [join(allowed, "exports"), outside, `${allowed}-not`]) mkdirSync(path, { recursive: true });
    symlinkSync(outside, join(allowed, "link"));
    const desk = await deskOn("sqlite::memory:", DESK_URL, { DESK_FOLDERS: allowed });
    const { visitor } = await joined(desk, "Ana", "manager");
    const add = (place: string) =>
      visitor.submit("/sources", [
        ["decision", "add"],
        ["name", "exports"],
        ["kind", "folder"],
        ["place", place],
      ]);
    for (const place of [
      "/etc",
      outside,
      `${allowed}/../outside`,
      `${allowed}/link`,
      `${allowed}-not`,
      `${allowed}/x`,
      "/x",
    ])
      expect([place, (await add(place)).status]).toEqual([place, 400]);
    expect((await add(join(allowed, "exports"))).status).toBe(303);
    const none = await deskOn("sqlite::memory:", DESK_URL);
    const { visitor: other } = await joined(none, "Ana", "manager");
    const refused = await other.submit("/sources", [
      ["decision", "add"],
      ["name", "exports"],
      ["kind", "folder"],
      ["place", allowed],
    ]);
    expect([refused.status, refused.text.includes("DESK_FOLDERS")]).toEqual([400, true]);
    for (const { store } of [desk, none]) await store.close();
  });
});

test("with http://localhost, for tests, the cookie has the port in its name and no prefix", async () => {
  const desk = await deskOn("sqlite::memory:", "http://localhost:8090");
  const token = await invited(desk, "Ana", "manager");
  const visitor = desk.visitor();
  const options = optionsIn((await visitor.see(`/join?token=${token}`)).text);
  const credential = newAuthenticator("http://localhost:8090").make(options);
  const answer = await visitor.post("/join", { token, credential });
  expect(answer.headers.get("set-cookie")).toMatch(/^candor_desk_8090=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  await desk.store.close();
});
