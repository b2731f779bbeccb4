import { expect, test } from "bun:test";
import { review, reviewId } from "../../src/model/review.ts";

test("a review ID has exactly 26 characters of the alphabet without I, L, O and U", () => {
  const isId = (value: string) => reviewId.safeParse(value).success;
  expect(isId("7Q2M4D9ZK1VXB3H8RTCNE5WYA6")).toBe(true);
  for (const wrong of [
    "7Q2M4D9ZK1VXB3H8RTCNE5WYA",
    "7Q2M4D9ZK1VXB3H8RTCNE5WYA67",
    "IQ2M4D9ZK1VXB3H8RTCNE5WYA6",
    "LQ2M4D9ZK1VXB3H8RTCNE5WYA6",
    "OQ2M4D9ZK1VXB3H8RTCNE5WYA6",
    "UQ2M4D9ZK1VXB3H8RTCNE5WYA6",
    "7q2m4d9zk1vxb3h8rtcne5wya6",
  ]) {
    expect(isId(wrong)).toBe(false);
  }
});

test("a rating is a whole number of stars from 1 to 5", () => {
  const isRating = (value: number) => review.shape.rating.safeParse(value).success;
  expect([0, 1, 2, 5, 6, 4.5].map(isRating)).toEqual([false, true, true, true, false, false]);
});
