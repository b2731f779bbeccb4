import { expect, test } from "bun:test";
import { endOf } from "../../end-of.ts";
import { readReviews, writeData } from "../read-reviews.ts";

const DATA = "Name,Rating,Date,Comment,Rating\nAnn Lee,5,2026-03-05,Great place,1\n";
const ratings = async (data: string, map = {}) =>
  (await readReviews(writeData("d.csv", data), { map })).rows.map(({ rating }) => rating);

test("two columns of one name stop a file, and --map chooses one by its number", async () => {
  expect(await endOf(ratings(DATA))).toThrow(
    'two columns are called Rating. Say which one is the rating: --map rating="Rating#1" or --map rating="Rating#2"',
  );
  expect(await endOf(ratings(DATA, { rating: "rating" }))).toThrow("two columns are called Rating");
  expect(await ratings(DATA, { rating: "Rating#1" })).toEqual([5]);
  expect(await ratings(DATA, { rating: "Rating#2" })).toEqual([1]);
  expect(await ratings(`Reviews of May\n${DATA}`, { rating: "Rating#2" })).toEqual([1]);
});

test("two columns of one name below a title are named as such", async () => {
  expect(await endOf(ratings(`Reviews of May\n${DATA}`))).toThrow("two columns are called Rating");
});

test("two columns of one name that nobody reads are no question", async () => {
  expect(await ratings("Name,Rating,Date,Visits,Visits\nAnn Lee,5,2026-03-05,1,2\n")).toEqual([5]);
});

test("a column that has the number already in its name keeps it", async () => {
  const data = "Name,Rating,Date,Rating#1,Rating\nAnn Lee,5,2026-03-05,3,1\n";
  expect(await ratings(data, { rating: "Rating#1" })).toEqual([3]);
  expect(await ratings(data, { rating: "Rating#2" })).toEqual([5]);
});
