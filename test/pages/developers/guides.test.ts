import { expect, test } from "bun:test";
import { errorsGuide, guidePage } from "../../../src/pages/developers/guides.ts";
import { SITE } from "../site.ts";

test("the errors are listed with an example", () => {
  const { body, contents } = errorsGuide(SITE);
  expect(body.markup).toContain(
    "{\n  &quot;type&quot;: &quot;https://reviews.example/developers/errors#invalid_parameters&quot;,\n  &quot;title&quot;",
  );
  expect(contents).toContainEqual({ href: "#not_found", label: "not_found" });
});

test("a guide has the address of this server, a list of its headings, and nothing that is for the repository alone", () => {
  const markdown = [
    "# Subscribe",
    "Ask https://reviews.example.com/a at reviews.example.com or {base_url}.",
    "<!-- repository -->Run the tests.<!-- /repository -->Done.",
    "## `A` & b\n\n```sh\ncurl\n```\n\n| | x |\n|---|---|\n| 1 | 2 |",
  ].join("\n\n");
  const page = guidePage(SITE, { path: "/developers/websub", title: "T", description: "D", markdown });
  expect(page.markdown).toContain(
    "Ask https://reviews.example/a at reviews.example or https://reviews.example.\n\nDone.",
  );
  expect(page.contents.map(({ label }) => label)).toEqual(["A & b"]);
  expect(page.body.markup).toContain('<button type="button" class="copy" data-copy aria-label="Copy: example">');
  expect(page.body.markup).toContain('<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>');
  expect(page.body.markup).toContain("<td></td>");
});
