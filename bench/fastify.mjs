// What a team would write with Fastify on Node for the same documents: for the reader of bench/documents.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fastify from "fastify";

const [, , port, folder] = process.argv;
const body = readFileSync(`${folder}/reviews.json`);
const gzip = readFileSync(`${folder}/reviews.json.gz`);
const dataset = JSON.parse(body);
const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
const app = fastify();
const common = { "access-control-allow-origin": "*", "cache-control": "max-age=60", vary: "Accept-Encoding", etag };

app.get("/reviews.json", (request, reply) => {
  reply.headers(common);
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  reply.type("application/json");
  if (request.headers["accept-encoding"]?.includes("gzip")) return reply.header("content-encoding", "gzip").send(gzip);
  return reply.send(body);
});
app.get("/api/reviews/search", (request, reply) => {
  const rating = Number(request.query.rating);
  const found = dataset.reviews.filter((review) => review.rating === rating);
  return reply.headers(common).send({ matched: found.length, reviews: found.slice(0, 20) });
});
app.get("/api/reviews/since/:date", (request, reply) => {
  const reviews = dataset.reviews.filter((review) => review.date >= request.params.date);
  return reply.headers(common).send({ returned: reviews.length, reviews });
});
await app.listen({ port: Number(port), host: "127.0.0.1" });
