import { randomBytes } from "node:crypto";
import { foldQuery } from "../model/basics/search-folding.ts";
import { renderTime } from "../model/basics/time.ts";
import { lockDataset } from "../store/dataset/dataset.ts";
import {
  addDeskPerson,
  deleteDeskPerson,
  type ListedPerson,
  listDeskPeople,
  readDeskPerson,
  readInvited,
  readManagers,
  saveInvitation,
} from "../store/desk/desk-people.ts";
import type { DeskRole } from "../store/desk/desk-sessions.ts";
import { hashSecret, newSecret, recordChange } from "./desk-access.ts";
import type { OwnerDeps } from "./owner-deps.ts";

const INVITATION_MS = 24 * 3_600_000;
const NAME_LENGTH = 60;
const ID_BYTES = 16;

export const DESK_ROLES = ["manager", "staff"] as const satisfies readonly DeskRole[];

/** The name as it is shown, or null if it is none. */
function cleanName(given: string): string | null {
  const name = given.normalize("NFC").replace(/\s+/gu, " ").trim();
  const fits = name !== "" && [...name].length <= NAME_LENGTH && !/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u.test(name);
  return fits && foldQuery(name) !== "" ? name : null;
}

export type Invited = { token: string; name: string } | { refused: "name" | "other_role" };

/** A link by which a person registers a passkey, once within 24 hours. A person may get several. */
export async function invitePerson(
  deps: OwnerDeps,
  { name: given, role }: { name: string; role: DeskRole },
  by: string | null,
): Promise<Invited> {
  const name = cleanName(given);
  if (name === null) return { refused: "name" };
  const now_ms = deps.now().getTime();
  const at = renderTime(now_ms);
  const token = newSecret();
  const invited = await deps.store.transaction(async (tx): Promise<Invited> => {
    const folded = foldQuery(name);
    const id = randomBytes(ID_BYTES).toString("base64url");
    await addDeskPerson(tx, { id, name, folded, role, invited_at: at });
    const person = await readDeskPerson(tx, folded);
    if (person?.role !== role) return { refused: "other_role" };
    const invitation = {
      hash: hashSecret(token),
      person_id: person.id,
      expires_at: renderTime(now_ms + INVITATION_MS),
    };
    await saveInvitation(tx, invitation, at);
    return { token, name: person.name };
  });
  if ("token" in invited)
    await recordChange(deps, { member: by, kind: "invited", version: null, subjects: [invited.name] });
  return invited;
}

export const listPeople = ({ store, now }: OwnerDeps): Promise<ListedPerson[]> =>
  listDeskPeople(store, renderTime(now().getTime()));

/** Who was invited with this link. Looking at it does not use it up. */
export const findInvited = ({ store, now }: OwnerDeps, token: string) =>
  readInvited(store, hashSecret(token), renderTime(now().getTime()));

export type Removal = "removed" | "unknown" | "last_manager";

/** Ends what lets a person in, at once. With `keep_manager`, somebody who can let others in stays. */
export async function removePerson(
  deps: OwnerDeps,
  given: string,
  { keep_manager, by }: { keep_manager: boolean; by: string | null },
): Promise<Removal> {
  let name = given;
  const removal = await deps.store.transaction(async (tx): Promise<Removal> => {
    // Two managers who remove each other at the same moment would both leave.
    await lockDataset(tx, deps.store.dialect);
    const person = await readDeskPerson(tx, foldQuery(given));
    if (!person) return "unknown";
    name = person.name;
    const managers = await readManagers(tx);
    if (keep_manager && managers.length === 1 && managers[0]?.id === person.id) return "last_manager";
    await deleteDeskPerson(tx, person.id);
    return "removed";
  });
  if (removal === "removed")
    await recordChange(deps, { member: by, kind: "person_removed", version: null, subjects: [name] });
  return removal;
}
