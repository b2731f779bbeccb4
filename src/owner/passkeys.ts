import { z } from "zod";
import { renderTime } from "../model/basics/time.ts";
import { messageOf } from "../operator-error.ts";
import {
  addPasskey,
  type DeskPerson,
  notePasskeyUse,
  readPasskey,
  readPasskeyIds,
  takeInvitation,
} from "../store/desk/desk-people.ts";
import { confirmDeskSession } from "../store/desk/desk-sessions.ts";
import type { Challenges } from "./challenges.ts";
import { hashSecret, recordChange, type Session, startSession } from "./desk-access.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** ES256, EdDSA and RS256: every authenticator has one of them. */
const ALGORITHMS = [-7, -8, -257];
const TIMEOUT_MS = 5 * 60_000;

/** A passkey belongs to the name of the desk, and is asked for at its origin. */
export type PasskeyPlace = { origin: string; challenges: Challenges };
const nameOf = ({ origin }: PasskeyPlace): string => new URL(origin).hostname;

const SIGN_IN = "sign_in";
const confirmPurpose = ({ secret }: Pick<Session, "secret">) => `confirm ${hashSecret(secret)}`;
const joinPurpose = (token: string) => `join ${hashSecret(token)}`;

/** What the browser is asked for, to sign in with any passkey of this desk. */
export const signInOptions = (place: PasskeyPlace) => ({
  challenge: place.challenges.make(SIGN_IN),
  rpId: nameOf(place),
  userVerification: "required",
  timeout: TIMEOUT_MS,
});

/** The same, to confirm with a passkey of the person who signed in. */
export async function confirmOptions(deps: OwnerDeps, place: PasskeyPlace, session: Session) {
  const ids = await readPasskeyIds(deps.store, session.person_id ?? "");
  return {
    ...signInOptions(place),
    challenge: place.challenges.make(confirmPurpose(session)),
    allowCredentials: ids.map((id) => ({ id, type: "public-key" })),
  };
}

/** What the browser is asked for, to make a passkey for the person. */
export async function joinOptions(
  deps: OwnerDeps,
  place: PasskeyPlace,
  { id, name }: Pick<DeskPerson, "id" | "name">,
  token: string,
) {
  const known = await readPasskeyIds(deps.store, id);
  return {
    challenge: place.challenges.make(joinPurpose(token)),
    rp: { id: nameOf(place), name: nameOf(place) },
    user: { id, name, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    excludeCredentials: known.map((one) => ({ id: one, type: "public-key" })),
    attestation: "none",
    timeout: TIMEOUT_MS,
  };
}

const text = z.string().max(20_000);
const credential = { id: text, rawId: text, type: z.literal("public-key") };
const signedSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text.default("") }),
});
const madeSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: text, attestationObject: text }),
});

/** Null if it is not what a browser sends. */
function parseCredential<T>(schema: z.ZodType<T>, given: string): T | null {
  try {
    return schema.safeParse(JSON.parse(given)).data ?? null;
  } catch {
    return null; // no JSON
  }
}

/** It takes 0.4 s to load (measured), so it is loaded when the first passkey is used. In the one-file program, what it needs comes first. */
async function loadVerifier() {
  await import("reflect-metadata");
  return import("@simplewebauthn/server");
}

/** Why a passkey was not accepted: a sentence for the log. */
export type PasskeyFault = { fault: string };

const REFUSED: PasskeyFault = { fault: "the signature is wrong, or the challenge was used" };

/** The verifier throws what it does not accept. */
const faultOf = <T>(checking: Promise<T>): Promise<T | PasskeyFault> =>
  checking.catch((error) => ({ fault: messageOf(error) }));

/** The challenge that was signed is known only after the answer was read. */
function expectChallenge({ challenges }: PasskeyPlace, purpose: string) {
  let signed = "";
  return {
    expectedChallenge(challenge: string) {
      signed = challenge;
      return challenges.isGood(purpose, challenge);
    },
    use: () => challenges.use(signed),
  };
}

type Owner = { person_id: string; name: string; role: Session["role"] };

type Asked = { purpose: string; given: string; person_id: string | null };

