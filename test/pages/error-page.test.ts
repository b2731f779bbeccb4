import { expect, test } from "bun:test";
import { createPageProblems } from "../../src/http/pages/page-routes.ts";
import { createProblems } from "../../src/http/problems.ts";
import { renderErrorPage } from "../../src/pages/error-page.ts";
import { createCurrent } from "../../src/snapshot/current.ts";
import { SITE, SPANISH } from "./site.ts";

const base_url = "https://reviews.example";
const respond = createPageProblems({ current: createCurrent(), base_url, respondProblem: createProblems(base_url) });
const details = { detail: "something went wrong on the server; it was logged", id: "5f0c" };

test("an error on a page is an HTML page with the ID from the log, even before the first snapshot", async () => {
  const response = respond(new Request(`${base_url}/reviews`), "internal_error", details);
  expect([response.status, response.headers.get("cache-control")]).toEqual([500, "no-store"]);
  expect(response.headers.get("content-security-policy")).toStartWith("default-src 'none'");
  const page = await response.text();
  expect(page).toContain("<h1>Something went wrong</h1>");
  expect(page).toContain("<code>5f0c</code>");
  expect(page).toContain('<meta name="robots" content="noindex">');
});

test("the page of a server that starts reloads itself, and no other error does", () => {
  const refreshOf = (code: "not_ready" | "internal_error") =>
    respond(new Request(`${base_url}/`), code, { detail: "starting" }).headers.get("refresh");
  expect([refreshOf("not_ready"), refreshOf("internal_error")]).toEqual(["3", null]);
});

test("the same error in the API is JSON", async () => {
  const response = respond(new Request(`${base_url}/api/reviews/search`), "internal_error", details);
  expect(await response.json()).toMatchObject({ status: 500, error: "internal_error", id: "5f0c" });
});

test.each<[status: number, english: string, spanish: string]>([
  [404, "Page not found", "Página no encontrada"],
  [410, "This review was removed", "Esta opinión fue retirada"],
  [429, "Too many requests", "Demasiadas solicitudes"],
  [500, "Something went wrong", "Algo salió mal"],
  [503, "We are starting up", "Estamos arrancando"],
  [400, "Bad request", "Bad request"],
])("the page of a %d says what happened, in both languages", (status, english, spanish) => {
  const headed = [SITE, SPANISH].map((site) => {
    const page = renderErrorPage({ site, path: "/", status, title: "Bad request", detail: "Why.", id: null });
    return /<h1>(.*)<\/h1>/.exec(page)?.[1] ?? "";
  });
  expect(headed).toEqual([english, spanish]);
});

test("a page that is not ready has Retry-After", () => {
  const headers = { "Retry-After": "1" };
  const response = respond(new Request(`${base_url}/`), "not_ready", { detail: "building", headers });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
});
