/** Reads the part of the WebAssembly text format that kernel.wat uses, and writes it as a binary module. */

type Part = string | Part[];

/** The number of an instruction, and the exponent of its alignment if it reads or writes memory. */
const INSTRUCTIONS: Record<string, [code: number[], align?: number]> = {
  call: [[0x10]],
  "local.get": [[0x20]],
  "local.set": [[0x21]],
  "local.tee": [[0x22]],
  br_if: [[0x0d]],
  "i32.load": [[0x28], 2],
  "i32.const": [[0x41]],
  "i32.lt_u": [[0x49]],
  "i32.add": [[0x6a]],
  "i32.sub": [[0x6b]],
  "i32.shl": [[0x74]],
  "i32.shr_u": [[0x76]],
  "v128.load": [vector(0), 4],
  "v128.load16x4_s": [vector(3), 3],
  "v128.store": [vector(11), 4],
  "v128.const": [vector(12)],
  "i8x16.shuffle": [vector(13)],
  "i32x4.splat": [vector(17)],
  "i16x8.abs": [vector(128)],
  "i16x8.q15mulr_sat_s": [vector(130)],
  "i16x8.narrow_i32x4_s": [vector(133)],
  "i16x8.add": [vector(142)],
  "i16x8.add_sat_s": [vector(143)],
  "i16x8.sub": [vector(145)],
  "i16x8.sub_sat_s": [vector(146)],
  "i16x8.min_u": [vector(151)],
  "i16x8.max_s": [vector(152)],
  "i32x4.shr_s": [vector(172)],
  "i32x4.add": [vector(174)],
  "i32x4.mul": [vector(181)],
  "i32x4.dot_i16x8_s": [vector(186)],
  "i32x4.relaxed_dot_i8x16_i7x16_add_s": [vector(275)],
};
const TYPES: Record<string, number> = { i32: 0x7f, v128: 0x7b };
const [LOOP, NO_RESULT, END, FUNCTION_TYPE, FUNCTION, MEMORY] = [0x03, 0x40, 0x0b, 0x60, 0, 2];

function vector(number: number): number[] {
  return [0xfd, ...unsigned(number)];
}

/** LEB128: seven bits per byte, the lowest first. */
function unsigned(number: number): number[] {
  return number < 128 ? [number] : [(number & 127) | 128, ...unsigned(number >>> 7)];
}

function signed(number: number): number[] {
  return number >= -64 && number < 64 ? [number & 127] : [(number & 127) | 128, ...signed(number >> 7)];
}

const sized = (bytes: number[]): number[] => [...unsigned(bytes.length), ...bytes];
const listed = (items: number[][]): number[] => [...unsigned(items.length), ...items.flat()];
const named = (quoted: string): number[] => sized([...Buffer.from(JSON.parse(quoted))]);

function parse(source: string): Part[] {
  const open: Part[][] = [[]];
  for (const [word] of source.replace(/;;.*/g, "").matchAll(/[()]|"[^"]*"|[^\s()]+/g)) {
    if (word === "(") open.push([]);
    else open.at(word === ")" ? -2 : -1)?.push(word === ")" ? (open.pop() ?? []) : word);
  }
  return open[0] ?? [];
}

function found<T>(value: T | undefined, name: Part | undefined): T {
  if (value === undefined) throw new Error(`kernel.wat: ${name} is not known`);
  return value;
}

const isList = (part: Part): part is Part[] => typeof part !== "string";
const placeIn = (names: Part[], name: Part | undefined): number =>
  found(names.includes(name ?? "") ? names.indexOf(name ?? "") : undefined, name);

type Names = { functions: Part[]; locals: Part[]; loops: Part[] };

