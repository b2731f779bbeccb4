import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { candor } from "./terminal.ts";

const ID = "7Q2M4D9ZK1VXB3H8RTCNE5WYA6";

test.each([
  [["undo"]],
  [["verify", ID, "--verified-by", "operator"]],
  [["verify", ID, "--undo"]],
  [["withhold", ID, "--reason", "legal"]],
  [["erase", ID, "--reason", "legal"]],
  [["person", "Ann Bee"]],
  [["reply", ID, "publish"]],
])("%p without a database says so and creates none", async (argv) => {
  const path = join(newFolder(), "data", "candor.db");
  const { code, out, error } = await candor(`sqlite:${path}`, argv);
  expect([code, out]).toEqual([1, ""]);
  expect(error).toStartWith(`candor: there is no database yet at ${path}`);
  expect(existsSync(join(path, ".."))).toBe(false);
});

test("digest without a database says nothing, so that cron sends no mail, and one line with --always", async () => {
  const path = join(newFolder(), "candor.db");
  expect(await candor(`sqlite:${path}`, ["digest"])).toEqual({ code: 0, out: "", error: "" });
  expect(await candor(`sqlite:${path}`, ["digest", "--always"])).toEqual({
    code: 0,
    out: "there is no database yet: nothing new, and nothing waits for you\n",
    error: "",
  });
  expect(existsSync(path)).toBe(false);
});
