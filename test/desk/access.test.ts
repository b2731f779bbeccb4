import { describe, expect, test } from "bun:test";
import { createDeskLink } from "../../src/owner/desk-access.ts";
import { DATABASES } from "../databases.ts";
import { DESK_ORIGIN, deskOn } from "./desk-visitor.ts";

const OWN = { origin: DESK_ORIGIN, "sec-fetch-site": "same-origin" };

describe.each(DATABASES)("who may come in, on $dialect", ({ newDatabase }) => {
  test("a link shows a button, and the button opens the desk once", async () => {
    const desk = await deskOn(await newDatabase());
    const link = await createDeskLink(desk.deps);
    const visitor = desk.visitor();
    // Looking at it, as a mail program does, uses nothing up.
    for (let looks = 0; looks < 3; looks += 1) {
      const page = await visitor.see(`/open?token=${link}`);
      expect(page.status).toBe(200);
      expect(page.text).toContain('<button type="submit">Open the desk</button>');
    }
    expect((await visitor.see("/")).status).toBe(401);
    const opened = await visitor.post("/open", { token: link });
    expect(opened.status).toBe(303);
    expect(opened.headers.get("location")).toBe("/");
    expect(opened.headers.get("set-cookie")).toMatch(/^candor_desk_8090=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await visitor.see("/")).text).toContain("<h1>Set up</h1>");
    const second = await desk.visitor().post("/open", { token: link });
    expect(second.status).toBe(403);
    expect(await second.text()).toContain("candor desk link");
    await desk.store.close();
  });

  test("of two at once with one link, one comes in", async () => {
    const desk = await deskOn(await newDatabase());
    const link = await createDeskLink(desk.deps);
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.visitor().post("/open", { token: link })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403, 403, 403, 403]);
    await desk.store.close();
  });

  test("a link is good for ten minutes", async () => {
    const desk = await deskOn(await newDatabase());
    const link = await createDeskLink(desk.deps);
    desk.pass(599);
    expect((await desk.visitor().see(`/open?token=${link}`)).status).toBe(200);
    desk.pass(2);
    expect((await desk.visitor().see(`/open?token=${link}`)).status).toBe(403);
    expect((await desk.visitor().post("/open", { token: link })).status).toBe(403);
    await desk.store.close();
  });

  test("whoever is in and opens a used link again is led back", async () => {
    const desk = await deskOn("sqlite::memory:");
    const visitor = desk.visitor();
    const link = await visitor.signIn();
    const again = await visitor.see(`/open?token=${link}`);
    expect(again.status).toBe(403);
    expect(again.text).toContain('<a href="/">Back to Today</a>');
    expect((await desk.visitor().see(`/open?token=${link}`)).text).not.toContain("Back to Today");
    await desk.store.close();
  });

  test("a right link is never refused because others failed", async () => {
    const desk = await deskOn(await newDatabase());
    const link = await createDeskLink(desk.deps);
    const statuses = new Set<number>();
    for (let tries = 0; tries < 60; tries += 1)
      statuses.add((await desk.visitor().post("/open", { token: `wrong${tries}` })).status);
    expect([...statuses]).toEqual([403, 429]);
    expect((await desk.visitor().post("/open", { token: link })).status).toBe(303);
    await desk.store.close();
  });

  test("a session ends with signing out, and with its desk", async () => {
    const desk = await deskOn(await newDatabase());
    const [one, other] = [await desk.signedIn(), await desk.signedIn()];
    const stolen = new Map(one.cookies);
    expect((await one.submit("/sign-out")).location).toBe("/open");
    for (const [name, value] of stolen) one.cookies.set(name, value);
    expect((await one.see("/")).status).toBe(401);
    expect((await other.see("/")).status).toBe(200);
    await desk.restart();
    expect((await other.see("/")).status).toBe(401);
    await desk.store.close();
  });

  test("the database holds no token and no session, only hashes", async () => {
    const desk = await deskOn(await newDatabase());
    const link = await createDeskLink(desk.deps);
    const visitor = await desk.signedIn();
    const stored = JSON.stringify([
      await desk.store.query("SELECT * FROM desk_link"),
      await desk.store.query("SELECT * FROM desk_session"),
      await desk.store.query("SELECT * FROM desk_record"),
    ]);
    expect(stored).toContain("signed_in");
    for (const secret of [link, visitor.token(), ...visitor.cookies.values()]) expect(stored).not.toContain(secret);
    expect(desk.log).toEqual([]);
    await desk.store.close();
  });

  test("the record names who signed in and out, the newest first", async () => {
    const desk = await deskOn(await newDatabase());
    const visitor = await desk.signedIn();
    desk.pass(5);
    await visitor.submit("/sign-out");
    const { text } = await (await desk.signedIn()).see("/record");
    expect(text).toContain("<h1>Record of changes</h1>");
    expect([...text.matchAll(/Opened the desk|Signed out/g)].map(([what]) => what)).toEqual(
      expect.arrayContaining(["Signed out", "Opened the desk"]),
    );
    await desk.store.close();
  });
});

