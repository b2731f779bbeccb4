import { OperatorError, usageError } from "../operator-error.ts";
import { DESK_ROLES, invitePerson, listPeople, removePerson } from "../owner/desk-members.ts";
import { parseSettings } from "../settings.ts";
import { type Arguments, choice, type Terminal } from "../terminal/command.ts";
import { withExistingStore, withStore } from "../terminal/with-store.ts";

/** The name after the action: `candor desk invite "Ana Ruiz"`. */
function nameOf({ positionals }: Arguments): string {
  const [action, name, ...more] = positionals;
  if (name === undefined) throw usageError(`desk ${action} needs a name`);
  if (more.length > 0)
    throw usageError(`desk ${action} takes one name: write "${[name, ...more].join(" ")}" in quotes`);
  return name;
}

async function invite(args: Arguments, terminal: Terminal): Promise<number> {
  const name = nameOf(args);
  const role = choice(args, "role", DESK_ROLES);
  if (role === null) throw usageError("desk invite needs --role: manager, or staff to look, import and decide");
  const { DESK_URL } = parseSettings(terminal.env);
  if (DESK_URL === null)
    throw new OperatorError("DESK_URL is not set: people sign in only at a desk with an address of its own");
  return withStore(terminal, async (store) => {
    const invited = await invitePerson({ store, now: terminal.now }, { name, role }, null);
    if ("refused" in invited) {
      throw new OperatorError(
        invited.refused === "name"
          ? `${JSON.stringify(name)} is not a name of at most 60 letters`
          : `${name} has the other role: candor desk remove ${JSON.stringify(name)} first`,
      );
    }
    terminal.out(
      `${invited.name} makes a passkey here, once within 24 hours:\n${DESK_URL}/join?token=${invited.token}\n`,
    );
    return 0;
  });
}

const people = (terminal: Terminal): Promise<number> =>
  withExistingStore(terminal, async (store) => {
    const found = await listPeople({ store, now: terminal.now });
    if (found.length === 0) terminal.out("nobody was invited: candor desk invite NAME --role manager\n");
    for (const { name, role, passkeys, used_at, invited_until } of found) {
      const keys = `${passkeys} ${passkeys === 1 ? "passkey" : "passkeys"}, last sign-in ${used_at ?? "never"}`;
      const open = invited_until === null ? "" : `, invited until ${invited_until}`;
      terminal.out(`${name}  ${role}, ${keys}${open}\n`);
    }
    return 0;
  });

async function remove(args: Arguments, terminal: Terminal): Promise<number> {
  const name = nameOf(args);
  return withExistingStore(terminal, async (store) => {
    const removal = await removePerson({ store, now: terminal.now }, name, { keep_manager: false, by: null });
    if (removal !== "removed") throw new OperatorError(`${name} is not in the list: candor desk people`);
    terminal.out(`${name} was removed, and is signed out everywhere\n`);
    return 0;
  });
}

/** What `candor desk` does with people. Null if the action is another one. */
export function runDeskPeople(args: Arguments, terminal: Terminal): Promise<number> | null {
  const [action, ...more] = args.positionals;
  if (action !== "invite" && args.text("role") !== null) throw usageError("--role is for desk invite");
  if (action === "invite") return invite(args, terminal);
  if (action === "remove") return remove(args, terminal);
  return action === "people" && more.length === 0 ? people(terminal) : null;
}
