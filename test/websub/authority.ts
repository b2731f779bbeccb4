import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Certificate = { key: string; cert: string };
/** A private certificate authority, created by openssl for this test process. */
export type Authority = {
  ca: string;
  ca_path: string;
  issue(names: string[], days?: number): Certificate;
  selfSigned(name: string): Certificate;
};

const EC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

export function openAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), "candor-authority-"));
  const at = (name: string) => join(folder, name);
  const read = (name: string) => readFileSync(at(name), "utf8");
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const root = ["-keyout", "ca.key", "-out", "ca.pem", "-days", "30", "-subj", "/CN=Test Authority"];
  openssl("req", "-x509", ...EC, ...root);
  let issued = 0;
  return {
    ca: read("ca.pem"),
    ca_path: at("ca.pem"),
    issue(names, days = 30) {
      issued += 1;
      const name = `leaf-${issued}`;
      const alternatives = names.map((value) => (/^[\d.]+$/.test(value) ? `IP:${value}` : `DNS:${value}`)).join(",");
      openssl("req", ...EC, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", "/CN=leaf");
      writeFileSync(at(`${name}.ext`), `subjectAltName=${alternatives}\n`);
      const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", `${name}.ext`];
      openssl("x509", "-req", "-in", `${name}.csr`, ...by, "-days", String(days), "-out", `${name}.pem`);
      return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
    },
    selfSigned(name) {
      const alternative = ["-addext", `subjectAltName=DNS:${name}`];
      openssl(
        "req",
        "-x509",
        ...EC,
        "-keyout",
        "self.key",
        "-out",
        "self.pem",
        "-days",
        "30",
        "-subj",
        "/CN=self",
        ...alternative,
      );
      return { key: read("self.key"), cert: read("self.pem") };
    },
  };
}
