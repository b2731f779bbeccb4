import { expect } from "bun:test";
import { invitePerson } from "../../src/owner/desk-members.ts";
import { newAuthenticator, optionsIn } from "./authenticator.ts";
import type { deskOn } from "./desk-visitor.ts";

export const DESK_URL = "https://desk.example.com";
type Desk = Awaited<ReturnType<typeof deskOn>>;

/** The token of an invitation. */
export async function invited(desk: Desk, name: string, role: "manager" | "staff"): Promise<string> {
  const made = await invitePerson(desk.deps, { name, role }, null);
  if ("refused" in made) throw new Error(made.refused);
  return made.token;
}

/** Somebody who was invited and made a passkey. */
export async function joined(desk: Desk, name: string, role: "manager" | "staff") {
  const token = await invited(desk, name, role);
  const visitor = desk.visitor();
  const authenticator = newAuthenticator(DESK_URL);
  const page = await visitor.see(`/join?token=${token}`);
  const credential = authenticator.make(optionsIn(page.text));
  const answer = await visitor.post("/join", { token, credential });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
  await visitor.see("/record");
  return { visitor, authenticator, token, credential, cookie: answer.headers.get("set-cookie") ?? "" };
}

export const signInPage = async (desk: Desk) => optionsIn((await desk.visitor().see("/sign-in")).text);
