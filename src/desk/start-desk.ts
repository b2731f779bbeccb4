import { randomUUID } from "node:crypto";
import { clientAddress } from "../http/rate-limit.ts";
import { describeError, type Log } from "../log.ts";
import { messageOf, OperatorError } from "../operator-error.ts";
import { createChallenges } from "../owner/challenges.ts";
import { createCheckup } from "../owner/checkup.ts";
import { findDesk, registerDesk, unregisterDesk } from "../owner/desk-access.ts";
import { removeUnfinishedBackups } from "../owner/own-backups.ts";
import type { OwnerDeps } from "../owner/owner-deps.ts";
import type { Settings } from "../settings.ts";
import { localAddresses, proxiedAddresses } from "./desk-addresses.ts";
import { createFilesInHand } from "./files-in-hand.ts";
import { ALIVE_PATH, createDeskHandler, type HandleDeskRequest } from "./handle-request.ts";
import type { Desk } from "./visit.ts";

/** An upload is limited by its own handler, while it arrives. */
const RUNTIME_BODY_BYTES = 1 << 30;
const IDLE_SECONDS = 120;
const ALIVE_TIMEOUT_MS = 1500;
/** Uploads are forgotten in time also when nobody looks at a page. */
const FORGET_MS = 60_000;

export type DeskOptions = {
  deps: OwnerDeps;
  settings: Pick<Settings, "DESK_HOST" | "DESK_PORT" | "DESK_URL" | "BASE_URL" | "TRUST_PROXY">;
  log: Log;
  /** Uploads are kept here, until they are published or discarded. */
  folder: string;
  keepLedger: Desk["keepLedger"];
  upkeep: Desk["upkeep"];
  demonstration?: boolean;
  /** Called with every request. */
  used: () => void;
};

export type RunningDesk = { origin: string; stop(): Promise<void> };
/** Another desk serves this store. */
export type OtherDesk = { other_origin: string };

/** Whether the desk that is registered still runs, and where. */
export async function findRunningDesk(deps: OwnerDeps): Promise<OtherDesk | { former: string | null }> {
  const found = await findDesk(deps);
  if (!found) return { former: null };
  try {
    const response = await fetch(found.address + ALIVE_PATH, { signal: AbortSignal.timeout(ALIVE_TIMEOUT_MS) });
    if ((await response.text()).trim() === found.instance) return { other_origin: found.address };
  } catch {
    // it ended without a word
  }
  return { former: found.instance };
}

function listen({ settings, log, used }: DeskOptions, handleAt: (port: number) => HandleDeskRequest) {
  const { DESK_HOST, DESK_PORT, TRUST_PROXY } = settings;
  let answer: HandleDeskRequest | null = null;
  try {
    return Bun.serve({
      hostname: DESK_HOST,
      port: DESK_PORT,
      reusePort: false,
      maxRequestBodySize: RUNTIME_BODY_BYTES,
      idleTimeout: IDLE_SECONDS,
      development: false,
      fetch(request, server) {
        used();
        answer ??= handleAt(server.port ?? DESK_PORT);
        return answer(request, clientAddress(request, server.requestIP(request)?.address ?? "unknown", TRUST_PROXY));
      },
      error(error) {
        log.error("desk_failed", describeError(error));
        return new Response(null, { status: 500 });
      },
    });
  } catch (error) {
    throw new OperatorError(
      `cannot listen on ${DESK_HOST}:${DESK_PORT} (${messageOf(error)}): set DESK_HOST and DESK_PORT`,
      1,
      { cause: error },
    );
  }
}

/** Starts the desk of a store. There is one per store: if another one runs, nothing is started. */
export async function startDesk(options: DeskOptions): Promise<RunningDesk | OtherDesk> {
  const { deps, settings, log } = options;
  const found = await findRunningDesk(deps);
  if ("other_origin" in found) return found;
  const instance = randomUUID();
  const files = createFilesInHand(options.folder, () => performance.now());
  const { DESK_HOST, DESK_URL } = settings;
  const checked = { env: options.upkeep.env, now: deps.now };
  const checkup = createCheckup(checked, (error) => log.error("desk_failed", describeError(error)));
  const challenges = DESK_URL === null ? null : createChallenges(() => deps.now().getTime());
  const deskAt = (port: number): Desk => ({
    deps,
    instance,
    addresses: DESK_URL === null ? localAddresses(DESK_HOST, port) : proxiedAddresses(DESK_URL, DESK_HOST, port),
    challenges,
    public_url: settings.BASE_URL,
    log,
    files,
    keepLedger: options.keepLedger,
    demonstration: options.demonstration ?? false,
    checkup,
    upkeep: options.upkeep,
  });
  const server = listen(options, (port) => createDeskHandler(deskAt(port), () => performance.now()));
  const { origin, listens } = deskAt(server.port ?? settings.DESK_PORT).addresses;
  const forgetting = setInterval(files.forgetOld, FORGET_MS);
  const stop = async () => {
    clearInterval(forgetting);
    await server.stop(true);
    files.clear();
    await unregisterDesk(deps, instance);
  };
  if (await registerDesk(deps, { instance, address: `http://${listens}` }, found.former)) {
    // Now no other desk runs, so what is there is of one that was killed.
    files.clear();
    removeUnfinishedBackups(options.upkeep);
    return { origin, stop };
  }
  clearInterval(forgetting);
  await server.stop(true);
  const other = await findRunningDesk(deps);
  if ("other_origin" in other) return other;
  throw new OperatorError("two desks were started at the same time: run candor desk again");
}
