import { connect } from "node:tls";
import { DAY_MS } from "../../model/basics/time.ts";
import { type Finding, fault, ok, warning } from "../../model/finding.ts";
import { describeUnreachable, messageOf } from "../../operator-error.ts";
import type { Settings } from "../../settings.ts";

const TIMEOUT_MS = 5000;

/** When the certificate of the public origin expires, from a handshake that does not check trust. */
function certificateEnd(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: TIMEOUT_MS }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.on("error", reject);
    socket.on("timeout", () => socket.destroy(new Error("no answer")));
  });
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
    const end = await certificateEnd(url.hostname, Number(url.port || 443));
    const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
    const found = `the certificate of ${url.host} expires in ${days} days`;
    return days < 14 ? warning("tls", found, "renew it: run certbot renew, or let Caddy renew it") : ok("tls", found);
  } catch (error) {
    return fault(
      "tls",
      `${url.host} does not speak TLS (${messageOf(error)})`,
      "check DNS, the proxy and its certificate",
    );
  }
}

export async function checkBaseUrl(settings: Settings): Promise<Finding> {
  try {
    const response = await fetch(`${settings.BASE_URL}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return ok("public address", `${settings.BASE_URL}/healthz answers`);
    return fault(
      "public address",
      `${settings.BASE_URL}/healthz answers ${response.status}`,
      "check the proxy's target and PORT",
    );
  } catch (error) {
    return warning(
      "public address",
      `${settings.BASE_URL} does not answer (${describeUnreachable(error)})`,
      "start the server, or fix BASE_URL",
    );
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
