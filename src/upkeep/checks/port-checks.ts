import { createServer } from "node:net";
import { type Finding, fault, warning } from "../../model/finding.ts";
import { codeOf, messageOf } from "../../operator-error.ts";
import type { Settings } from "../../settings.ts";
import { findSideFault } from "../../store/connection/database-sides.ts";
import { statFile } from "../../store/connection/durable-file.ts";
import { sqlitePath } from "../../store/connection/open-store.ts";
import { isServed } from "../../store/connection/server-lock.ts";

type WhetherServed = { served: boolean | null; findings: Finding[] };

/** Whether a server of this database runs. Null if that is not known: PostgreSQL may have several. */
export function findServed({ DATABASE_URL }: Settings): WhetherServed {
  const path = sqlitePath(DATABASE_URL);
  if (path === null || findSideFault(path) !== null) return { served: null, findings: [] };
  try {
    return { served: statFile(`${path}.lock`)?.isFile() === true && isServed(DATABASE_URL), findings: [] };
  } catch (error) {
    return { served: null, findings: [fault("files", messageOf(error), `check who owns ${path}.lock`)] };
  }
}

/** The resolver of names gives no code. */
const UNKNOWN = "unknown";

/** Why nothing can listen there. "" if it can. */
function tryPort(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(codeOf(error) || UNKNOWN));
    server.listen({ host: host.replace(/^\[(.*)\]$/, "$1"), port, exclusive: true }, () =>
      server.close(() => resolve("")),
    );
  });
}

function describePort(setting: string, host: string, port: number, code: string): Finding[] {
  const [at, names] = [`${host}:${port}`, `${setting}HOST and ${setting}PORT`];
  if (code === "") return [];
  if (code === "EADDRINUSE")
    return [fault("port", `another program listens on ${at}`, `stop it (ss -ltnp lists it), or set ${setting}PORT`)];
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EINVAL", UNKNOWN].includes(code))
    return [fault("port", `${host} is no address of this machine`, `set ${setting}HOST to 127.0.0.1 or 0.0.0.0`)];
  return [
    warning(
      "port",
      `this user may not listen on ${at} (${code})`,
      `set ${names}, or run this as the user of the service`,
    ),
  ];
}

const APART = "set DESK_PORT to another port";

/** Whether a server could listen. Not checked while one runs. */
export async function checkPorts(settings: Settings, served: boolean | null): Promise<Finding[]> {
  const { HOST, PORT, METRICS_HOST, METRICS_PORT, DESK_PORT } = settings;
  if (METRICS_PORT === PORT && PORT !== 0)
    return [fault("port", `PORT and METRICS_PORT are both ${PORT}`, "set METRICS_PORT to another port")];
  if (DESK_PORT === PORT && PORT !== 0)
    return [warning("port", `PORT and DESK_PORT are both ${PORT}: the desk cannot open beside the server`, APART)];
  if (served !== false) return [];
  const metrics =
    METRICS_PORT === null
      ? []
      : describePort("METRICS_", METRICS_HOST, METRICS_PORT, await tryPort(METRICS_HOST, METRICS_PORT));
  return [...describePort("", HOST, PORT, await tryPort(HOST, PORT)), ...metrics];
}
