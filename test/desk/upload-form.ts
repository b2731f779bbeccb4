import { DESK_ORIGIN, type deskOn } from "./desk-visitor.ts";

export const OWN = { origin: DESK_ORIGIN, "sec-fetch-site": "same-origin" };
export const YELP =
  "Review ID,Reviewer,Rating,Review,Review Date,Review URL,Business Name\n" +
  "y1,Ann Bee,5,Kind and careful.,2026-01-05,https://www.yelp.com/biz/x?hrid=y1,Harbor\n" +
  "y2,Cy Dee,2,I waited an hour. Call me at 415-555-0134.,2026-01-06,https://www.yelp.com/biz/x?hrid=y2,Harbor\n";

type Visitor = Awaited<ReturnType<Awaited<ReturnType<typeof deskOn>>["signedIn"]>>;

/** What a browser sends for the form of "Import reviews". */
export async function upload(visitor: Visitor, files: [string, string | Uint8Array<ArrayBuffer>][], token?: string) {
  await visitor.see("/import");
  const form = new FormData();
  form.set("token", token ?? visitor.token());
  for (const [name, data] of files) form.append("files", new File([data], name));
  const answer = await visitor.send("/import", { method: "POST", body: form, headers: OWN });
  return { status: answer.status, location: answer.headers.get("location") ?? "", text: await answer.text() };
}

/** The page of a file when nothing runs any more. */
export async function settled(visitor: Visitor, path: string) {
  for (;;) {
    const page = await visitor.see(path);
    if (!page.text.includes("data-refresh")) return page;
    await Bun.sleep(20);
  }
}

export const hiddenOf = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";

/** Sends the form whose page is `text`. */
export const publish = (visitor: Visitor, path: string, text: string) =>
  visitor.submit(`${path}/publish`, [["revision", hiddenOf(text, "revision")]]);
