import { expect, test } from "bun:test";
import { candor } from "../candor.ts";
import { temporaryFolder } from "../temporary.ts";

const database = () => `sqlite:${temporaryFolder()}/candor.db`;
const findings = (out: string): Record<string, { state: string; found: string; mend: string | null }> =>
  Object.fromEntries(JSON.parse(out).map((finding: { check: string }) => [finding.check, finding]));

test("a new installation has no fault, and a warning that nothing answers yet", async () => {
  const { code, out } = await candor({ DATABASE_URL: database(), PORT: "1" }, "doctor", "--json");
  expect(code).toBe(0);
  expect(findings(out)).toMatchObject({
    settings: { state: "ok" },
    database: { state: "ok" },
    clock: { state: "ok" },
    disk: { state: "ok" },
    "public address": { state: "warning", mend: "start the server, or fix BASE_URL" },
  });
});

test("an invalid setting, an unreachable database and a missing key are faults that say how to fix them", async () => {
  expect(await candor({ PORT: "x" }, "doctor")).toMatchObject({
    code: 1,
    out: expect.stringContaining('fault    settings: setting PORT is "x"'),
  });
  const { code, out } = await candor(
    { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", PORT: "1" },
    "doctor",
    "--json",
  );
  expect(code).toBe(1);
  expect(findings(out)).toMatchObject({
    settings: { state: "fault", mend: "set SECRET_KEY to the output of: openssl rand -hex 32" },
    database: { state: "fault" },
  });
});

test("a proxy that is not trusted, and trust without a proxy, are warnings", async () => {
  const https = await candor({ DATABASE_URL: database(), BASE_URL: "https://127.0.0.1:1" }, "doctor", "--json");
  expect(findings(https.out)).toMatchObject({
    proxy: { state: "warning", mend: "set TRUST_PROXY=true, or to the number of proxies" },
    tls: { state: "fault" },
  });
  const open = await candor(
    { DATABASE_URL: database(), HOST: "0.0.0.0", TRUST_PROXY: "true", PORT: "1" },
    "doctor",
    "--json",
  );
  expect(findings(open.out)).toMatchObject({ proxy: { state: "warning" } });
});
