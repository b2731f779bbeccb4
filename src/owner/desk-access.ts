import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { renderTime } from "../model/basics/time.ts";
import { countDeskRecords, type DeskRecord, readDeskRecords, saveDeskRecord } from "../store/desk/desk-record.ts";
import {
  type DeskProcess,
  type DeskRole,
  deleteDeskSession,
  deleteOldSessions,
  endLocalSessions,
  isDeskLink,
  readDeskProcess,
  readDeskSession,
  removeDeskProcess,
  replaceDeskProcess,
  saveDeskLink,
  saveDeskSession,
  takeDeskLink,
  touchDeskSession,
} from "../store/desk/desk-sessions.ts";
import type { Queryable } from "../store/store.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** 256 bits: nobody guesses it, so a plain hash of it is enough. */
const SECRET_BYTES = 32;
const LINK_MS = 10 * 60_000;
/** A session is noted as used once in that time, and not with every request. */
const TOUCH_MS = 60_000;
const RECORDS_PAGE = 50;
/** A session of a person ends so long after signing in, or after the last request. One on this machine ends with its desk. */
const SESSION_MS = 12 * 3_600_000;
const SESSION_IDLE_MS = 3_600_000;

export const newSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");
const timeOf = ({ now }: OwnerDeps): string => renderTime(now().getTime());

export type Session = {
  secret: string;
  /** The name of the person; null on this machine. */
  member: string | null;
  role: DeskRole;
  /** Null on this machine. */
  person_id: string | null;
  /** When the passkey was used last; null on this machine. */
  confirmed_at: string | null;
};

/** Whoever has the link of this machine is a manager. */
const HERE = { member: null, role: "manager", person_id: null, confirmed_at: null } as const;

/** Saves a session and that it began. `instance` is the desk with which it ends; null if a person signed in. */
export async function startSession(
  tx: Queryable,
  who: Omit<Session, "secret">,
  instance: string | null,
  at: string,
): Promise<Session> {
  const secret = newSecret();
  await saveDeskSession(tx, { ...who, hash: hashSecret(secret), instance, started_at: at, used_at: at });
  await saveDeskRecord(tx, randomUUID(), { at, member: who.member, kind: "signed_in", version: null, subjects: [] });
  return { ...who, secret };
}

/** A new link's token, good once and for ten minutes. */
export async function createDeskLink(deps: OwnerDeps): Promise<string> {
  const token = newSecret();
  const expires_at = renderTime(deps.now().getTime() + LINK_MS);
  await saveDeskLink(deps.store, hashSecret(token), expires_at, timeOf(deps));
  return token;
}

/** Looking at a link does not use it up. */
export const isLinkGood = (deps: OwnerDeps, token: string): Promise<boolean> =>
  isDeskLink(deps.store, hashSecret(token), timeOf(deps));

/** Uses the link up and begins a session. Null if the link was used, is too old, or never existed. */
export async function beginSession(deps: OwnerDeps, token: string, instance: string): Promise<Session | null> {
  const at = timeOf(deps);
  return deps.store.transaction(async (tx) =>
    (await takeDeskLink(tx, hashSecret(token), at)) ? startSession(tx, HERE, instance, at) : null,
  );
}

/** Times before which a session of a person must have begun, or been used last, to be over. */
const overBefore = (now_ms: number): [began: string, used: string] => [
  renderTime(now_ms - SESSION_MS),
  renderTime(now_ms - SESSION_IDLE_MS),
];

/** The session of a cookie. Null if it ended, or belongs to a desk that ended. `instance` is null if people sign in. */
export async function findSession(deps: OwnerDeps, secret: string, instance: string | null): Promise<Session | null> {
  const hash = hashSecret(secret);
  const found = await readDeskSession(deps.store, hash);
  if (!found || found.instance !== instance) return null;
  const now_ms = deps.now().getTime();
  const [began, used] = overBefore(now_ms);
  if (instance === null && (found.started_at <= began || found.used_at <= used)) {
    await deleteOldSessions(deps.store, began, used);
    return null;
  }
  if (now_ms - Date.parse(found.used_at) > TOUCH_MS) await touchDeskSession(deps.store, hash, renderTime(now_ms));
  const { member, role, person_id, confirmed_at } = found;
  return { secret, member, role, person_id, confirmed_at };
}

export async function endSession(deps: OwnerDeps, { secret, member }: Session): Promise<void> {
  await deleteDeskSession(deps.store, hashSecret(secret));
  await recordChange(deps, { member, kind: "signed_out", version: null, subjects: [] });
}

/** The token in every form of a session. It is no secret of its own, so nothing else is stored. */
export const formToken = ({ secret }: Pick<Session, "secret">): string =>
  createHmac("sha256", secret).update("form").digest("base64url");

export function isFormToken(session: Pick<Session, "secret">, given: string): boolean {
  const [right, got] = [Buffer.from(formToken(session)), Buffer.from(given)];
  return right.length === got.length && timingSafeEqual(right, got);
}

/** Writes down who changed what. Called after the change. */
export const recordChange = (deps: OwnerDeps, record: Omit<DeskRecord, "at">): Promise<void> =>
  saveDeskRecord(deps.store, randomUUID(), { ...record, at: timeOf(deps) });

export type RecordPage = { records: DeskRecord[]; page: number; pages: number };

export async function readRecord(deps: OwnerDeps, asked_page: number): Promise<RecordPage> {
  const count = await countDeskRecords(deps.store);
  const pages = Math.max(1, Math.ceil(count / RECORDS_PAGE));
  const page = Math.min(asked_page, pages);
  return { records: await readDeskRecords(deps.store, RECORDS_PAGE, (page - 1) * RECORDS_PAGE), page, pages };
}

export const findDesk = ({ store }: OwnerDeps): Promise<DeskProcess | null> => readDeskProcess(store);

/** Registers a desk in the place of `former`, which has ended. False if another desk was faster. */
export async function registerDesk(deps: OwnerDeps, own: DeskProcess, former: string | null): Promise<boolean> {
  if (!(await replaceDeskProcess(deps.store, own, former, timeOf(deps)))) return false;
  await endLocalSessions(deps.store);
  return true;
}

export async function unregisterDesk({ store }: OwnerDeps, instance: string): Promise<void> {
  await endLocalSessions(store);
  await removeDeskProcess(store, instance);
}
