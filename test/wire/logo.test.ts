import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { candor } from "../commands/terminal.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { pngFile } from "../pictures.ts";
import { startCandor } from "../server-process.ts";

const PROFILE = `name: Tern Street PT
time_zone: America/New_York
logo: logo.png
accent_color: "#7A1F3D"
`;

/** The address of what a page loads. */
const addressIn = (page: string, pattern: RegExp): string => pattern.exec(page)?.[1] ?? "";

describe.each(DATABASES)("logo and accent_color on $dialect", ({ newDatabase }) => {
  test("are stored by candor business and served by us, and the next profile replaces them", async () => {
    const [folder, database] = [newFolder(), await newDatabase()];
    const [file, picture] = [join(folder, "business.yaml"), pngFile(90, 30)];
    writeFileSync(file, PROFILE);
    writeFileSync(join(folder, "logo.png"), picture);
    expect((await candor(database, ["business", file])).error).toBe("");
    expect((await candor(database, ["business", file])).out).toBe("Tern Street PT: nothing changed\n");
    await using server = await startCandor({ DATABASE_URL: database });
    const get = (path: string) => server.get(path, { decompress: true });
    const page = await (await get("/")).text();

    const logo = addressIn(page, /<img class="logo" src="([^"]*)" alt="" width="90" height="30">/);
    expect(logo).toBe(`/assets/logo.${createHash("sha256").update(picture).digest("hex").slice(0, 12)}.png`);
    const served = await get(logo);
    expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(served.headers.get("x-content-type-options")).toBe("nosniff");
    expect(served.headers.get("cache-control")).toBe("max-age=31536000, immutable");
    expect(Buffer.from(await served.arrayBuffer())).toEqual(picture);
    expect(page).toContain(`"logo":"https://reviews.example${logo}"`);

    const style = addressIn(page, /<link rel="stylesheet" href="([^"]*)">/);
    const css = await (await get(style)).text();
    expect(css).toContain(":root{--accent:#7a1f3d;");
    expect(await (await get("/icon.svg")).text()).toContain('fill="#7a1f3d"');
    expect(await (await get("/reviews.json")).json()).toMatchObject({ business: { name: "Tern Street PT" } });

    writeFileSync(file, PROFILE.replace("logo: logo.png\n", "").replace(/accent_color.*\n/, ""));
    expect((await candor(database, ["business", file])).error).toBe("");
    await server.until("/", (_, { status }) => status === 200);
    await server.until(logo, (_, { status }) => status === 404);
    const plain = await (await get("/")).text();
    expect(plain).not.toContain('class="logo"');
    expect(addressIn(plain, /<link rel="stylesheet" href="([^"]*)">/)).not.toBe(style);
  });
});
