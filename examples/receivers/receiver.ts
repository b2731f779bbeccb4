/** A receiver of Candor's deliveries. README.md says what it does, and which settings it takes. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";

const { CALLBACK = "", TOPIC = "", BASE_URL = "", SECRET = "", PORT = "8000", COPY = "copy.json" } = process.env;
const TOLERANCE_SECONDS = 300;

type Review = { id: string };
type Copy = { history: string; sequence: string; seen: string; reviews: Record<string, Review> };
type Change = { kind: string; id: string | null; review: Review | null };

const isEqual = (given: unknown, expected: string): boolean => {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** A secret of the form whsec_ + base64 of 24 to 64 bytes means those bytes. */
function webhookKey(): Buffer {
  const encoded = SECRET.startsWith("whsec_") ? SECRET.slice(6) : "";
  const key = Buffer.from(encoded, "base64");
  return key.toString("base64") === encoded && key.length >= 24 && key.length <= 64 ? key : Buffer.from(SECRET);
}

function isVerified(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const [id, timestamp] = [String(headers["webhook-id"]), String(headers["webhook-timestamp"])];
  const hub = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;
  const signed = createHmac("sha256", webhookKey()).update(`${id}.${timestamp}.`).update(body).digest("base64");
  const late = Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS;
  return !late && isEqual(headers["x-hub-signature"], hub) && isEqual(headers["webhook-signature"], `v1,${signed}`);
}

function load(): Copy | null {
  try {
    return JSON.parse(readFileSync(COPY, "utf8")) as Copy;
  } catch {
    return null; // there is none yet
  }
}

function save(copy: Copy): void {
  writeFileSync(`${COPY}.new`, JSON.stringify(copy));
  renameSync(`${COPY}.new`, COPY);
}

async function begin(): Promise<Copy> {
  const answer = await fetch(`${BASE_URL}/reviews.json`);
  const { reviews } = (await answer.json()) as { reviews: Review[] };
  return {
    history: answer.headers.get("candor-history") ?? "",
    sequence: answer.headers.get("candor-sequence") ?? "",
    seen: "",
    reviews: Object.fromEntries(reviews.map((review) => [review.id, review])),
  };
}

/** Applies every change after the copy's place. A place that is gone begins the copy anew. */
async function catchUp(): Promise<void> {
  const copy = load() ?? (await begin());
  for (let url = `${BASE_URL}/api/changes.json?after=${copy.sequence}&history=${copy.history}`; ; ) {
    const answer = await fetch(url);
    if (answer.status === 410) return save(await begin());
    if (!answer.ok) throw new Error(`${url}: status ${answer.status}`);
    const page = (await answer.json()) as { changes: (Change & { sequence: number })[]; next_url: string };
    for (const { kind, id, review, sequence } of page.changes) {
      if (review) copy.reviews[review.id] = review;
      else if (kind === "deleted" && id) delete copy.reviews[id];
      copy.sequence = String(sequence);
    }
    save(copy);
    if (page.changes.length === 0) return;
    url = page.next_url;
  }
}

let working: Promise<unknown> = Promise.resolve();
const seen = new Set<string>();

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", CALLBACK);
  if (request.method === "GET") {
    const wanted = searchParams.get("hub.topic") === TOPIC && searchParams.get("hub.mode") === "subscribe";
    response.writeHead(wanted ? 200 : 404, { "Content-Type": "text/plain" });
    response.end(wanted ? searchParams.get("hub.challenge") : undefined);
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const id = String(request.headers["webhook-id"]);
    // A wrong signature gets a 2xx too, so that a forger learns nothing.
    if (!isVerified(request.headers, Buffer.concat(chunks))) {
      console.log("refused");
      return void response.writeHead(204).end();
    }
    if (seen.has(id)) return void response.writeHead(204).end();
    working = working.then(catchUp).then(
      () => {
        seen.add(id);
        response.writeHead(204).end();
        console.log(`kept ${id}`);
      },
      (error: unknown) => {
        console.error(String(error));
        response.writeHead(503).end(); // the hub tries again
      },
    );
  });
});

server.listen(Number(PORT), "127.0.0.1", () => console.log("ready"));
