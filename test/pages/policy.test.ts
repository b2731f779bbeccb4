import { expect, test } from "bun:test";
import { publicBusiness } from "../../src/model/public-business.ts";
import { type PolicyInput, renderPolicy } from "../../src/pages/policy.ts";
import { testProfile } from "../rows.ts";

const INPUT: PolicyInput = {
  site: {
    base_url: "https://reviews.example",
    demonstration: false,
    structured_data: "business",
    business: null,
    license: null,
  },
  published: 1234,
  verification_levels: { business: 1, account: 3 },
  withheld: { unverified: 5, consent: 9, duplicate: 6, legal: 7 },
  erased: 8,
  words_hidden: 7,
  accuracy: {
    test_texts: 1044,
    overall_right_pct: 83.1,
    aspects_right_pct: 84.6,
    aspects_found_pct: 71.4,
    against_stars_found_pct: 62.6,
  },
};

test("how often the insights are right is told out of a hundred, and not at all where nobody measured it", () => {
  expect(renderPolicy(INPUT)).toContain(
    "It understood the overall opinion of 83 in 100. In other texts, which have stars, 85 of 100 remarks on a subject that it published were really there. Of 100 that were there, it published 71; of 100 against the stars of their author, such as criticism in a review with five, 63.",
  );
  expect(renderPolicy({ ...INPUT, accuracy: null })).not.toContain("in 100");
});

test("every count is on the page, next to its meaning", () => {
  const rows = renderPolicy(INPUT).matchAll(/<th scope="row">(.*?)<\/th><td>(?:<a [^>]*>)?([\d,]+)(?:<\/a>)?<\/td>/gs);
  const plain = (label: string) =>
    label
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, 30)
      .trim();
  expect(Array.from(rows, ([, label = "", count]) => `${count} ${plain(label)}`)).toEqual([
    "1,234 Published",
    "5 Waiting: neither checked by th",
    "9 Not agreed: its author did not",
    "6 Duplicate: the same review was",
    "7 Withheld for a legal reason",
    "8 Erased: on request, for a lega",
    "7 Published, with words that the",
    "1 Checked by the business The bu",
    "3 Signed-in account The author w",
  ]);
});

test("a count of published reviews leads to them, unless it is zero", () => {
  const linked = (business: number) =>
    renderPolicy({ ...INPUT, verification_levels: { business, account: 3 } }).includes(
      `<a href="/reviews?verification_level=business">${business}</a>`,
    );
  expect([linked(0), linked(1)]).toEqual([false, true]);
});

test("the page says where to write: an email address, a website or the business", () => {
  const contactOf = (changes: object) =>
    /erased: write to (.*?)\. We/.exec(
      renderPolicy({ ...INPUT, site: { ...INPUT.site, business: publicBusiness(testProfile(changes)) } }),
    )?.[1];
  const url = "https://www.harbor.example/";
  expect(contactOf({ email: "hello@harbor.example", url })).toBe(
    '<a href="mailto:hello@harbor.example">hello@harbor.example</a>',
  );
  expect(contactOf({ url })).toBe('<a href="https://www.harbor.example/">https://www.harbor.example/</a>');
  expect(contactOf({})).toBe("the business");
});
