import { askForLock } from "./profile-change.ts";

declare const self: Worker;

/** The thread of `watchLock`: gets a file, then null, and answers with seconds. */
let asking: ReturnType<typeof askForLock> | null = null;
self.onmessage = ({ data }: MessageEvent<string | null>) => {
  if (data === null) self.postMessage(asking?.end() ?? 0);
  else asking = askForLock(data);
};
