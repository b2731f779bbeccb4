import { newFolder } from "../databases.ts";

export type SmallDisk = { folder: string; setReadOnly(): void; setWritable(): void; [Symbol.dispose](): void };

/** A disk of a few megabytes, in memory; null if this user may not mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = newFolder();
  const run = (...command: string[]) => Bun.spawnSync(command, { stdout: "ignore", stderr: "ignore" }).exitCode === 0;
  if (!Bun.which("mount") || !run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder)) {
    console.warn("SKIPPED: mounting a small disk is not permitted here (run as root to include it)");
    return null;
  }
  const remount = (mode: "ro" | "rw") => {
    if (!run("mount", "-o", `remount,${mode}`, folder)) throw new Error(`the disk could not be made ${mode}`);
  };
  return {
    folder,
    setReadOnly: () => remount("ro"),
    setWritable: () => remount("rw"),
    [Symbol.dispose]() {
      run("umount", "--lazy", folder);
    },
  };
}
