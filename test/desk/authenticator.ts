import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

const hash = (text: string | Uint8Array): Buffer => createHash("sha256").update(text).digest();
const text64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

const CBOR_BYTES = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

/** The public key of P-256 as COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
const coseKey = (x: Uint8Array, y: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    CBOR_BYTES(x),
    Buffer.from([0x22]),
    CBOR_BYTES(y),
  ]);

/** {"fmt": "none", "attStmt": {}, "authData": …} */
const attestation = (data: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from("fmt"),
    Buffer.from([0x64]),
    Buffer.from("none"),
    Buffer.from([0x67]),
    Buffer.from("attStmt"),
    Buffer.from([0xa0, 0x68]),
    Buffer.from("authData"),
    Buffer.from([0x58, data.length]),
    data,
  ]);

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

type Options = { challenge: string; user?: { id: string } };
/** What a test makes wrong. */
type Wrong = { origin?: string; rp_id?: string; unverified?: boolean; id?: string; key?: "other"; user?: string };

/** A security key in software, without a browser: one passkey of one person at one origin. */
export function newAuthenticator(origin: string) {
  const id = randomBytes(20);
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let user = "";
  let counter = 0;
  const clientData = (type: string, challenge: string, at: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  const head = (wrong: Wrong, flags: number): Buffer => {
    const count = Buffer.alloc(4);
    counter += 1;
    count.writeUInt32BE(counter);
    const shown = flags | PRESENT | (wrong.unverified ? 0 : VERIFIED);
    return Buffer.concat([hash(wrong.rp_id ?? new URL(origin).hostname), Buffer.from([shown]), count]);
  };
  const common = { id: text64(id), rawId: text64(id), type: "public-key" };
  return {
    make(options: Options, wrong: Wrong = {}): string {
      user = options.user?.id ?? "";
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const key = coseKey(Buffer.from(x, "base64url"), Buffer.from(y, "base64url"));
      const made = Buffer.concat([head(wrong, ATTESTED), Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const client = clientData("webauthn.create", options.challenge, wrong.origin ?? origin);
      const response = { clientDataJSON: text64(client), attestationObject: text64(attestation(made)) };
      return JSON.stringify({ ...common, response });
    },
    sign(options: Options, wrong: Wrong = {}): string {
      const data = head(wrong, 0);
      const client = clientData("webauthn.get", options.challenge, wrong.origin ?? origin);
      const signed = createSign("sha256").update(Buffer.concat([data, hash(client)]));
      const signature = signed.sign(wrong.key === "other" ? other.privateKey : privateKey);
      const response = {
        clientDataJSON: text64(client),
        authenticatorData: text64(data),
        signature: text64(signature),
        userHandle: wrong.user ?? user,
      };
      return JSON.stringify({ ...common, ...(wrong.id ? { id: wrong.id, rawId: wrong.id } : {}), response });
    },
  };
}

/** The options in a page for the browser. */
export function optionsIn(page: string): Options {
  const given = /data-options="([^"]*)"/.exec(page)?.[1];
  if (given === undefined) throw new Error("the page asks for no passkey");
  return JSON.parse(given.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
}