/** Checks what a passkey signed, and notes its use. With `person_id`, it has to be a passkey of that person. */
async function checkSigned(
  deps: OwnerDeps,
  place: PasskeyPlace,
  { purpose, given, person_id }: Asked,
): Promise<Owner | PasskeyFault> {
  const signed = parseCredential(signedSchema, given);
  const passkey = signed && (await readPasskey(deps.store, signed.id));
  if (!signed || !passkey) return { fault: "the passkey is not known" };
  const named = [person_id, signed.response.userHandle].filter((id) => id !== null && id !== "");
  if (named.some((id) => id !== passkey.person_id)) return { fault: "the passkey is of somebody else" };
  const { expectedChallenge, use } = expectChallenge(place, purpose);
  const publicKey = new Uint8Array(Buffer.from(passkey.public_key, "base64url"));
  const { verifyAuthenticationResponse } = await loadVerifier();
  const checked = await faultOf(
    verifyAuthenticationResponse({
      response: { ...signed, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: place.origin,
      expectedRPID: nameOf(place),
      credential: { id: passkey.id, publicKey, counter: passkey.counter },
      requireUserVerification: true,
    }),
  );
  if ("fault" in checked) return checked;
  if (!checked.verified || !use()) return REFUSED;
  const at = renderTime(deps.now().getTime());
  await notePasskeyUse(deps.store, passkey.id, checked.authenticationInfo.newCounter, at);
  return passkey;
}

/** Begins a session of the person whose passkey signed. */
export async function signInWithPasskey(
  deps: OwnerDeps,
  place: PasskeyPlace,
  given: string,
): Promise<Session | PasskeyFault> {
  const owner = await checkSigned(deps, place, { purpose: SIGN_IN, given, person_id: null });
  if ("fault" in owner) return owner;
  const at = renderTime(deps.now().getTime());
  const { name: member, role, person_id } = owner;
  return deps.store.transaction((tx) => startSession(tx, { member, role, person_id, confirmed_at: at }, null, at));
}

/** Notes that the person of a session used her passkey just now. */
export async function confirmWithPasskey(
  deps: OwnerDeps,
  place: PasskeyPlace,
  session: Session,
  given: string,
): Promise<"confirmed" | PasskeyFault> {
  const { person_id } = session;
  const owner = await checkSigned(deps, place, { purpose: confirmPurpose(session), given, person_id });
  if ("fault" in owner) return owner;
  await confirmDeskSession(deps.store, hashSecret(session.secret), renderTime(deps.now().getTime()));
  return "confirmed";
}

type MadePasskey = { id: string; public_key: string; counter: number };

async function checkMade(place: PasskeyPlace, token: string, given: string): Promise<MadePasskey | PasskeyFault> {
  const made = parseCredential(madeSchema, given);
  if (!made) return { fault: "it is no passkey" };
  const { expectedChallenge, use } = expectChallenge(place, joinPurpose(token));
  const { verifyRegistrationResponse } = await loadVerifier();
  const checked = await faultOf(
    verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: place.origin,
      expectedRPID: nameOf(place),
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    }),
  );
  if ("fault" in checked) return checked;
  if (!checked.verified || !use()) return REFUSED;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return { id, public_key: Buffer.from(publicKey).toString("base64url"), counter };
}

/** Registers the passkey of an invited person, uses the invitation up, and begins a session. */
export async function joinWithPasskey(
  deps: OwnerDeps,
  place: PasskeyPlace,
  { person, token }: { person: Pick<DeskPerson, "id" | "name" | "role">; token: string },
  given: string,
): Promise<Session | PasskeyFault> {
  const made = await checkMade(place, token, given);
  if ("fault" in made) return made;
  const at = renderTime(deps.now().getTime());
  const who = { member: person.name, role: person.role, person_id: person.id, confirmed_at: at };
  const joined = await deps.store.transaction(async (tx) => {
    if (!(await takeInvitation(tx, hashSecret(token), at))) return { fault: "the invitation was used" };
    if (!(await addPasskey(tx, { ...made, person_id: person.id }, at))) return { fault: "the passkey is known" };
    return startSession(tx, who, null, at);
  });
  if ("secret" in joined)
    await recordChange(deps, { member: person.name, kind: "joined", version: null, subjects: [person.name] });
  return joined;
}
