import type { Kernel } from "./kernel.ts";
import { plainKernel } from "./plain-kernel.ts";

/** A processor without vector instructions (an x86-64 without AVX) gets the same numbers from plain code, more slowly. */
export function createKernel(code: Uint8Array, memory: WebAssembly.Memory): Kernel {
  if (!WebAssembly.validate(code)) return plainKernel(memory);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { net: { memory } });
  // kernel.wat exports the six functions of Kernel.
  return exports as unknown as Kernel;
}
