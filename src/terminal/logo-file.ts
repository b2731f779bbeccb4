import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { PICTURE_BYTES, type Picture, parsePicture } from "../model/picture.ts";
import { messageOf } from "../operator-error.ts";

/** The logo that a profile names, by a path from the profile's folder. */
export function readLogo(profile_path: string, logo: string): Picture | { fault: string } {
  if (/^\w+:\/\//.test(logo))
    return { fault: "logo is an address: save the picture beside this file, and write its name" };
  const path = resolve(dirname(profile_path), logo);
  const failed = (why: string) => ({ fault: `logo: ${path} ${why}` });
  try {
    const found = statSync(path);
    // A pipe would never end.
    if (!found.isFile()) return failed("is not a file");
    if (found.size >= PICTURE_BYTES) return failed(`has ${Math.ceil(found.size / 1024)} KB: the limit is 100 KB`);
    const parsed = parsePicture(readFileSync(path));
    return "fault" in parsed ? failed(parsed.fault) : parsed;
  } catch (error) {
    return failed(`cannot be read (${messageOf(error)}): check the name`);
  }
}