/** What follows the number of an instruction. */
function immediates(name: string, given: string[], { functions, locals, loops }: Names): number[] {
  const numbers = given.map(Number);
  if (name.startsWith("local.")) return unsigned(placeIn(locals, given[0]));
  if (name === "call") return unsigned(placeIn(functions, given[0]));
  if (name === "br_if") return unsigned(placeIn(loops, given[0]));
  if (name === "i32.const") return signed(numbers[0] ?? 0);
  if (name === "i8x16.shuffle") return numbers;
  if (name !== "v128.const") return [];
  const values = numbers.slice(1);
  return [...new Uint8Array((given[0] === "i16x8" ? Int16Array.from(values) : Int32Array.from(values)).buffer)];
}

/** What an instruction takes comes before it. */
function instruction(part: Part, names: Names): number[] {
  const [name, ...rest] = isList(part) ? part : [];
  if (name === "loop") {
    const [label = "", ...body] = rest;
    const inside = { ...names, loops: [label, ...names.loops] };
    return [LOOP, NO_RESULT, ...body.flatMap((each) => instruction(each, inside)), END];
  }
  const [code, align] = found(INSTRUCTIONS[String(name)], name);
  const given = rest.filter((each): each is string => !isList(each));
  const offset = unsigned(Number(given[0]?.match(/^offset=(\d+)$/)?.[1] ?? 0));
  const after = align === undefined ? immediates(String(name), given, names) : [align, ...offset];
  return [...rest.filter(isList).flatMap((each) => instruction(each, names)), ...code, ...after];
}

const fieldsOf = (parts: Part[], name: string): Part[][] => parts.filter(isList).filter(([first]) => first === name);
const typeOf = (field: Part[]): number => found(TYPES[String(field.at(-1))], field.at(-1));

/** The locals of one function by type: neighbors of the same type are counted together. */
function localsOf(types: number[]): number[] {
  const runs: [count: number, type: number][] = [];
  for (const type of types) {
    const last = runs.at(-1);
    if (last?.[1] === type) last[0]++;
    else runs.push([1, type]);
  }
  return listed(runs.map(([count, type]) => [...unsigned(count), type]));
}

function codeOf(parts: Part[], functions: Part[]): number[] {
  const [params, locals] = [fieldsOf(parts, "param"), fieldsOf(parts, "local")];
  const names = { functions, locals: [...params, ...locals].map(([, name = ""]) => name), loops: [] };
  const body = parts.filter(isList).filter(([name]) => !/^(export|param|result|local)$/.test(String(name)));
  return sized([...localsOf(locals.map(typeOf)), ...body.flatMap((each) => instruction(each, names)), END]);
}

const signatureOf = (parts: Part[]): number[] => [
  FUNCTION_TYPE,
  ...["param", "result"].flatMap((name) => listed(fieldsOf(parts, name).map((field) => [typeOf(field)]))),
];

const section = (number: number, items: number[][]): number[] => [number, ...sized(listed(items))];

export function assemble(source: string): Uint8Array {
  const [module = []] = fieldsOf(parse(source), "module");
  const functions = fieldsOf(module, "func");
  const names = functions.map(([, name = ""]) => name);
  const signatures = functions.map(signatureOf);
  const types = [...new Map(signatures.map((bytes) => [bytes.join(), bytes])).values()];
  const typeNumber = (bytes: number[]): number => types.findIndex((type) => type.join() === bytes.join());
  const [pages] = fieldsOf(fieldsOf(module, "import").flat(), "memory").map(([, least]) => Number(least));
  const imports = fieldsOf(module, "import").map(([, from, name]) => [...named(String(from)), ...named(String(name))]);
  const exported = functions.flatMap((parts, at) =>
    fieldsOf(parts, "export").map(([, name]) => [...named(String(name)), FUNCTION, ...unsigned(at)]),
  );
  return Uint8Array.from([
    ...[0, ...Buffer.from("asm"), 1, 0, 0, 0],
    ...section(1, types),
    ...section(
      2,
      imports.map((name) => [...name, MEMORY, 0, ...unsigned(pages ?? 0)]),
    ),
    ...section(
      3,
      signatures.map((bytes) => unsigned(typeNumber(bytes))),
    ),
    ...section(7, exported),
    ...section(
      10,
      functions.map((parts) => codeOf(parts, names)),
    ),
  ]);
}