describe("every request", () => {
  test.each([
    ["evil.example"],
    ["evil.example:8090"],
    ["127.0.0.1"],
    ["127.0.0.1:8080"],
    ["127.0.0.1:8090.evil.example"],
    [""],
  ])("with the Host %j is refused with 421, also with a session", async (host) => {
    const desk = await deskOn("sqlite::memory:");
    const visitor = await desk.signedIn();
    for (const path of ["/", "/open", "/record", "/assets/x.css", "/alive", "/nothing"]) {
      const answer = await visitor.send(path, { headers: { host } });
      expect([path, answer.status]).toEqual([path, 421]);
      expect(await answer.text()).toBe("This desk answers only at http://127.0.0.1:8090\n");
    }
    await desk.store.close();
  });

  test.each(["localhost:8090", "127.0.0.1:8090", "[::1]:8090", "LOCALHOST:8090"])("answers to %s", async (host) => {
    const desk = await deskOn("sqlite::memory:");
    expect((await desk.visitor().send("/open", { headers: { host } })).status).toBe(401);
    await desk.store.close();
  });

  test.each([
    ["another origin", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["another port", { origin: "http://127.0.0.1:8080", "sec-fetch-site": "same-site" }],
    ["another name of this machine", { origin: "http://localhost:8090" }],
    ["a sandboxed frame", { origin: "null" }],
    ["https", { origin: "https://127.0.0.1:8090" }],
    ["no origin", {}],
    ["a site that a browser names", { origin: DESK_ORIGIN, "sec-fetch-site": "cross-site" }],
    ["the address bar", { origin: DESK_ORIGIN, "sec-fetch-site": "none" }],
  ])("a change from %s is refused before its body is read", async (_, headers) => {
    const desk = await deskOn("sqlite::memory:");
    const visitor = await desk.signedIn();
    let read = false;
    const body = new ReadableStream(
      {
        pull(controller) {
          read = true;
          controller.enqueue(new TextEncoder().encode(`token=${visitor.token()}`));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await visitor.send("/sign-out", { method: "POST", body, headers: { ...form, ...headers } });
    expect(answer.status).toBe(403);
    expect(read).toBe(false);
    expect((await visitor.see("/")).status).toBe(200);
    await desk.store.close();
  });

  test("a change without the token of its session is refused", async () => {
    const desk = await deskOn("sqlite::memory:");
    const [visitor, other] = [await desk.signedIn(), await desk.signedIn()];
    for (const token of ["", "x", other.token(), `${visitor.token()}x`]) {
      const answer = await visitor.post("/sign-out", { token });
      expect(answer.status).toBe(403);
    }
    expect((await visitor.post("/sign-out", {})).status).toBe(403);
    expect((await visitor.see("/")).status).toBe(200);
    await desk.store.close();
  });

  test("a guessed session, and none, see nothing and change nothing", async () => {
    const desk = await deskOn("sqlite::memory:");
    const visitor = desk.visitor();
    for (const cookie of ["", "a".repeat(43), "' OR 1=1 --"]) {
      visitor.cookies.set("candor_desk_8090", cookie);
      const page = await visitor.see("/");
      expect(page.status).toBe(401);
      expect(page.text).toContain("candor desk link");
      expect((await visitor.post("/sign-out", { token: "x" })).status).toBe(401);
    }
    await desk.store.close();
  });

  test.each(["/", "/open", "/nothing"])("%s has headers that keep it to itself", async (path) => {
    const desk = await deskOn("sqlite::memory:");
    const { headers } = await (await desk.signedIn()).see(path);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    await desk.store.close();
  });

  test("a form that is too large or of another type is refused", async () => {
    const desk = await deskOn("sqlite::memory:");
    const visitor = await desk.signedIn();
    const token = visitor.token();
    expect((await visitor.post("/sign-out", { x: "y".repeat(1 << 20), token })).status).toBe(413);
    const json = { ...OWN, "content-type": "application/json" };
    const answer = await visitor.send("/sign-out", { method: "POST", body: JSON.stringify({ token }), headers: json });
    expect(answer.status).toBe(405);
    expect((await visitor.see("/")).status).toBe(200);
    await desk.store.close();
  });

  test("unknown pages and methods are refused", async () => {
    const desk = await deskOn("sqlite::memory:");
    const visitor = await desk.signedIn();
    expect((await visitor.see("/nothing/at/all")).status).toBe(404);
    expect((await visitor.submit("/record")).status).toBe(405);
    for (const method of ["PUT", "DELETE", "OPTIONS"]) expect((await visitor.send("/", { method })).status).toBe(405);
    await desk.store.close();
  });

  test("the language is that of the browser, until the switch is used", async () => {
    const desk = await deskOn("sqlite::memory:");
    const visitor = await desk.signedIn();
    const spanish = await visitor.send("/", { headers: { "accept-language": "fr, es-MX;q=0.9, en;q=0.8" } });
    expect(await spanish.text()).toContain("<h1>Configurar</h1>");
    expect((await visitor.send("/language?to=es&back=/record")).headers.get("location")).toBe("/record");
    expect((await visitor.see("/record")).text).toContain("<h1>Registro de cambios</h1>");
    for (const back of ["//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nSet-Cookie: x=y"]) {
      const answer = await visitor.send(`/language?to=en&back=${encodeURIComponent(back)}`);
      expect(answer.headers.get("location")).toBe("/");
    }
    await desk.store.close();
  });
});
