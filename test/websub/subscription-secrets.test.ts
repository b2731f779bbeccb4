import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createSecrets, signature } from "../../src/websub/subscription-secrets.ts";

const OLD = "an old key of at least 32 characters";
const NEW = "a new key of at least 32 characters!";
const PAIR = "/feed.xml\nhttps://subscriber.org/";

test("a secret opens with the key that sealed it, even after a new key was added", () => {
  const secret = Buffer.from([0, 255, 128, 10]);
  const sealed = createSecrets([OLD], randomBytes).seal(secret, PAIR);
  expect(createSecrets([OLD], randomBytes).open(sealed, PAIR)).toEqual(secret);
  expect(createSecrets([NEW, OLD], randomBytes).open(sealed, PAIR)).toEqual(secret);
  expect(createSecrets([NEW], randomBytes).open(sealed, PAIR)).toBeNull();
});

test("the newest key seals, and sealing twice gives different text", () => {
  const ring = createSecrets([NEW, OLD], randomBytes);
  const sealed = ring.seal(Buffer.from("secret"), PAIR);
  expect(createSecrets([NEW], randomBytes).open(sealed, PAIR)).toEqual(Buffer.from("secret"));
  expect(ring.seal(Buffer.from("secret"), PAIR)).not.toBe(sealed);
});

test("a sealed secret does not open for another subscription, or after a change", () => {
  const ring = createSecrets([NEW], randomBytes);
  const sealed = ring.seal(Buffer.from("secret"), PAIR);
  expect(ring.open(sealed, "/feed.xml\nhttps://attacker.org/")).toBeNull();
  expect(ring.open(`${sealed.slice(0, -4)}AAAA`, PAIR)).toBeNull();
});

test("the signature matches RFC 4231, test case 2", () => {
  expect(signature(Buffer.from("Jefe"), [Buffer.from("what do ya want "), Buffer.from("for nothing?")])).toBe(
    "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});
