import { readManifest } from "./manifest.ts";
import { run } from "./run.ts";

type Component = { "bom-ref": string; properties?: { name: string; value: string }[] };

/** CycloneDX, as `npm sbom` writes it. */
type Bill = {
  serialNumber: string;
  metadata: { timestamp: string; component: { name: string; type: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

const isDevelopment = ({ properties = [] }: Component): boolean =>
  properties.some(({ name, value }) => name === "cdx:npm:package:development" && value === "true");

/** A UUID (RFC 9562 §5.8) from a hash instead of from chance. */
function uuidOf(text: string): string {
  const hex = new Bun.CryptoHasher("sha256").update(text).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join("-");
}

/**
 * The packages that the program runs on, without those that only build and test it. `npm sbom --omit=dev` would also
 * leave out the run-time packages that a development package needs, too. Nothing in it depends on the clock, on chance
 * or on the name of the folder.
 */
export async function renderBill(root: string, committed_at: string): Promise<string> {
  const bill: Bill = JSON.parse(await run(["npm", "run", "--silent", "sbom"], root));
  const development = new Set(bill.components.filter(isDevelopment).map((component) => component["bom-ref"]));
  bill.components = bill.components.filter((component) => !development.has(component["bom-ref"]));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => !development.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((name) => !development.has(name)) }));
  bill.metadata.timestamp = committed_at;
  bill.metadata.component = { ...bill.metadata.component, name: readManifest(root).name, type: "application" };
  bill.serialNumber = "";
  bill.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bill))}`;
  return `${JSON.stringify(bill, null, 2)}\n`;
}
