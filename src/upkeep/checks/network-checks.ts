import { checkServerIdentity, connect } from "node:tls";
import { DAY_MS } from "../../model/basics/time.ts";
import { type Finding, fault, ok, warning } from "../../model/finding.ts";
import { describeUnreachable, messageOf } from "../../operator-error.ts";
import type { Settings } from "../../settings.ts";

const TIMEOUT_MS = 5000;
const RENEW = "renew it: run certbot renew, or let Caddy renew it";

type Certificate = { end: Date; wrong_name: string | null };

/** The certificate of the public origin, from a handshake that does not check trust. */
function readCertificate(host: string, port: number): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: TIMEOUT_MS }, () => {
      const certificate = socket.getPeerCertificate();
      resolve({
        end: new Date(certificate.valid_to),
        wrong_name: checkServerIdentity(host, certificate)?.message ?? null,
      });
      socket.end();
    });
    socket.on("error", reject);
    socket.on("timeout", () => socket.destroy(new Error("no answer")));
  });
}

/** In how many days the certificate of the public origin ends. Null without TLS. */
export async function readCertificateDays({ BASE_URL }: Settings, now: Date): Promise<number | null> {
  const { protocol, hostname, port } = new URL(BASE_URL);
  if (protocol !== "https:") return null;
  const { end } = await readCertificate(hostname, Number(port || 443));
  return Math.floor((end.getTime() - now.getTime()) / DAY_MS);
}

export async function checkTls(settings: Settings, now: Date): Promise<Finding> {
  const url = new URL(settings.BASE_URL);
  const loopback = /^(localhost|127\.|\[::1\])/.test(url.hostname);
  if (url.protocol === "http:") {
    return loopback
      ? ok("tls", "BASE_URL is a loopback address: nobody else can reach the server yet")
      : warning(
          "tls",
          "BASE_URL is plain http",
          "put a TLS proxy in front (see deploy/) and set BASE_URL to https://…",
        );
  }
  try {
    const { end, wrong_name } = await readCertificate(url.hostname, Number(url.port || 443));
    const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
    if (wrong_name !== null)
      return fault("tls", `the certificate of ${url.host} is for another name`, `get one for ${url.hostname}`);
    if (days < 0) return fault("tls", `the certificate of ${url.host} expired ${-days} days ago`, RENEW);
    const found = `the certificate of ${url.host} expires in ${days} days`;
    return days < 14 ? warning("tls", found, RENEW) : ok("tls", found);
  } catch (error) {
    return fault(
      "tls",
      `${url.host} does not speak TLS (${messageOf(error)})`,
      "check DNS, the proxy and its certificate",
    );
  }
}

/** A review of this database that the public address does not have. An answer that is not ours says nothing. */
async function findOther(base_url: string, review_id: string | null): Promise<Finding | null> {
  if (review_id === null) return null;
  const { status } = await fetch(`${base_url}/api/reviews/${review_id}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (status !== 404 && status !== 410) return null;
  return fault(
    "public address",
    `${base_url} shows other data than this database: it has no review ${review_id}`,
    "check BASE_URL, the proxy's target, and which database that server uses (candor settings)",
  );
}

/** `served`: whether a server of this database runs. `review_id`: a review that it has shown for a while. */
export async function checkBaseUrl(
  { BASE_URL }: Settings,
  { served, review_id }: { served: boolean | null; review_id: string | null },
): Promise<Finding> {
  try {
    const response = await fetch(`${BASE_URL}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok)
      return (await findOther(BASE_URL, review_id)) ?? ok("public address", `${BASE_URL}/healthz answers`);
    return fault(
      "public address",
      `${BASE_URL}/healthz answers ${response.status}`,
      "check the proxy's target and PORT",
    );
  } catch (error) {
    const found = `${BASE_URL} does not answer (${describeUnreachable(error)})`;
    return served
      ? fault("public address", `a server runs, and ${found}`, "check BASE_URL, DNS, the firewall and the proxy")
      : warning("public address", found, "start the server, or fix BASE_URL");
  }
}

export function checkProxy(settings: Settings): Finding {
  const url = new URL(settings.BASE_URL);
  const behind = url.protocol === "https:";
  if (behind && settings.TRUST_PROXY === 0) {
    return warning(
      "proxy",
      "BASE_URL is https, so there is a proxy in front, but TRUST_PROXY is off: all visitors share one rate limit",
      "set TRUST_PROXY=true, or to the number of proxies",
    );
  }
  if (!behind && settings.TRUST_PROXY > 0 && settings.HOST !== "127.0.0.1") {
    return warning(
      "proxy",
      "TRUST_PROXY is on and the server listens on all addresses: any client can claim any address",
      "set HOST=127.0.0.1, or TRUST_PROXY=false",
    );
  }
  return ok("proxy", settings.TRUST_PROXY === 0 ? "no proxy is trusted" : `trusted proxies: ${settings.TRUST_PROXY}`);
}
