import { describe, expect, test } from "bun:test";
import { removePerson } from "../../src/owner/desk-members.ts";
import { DATABASES } from "../databases.ts";
import { newAuthenticator, optionsIn } from "./authenticator.ts";
import { DESK_URL, invited, joined, signInPage } from "./desk-people.ts";
import { deskOn } from "./desk-visitor.ts";

const HOUR = 3600;

describe.each(DATABASES)("people who sign in, on $dialect", ({ newDatabase }) => {
  test("an invitation makes a passkey once, and the passkey signs in, as often as wanted", async () => {
    const desk = await deskOn(await newDatabase(), DESK_URL);
    const { visitor, authenticator, token, credential, cookie } = await joined(desk, "Ana Ruiz", "manager");
    expect(cookie).toMatch(/^__Host-candor_desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect((await visitor.see("/")).text).toContain("<h1>Set up</h1>");
    expect((await visitor.see("/record")).text).toMatch(/Ana Ruiz[\s\S]*Registered a passkey/);
    for (const again of [token, "", "x".repeat(43)]) {
      const late = desk.visitor();
      expect((await late.see(`/join?token=${again}`)).status).toBe(403);
      expect((await late.post("/join", { token: again, credential })).status).toBe(403);
    }
    for (const back of ["/waiting?page=2", "/"]) {
      const another = desk.visitor();
      const asked = await another.see(back);
      expect([asked.status, asked.text.includes("<h1>Sign in</h1>")]).toEqual([401, true]);
      const signed = authenticator.sign(optionsIn(asked.text));
      const answer = await another.post("/sign-in", { credential: signed, back });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, back]);
      expect((await another.see("/record")).status).toBe(200);
    }
    for (const back of ["//evil.example", "https://evil.example"]) {
      const signed = authenticator.sign(await signInPage(desk));
      const answer = await desk.visitor().post("/sign-in", { credential: signed, back });
      expect(answer.headers.get("location")).toBe("/");
    }
    await desk.store.close();
  });

  test("of two at once with one invitation, one comes in", async () => {
    const desk = await deskOn(await newDatabase(), DESK_URL);
    const token = await invited(desk, "Ana", "manager");
    const tries = Array.from({ length: 4 }, async () => {
      const visitor = desk.visitor();
      const options = optionsIn((await visitor.see(`/join?token=${token}`)).text);
      return visitor.post("/join", { token, credential: newAuthenticator(DESK_URL).make(options) });
    });
    expect((await Promise.all(tries)).map(({ status }) => status).sort()).toEqual([303, 403, 403, 403]);
    await desk.store.close();
  });

  test("an invitation is good for 24 hours, and the database holds hashes only", async () => {
    const desk = await deskOn(await newDatabase(), DESK_URL);
    const token = await invited(desk, "Ana", "manager");
    desk.pass(24 * HOUR - 1);
    expect((await desk.visitor().see(`/join?token=${token}`)).status).toBe(200);
    desk.pass(2);
    expect((await desk.visitor().see(`/join?token=${token}`)).status).toBe(403);
    const { visitor, token: used } = await joined(desk, "Bo", "staff");
    const fresh = await invited(desk, "Bo", "staff");
    const tables = ["desk_person", "desk_passkey", "desk_invitation", "desk_session", "desk_record"];
    const stored = JSON.stringify(await Promise.all(tables.map((name) => desk.store.query(`SELECT * FROM ${name}`))));
    expect(stored).toContain("Bo");
    for (const secret of [token, used, fresh, visitor.token(), ...visitor.cookies.values()])
      expect(stored).not.toContain(secret);
    await desk.store.close();
  });

  test("a passkey that is wrong in any way lets nobody in", async () => {
    const desk = await deskOn(await newDatabase(), DESK_URL);
    const { authenticator } = await joined(desk, "Ana", "manager");
    const other = await joined(desk, "Bo", "staff");
    const right = async () => authenticator.sign(await signInPage(desk));
    const replayed = await right();
    expect((await desk.visitor().post("/sign-in", { credential: replayed })).status).toBe(303);
    const confirming = optionsIn((await desk.visitor().see("/")).text);
    const wrong: [string, string][] = [
      ["nothing", ""],
      ["no JSON", "x"],
      ["another shape", "{}"],
      ["used before", replayed],
      ["another site's", authenticator.sign(await signInPage(desk), { origin: "https://evil.example" })],
      ["for another name", authenticator.sign(await signInPage(desk), { rp_id: "evil.example" })],
      ["without the person", authenticator.sign(await signInPage(desk), { unverified: true })],
      ["another key", authenticator.sign(await signInPage(desk), { key: "other" })],
      ["unknown", newAuthenticator(DESK_URL).sign(await signInPage(desk))],
      ["somebody else's name", authenticator.sign(await signInPage(desk), { user: "AAAA" })],
      ["a made-up challenge", authenticator.sign({ challenge: "A".repeat(72) })],
      ["a challenge that was cut", authenticator.sign({ challenge: confirming.challenge.slice(1) })],
    ];
    for (const [what, credential] of wrong) {
      const visitor = desk.visitor();
      const answer = await visitor.post("/sign-in", { credential }, undefined, what);
      expect([what, answer.status, answer.headers.get("set-cookie")]).toEqual([what, 403, null]);
    }
    const old = await right();
    desk.pass(601);
    expect((await desk.visitor().post("/sign-in", { credential: old })).status).toBe(403);
    // A challenge for one thing is none for another.
    const token = await invited(desk, "Cy", "staff");
    const to_join = optionsIn((await desk.visitor().see(`/join?token=${token}`)).text);
    expect((await desk.visitor().post("/sign-in", { credential: other.authenticator.sign(to_join) })).status).toBe(403);
    const to_sign_in = newAuthenticator(DESK_URL).make(await signInPage(desk));
    expect((await desk.visitor().post("/join", { token, credential: to_sign_in })).status).toBe(403);
    const unverified = newAuthenticator(DESK_URL).make(to_join, { unverified: true });
    expect((await desk.visitor().post("/join", { token, credential: unverified })).status).toBe(403);
    const fresh = optionsIn((await desk.visitor().see(`/join?token=${token}`)).text);
    const good = newAuthenticator(DESK_URL).make(fresh);
    expect((await desk.visitor().post("/join", { token, credential: good })).status).toBe(303);
    await desk.store.close();
  });

  test("a session ends after 12 hours, after an hour without a request, and with signing out", async () => {
    const desk = await deskOn(await newDatabase(), DESK_URL);
    const { visitor, authenticator } = await joined(desk, "Ana", "manager");
    for (let quarters = 0; quarters < 47; quarters += 1) {
      desk.pass(HOUR / 4);
      expect((await visitor.see("/record")).status).toBe(200);
    }
    desk.pass(HOUR / 4);
    expect((await visitor.see("/record")).status).toBe(401);
    const signIn = async () => {
      const credential = authenticator.sign(await signInPage(desk));
      expect((await visitor.post("/sign-in", { credential })).status).toBe(303);
      expect((await visitor.see("/record")).status).toBe(200);
    };
    await signIn();
    desk.pass(HOUR + 1);
    expect((await visitor.see("/record")).status).toBe(401);
    expect(await desk.store.query("SELECT hash FROM desk_session")).toEqual([]);
    await signIn();
    const stolen = new Map(visitor.cookies);
    expect((await visitor.submit("/sign-out")).location).toBe("/sign-in");
    for (const [name, value] of stolen) visitor.cookies.set(name, value);
    expect((await visitor.see("/record")).status).toBe(401);
    await desk.store.close();
  });

  test("a session goes on after a restart of the desk", async () => {
    const desk = await deskOn(await newDatabase(), DESK_URL);
    const { visitor } = await joined(desk, "Ana", "manager");
    await desk.restart();
    expect((await visitor.see("/record")).status).toBe(200);
    await desk.store.close();
  });

  test("who is removed is out at once, and the last manager stays", async () => {
    const desk = await deskOn(await newDatabase(), DESK_URL);
    const ana = await joined(desk, "Ana", "manager");
    const bo = await joined(desk, "Bo", "manager");
    const open = await invited(desk, "Bo", "manager");
    await ana.visitor.see("/people");
    const removed = await ana.visitor.submit("/people/remove", [["name", "Bo"]]);
    expect(removed.text).toContain("Bo was removed");
    expect((await bo.visitor.see("/")).status).toBe(401);
    const credential = bo.authenticator.sign(await signInPage(desk));
    expect((await desk.visitor().post("/sign-in", { credential })).status).toBe(403);
    expect((await desk.visitor().see(`/join?token=${open}`)).status).toBe(403);
    // An invitation that nobody used is no manager who can sign in.
    await invited(desk, "Cy", "manager");
    const last = await ana.visitor.submit("/people/remove", [["name", "ana"]]);
    expect([last.status, last.text.includes("This is the last manager")]).toEqual([409, true]);
    expect((await ana.visitor.submit("/people/remove", [["name", "Nobody"]])).status).toBe(409);
    expect(await removePerson(desk.deps, "ANA", { keep_manager: false, by: null })).toBe("removed");
    expect((await ana.visitor.see("/")).status).toBe(401);
    await desk.store.close();
  });

  test("two managers who remove each other at once leave one", async () => {
    const desk = await deskOn(await newDatabase(), DESK_URL);
    for (const name of ["Ana", "Bo"]) await joined(desk, name, "manager");
    const removals = ["Ana", "Bo"].map((name) => removePerson(desk.deps, name, { keep_manager: true, by: null }));
    expect((await Promise.all(removals)).sort()).toEqual(["last_manager", "removed"]);
    await desk.store.close();
  });

  test("after five minutes, inviting, removing and erasing ask for the passkey again", async () => {
    const desk = await deskOn(await newDatabase(), DESK_URL);
    const ana = await joined(desk, "Ana", "manager");
    const bo = await joined(desk, "Bo", "manager");
    desk.pass(301);
    const fields: [string, string][] = [
      ["name", 'Cy "<b>"'],
      ["role", "staff"],
    ];
    await ana.visitor.see("/people");
    const asked = await ana.visitor.submit("/people", fields);
    expect([asked.status, asked.text.includes("<h1>Is it you?</h1>")]).toEqual([403, true]);
    expect(asked.text).toContain('name="name" value="Cy &quot;&lt;b&gt;&quot;"');
    for (const path of ["/people/remove", "/reviews/00000000000000000000000000/erase"])
      expect((await ana.visitor.submit(path, [["name", "Bo"]])).text).toContain("<h1>Is it you?</h1>");
    expect((await bo.visitor.see("/record")).status).toBe(200);
    const options = optionsIn(asked.text);
    for (const credential of [
      bo.authenticator.sign(options),
      ana.authenticator.sign(await signInPage(desk)),
      ana.authenticator.sign(options, { unverified: true }),
      "{}",
    ])
      expect((await ana.visitor.submit("/people", [...fields, ["credential", credential]])).status).toBe(403);
    expect(await desk.store.query("SELECT name FROM desk_person WHERE role = 'staff'")).toEqual([]);
    const done = await ana.visitor.submit("/people", [...fields, ["credential", ana.authenticator.sign(options)]]);
    expect([done.status, /https:\/\/desk\.example\.com\/join\?token=[\w-]{43}/.test(done.text)]).toEqual([200, true]);
    // Within the next five minutes nothing is asked.
    desk.pass(299);
    expect((await ana.visitor.submit("/people/remove", [["name", 'Cy "<b>"']])).status).toBe(200);
    await desk.store.close();
  });
});
