import { existsSync } from "node:fs";

/** A kind of machine that gets a single-file program. */
export type Target = {
  /** As in the program's file name. */
  name: string;
  /** As `bun build --target` names it. */
  bun_target: string;
  /** The npm package that contains the runtime for this machine. */
  runtime_package: string;
  /** The runtime in that package. */
  runtime_file: string;
  /** Whether only a Mac can finish it: see below. */
  needs_codesign: boolean;
};

function target(system: "linux" | "macos" | "windows", cpu: "x64" | "arm64", libc: "" | "-musl" = ""): Target {
  const platform = system === "macos" ? "darwin" : system;
  return {
    name: `${system}-${cpu}${libc}`,
    bun_target: `bun-${platform}-${cpu}${libc}`,
    runtime_package: `@oven/bun-${platform}-${cpu === "arm64" ? "aarch64" : cpu}${libc}`,
    runtime_file: `package/bin/bun${system === "windows" ? ".exe" : ""}`,
    // Bun 1.4 signs programs for arm64 anew, and leaves those for x64 with the signature of the bare runtime, in which
    // 75 of 23,777 hashes are wrong (measured): macOS kills such a program.
    needs_codesign: system === "macos" && cpu === "x64",
  };
}

export const TARGETS: readonly Target[] = [
  target("linux", "x64"),
  target("linux", "x64", "-musl"),
  target("linux", "arm64"),
  target("linux", "arm64", "-musl"),
  target("macos", "x64"),
  target("macos", "arm64"),
  target("windows", "x64"),
  target("windows", "arm64"),
];

export const programName = (version: string, { name }: Target): string =>
  `candor-${version}-${name}${name.startsWith("windows") ? ".exe" : ""}`;

/** Systems that Node calls by another name. */
const SYSTEMS: Record<string, string> = { darwin: "macos", win32: "windows" };

/** The name of the target whose programs run here. Bun's installer knows musl by the same file. */
export function nameOfThisMachine(): string {
  const system = SYSTEMS[process.platform] ?? process.platform;
  return `${system}-${process.arch}${existsSync("/etc/alpine-release") ? "-musl" : ""}`;
}
