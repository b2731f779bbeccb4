import { type CallExpression, type Node, parseSync, visitorKeys } from "oxc-parser";

type Edit = { start: number; end: number; text: string };
/** One small change to one source file. `before` and `after` show the changed expression on one line. */
export type Mutant = { file: string; line: number; before: string; after: string; edit: Edit };

const FLIPPED: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
};
const REMOVABLE = new Set(["filter", "sort", "toSorted", "reverse"]);
const COMPARING = new Set(["startsWith", "endsWith", "includes", "has"]);
const CASTS = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);
/** Texts and examples for people: no test should pin every word or number in them. */
const FOR_PEOPLE = /^(usage|help|summary|description|detail)$|example/i;
const SHOWN_CHARACTERS = 70;

/** The parser exports which keys of a node hold nodes. */
export function childrenOf(node: Node): Node[] {
  const fields: Record<string, unknown> = { ...node };
  return (visitorKeys[node.type] ?? [])
    .flatMap((key) => fields[key])
    .filter((child): child is Node => typeof child === "object" && child !== null && "type" in child);
}

const isText = (node: Node): boolean => node.type === "Literal" && typeof node.value === "string";
const methodOf = ({ callee }: CallExpression): string | null =>
  callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : null;

/** Types, imports, log lines, error messages and texts for people hold no decisions. */
function isSkipped(node: Node, source: string): boolean {
  if (node.type.startsWith("TS")) return !CASTS.has(node.type);
  if (node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration") return true;
  if (node.type === "CallExpression" || node.type === "NewExpression") {
    const callee = source.slice(node.callee.start, node.callee.end);
    return /Error$|^console\.|\blog\.\w+$/.test(callee);
  }
  if (node.type === "VariableDeclarator") return node.id.type === "Identifier" && FOR_PEOPLE.test(node.id.name);
  if (node.type === "Property") return node.key.type === "Identifier" && FOR_PEOPLE.test(node.key.name);
  return false;
}

/** The statement can go: it stops early in an `if`. Without it the code goes on. */
const stopsEarly = (node: Node, parents: readonly Node[]): boolean => {
  const [parent, above] = parents;
  if (node.type !== "ReturnStatement" && node.type !== "ContinueStatement" && node.type !== "ThrowStatement")
    return false;
  return parent?.type === "IfStatement" || (parent?.type === "BlockStatement" && above?.type === "IfStatement");
};

function isDroppedCall(node: Node, source: string): boolean {
  if (node.type !== "ExpressionStatement") return false;
  const { expression } = node;
  const call = expression.type === "AwaitExpression" ? expression.argument : expression;
  return call.type === "CallExpression" && !isSkipped(call, source);
}

const changeText = (node: Node): Edit => ({ start: node.start, end: node.end, text: '"mutant"' });

function editsOfOperator(node: Node, source: string): Edit[] {
  if (node.type !== "BinaryExpression" && node.type !== "LogicalExpression") return [];
  const flipped = FLIPPED[node.operator];
  if (!flipped) return [];
  const start = source.indexOf(node.operator, node.left.end);
  const edits = [{ start, end: start + node.operator.length, text: flipped }];
  const compared = node.type === "BinaryExpression" && isText(node.right) ? [changeText(node.right)] : [];
  return [...edits, ...compared];
}

function editsOfCall(node: Node): Edit[] {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return [];
  const method = methodOf(node) ?? "";
  const [first] = node.arguments;
  if (REMOVABLE.has(method)) return [{ start: node.callee.object.end, end: node.end, text: "" }];
  return COMPARING.has(method) && first && isText(first) ? [changeText(first)] : [];
}

function editsOfLiteral(node: Node, parent: Node | undefined): Edit[] {
  if (node.type !== "Literal" || (parent?.type === "Property" && parent.key === node)) return [];
  const { start, end, value } = node;
  if (typeof value === "number") return [{ start, end, text: String(value + 1) }];
  return typeof value === "boolean" ? [{ start, end, text: String(!value) }] : [];
}

function editsOf(node: Node, parents: readonly Node[], source: string): Edit[] {
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const isEquality = (test: Node) => test.type === "BinaryExpression" && /^[!=]==$/.test(test.operator);
  if (isDroppedCall(node, source) || stopsEarly(node, parents))
    return [{ start: node.start, end: node.end, text: "{}" }];
  if (node.type === "IfStatement" && !isEquality(node.test)) {
    return [{ start: node.test.start, end: node.test.end, text: `!(${textOf(node.test)})` }];
  }
  if (node.type === "ConditionalExpression" && !isEquality(node.test)) {
    const [yes, no] = [textOf(node.consequent), textOf(node.alternate)];
    const between = source.slice(node.consequent.end, node.alternate.start);
    return [{ start: node.consequent.start, end: node.alternate.end, text: `${no}${between}${yes}` }];
  }
  if (node.type === "SwitchCase" && node.test && isText(node.test)) return [changeText(node.test)];
  return [...editsOfOperator(node, source), ...editsOfCall(node), ...editsOfLiteral(node, parents[0])];
}

const onOneLine = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
};

/** What is shown of a change: its operands too, if it is part of an expression. */
function describe(edit: Edit, shown: Node, source: string): { before: string; after: string } {
  const whole = source.slice(shown.start, shown.end);
  const after = whole.slice(0, edit.start - shown.start) + edit.text + whole.slice(edit.end - shown.start);
  return { before: onOneLine(whole), after: after === "{}" ? "(removed)" : onOneLine(after) };
}

/** The mutated source, or null if it does not parse. */
export function applyMutant({ file, edit }: Mutant, source: string): string | null {
  const text = source.slice(0, edit.start) + edit.text + source.slice(edit.end);
  return parseSync(file, text).errors.length === 0 ? text : null;
}

export function findMutants(file: string, source: string): Mutant[] {
  const mutants: Mutant[] = [];
  const visit = (node: Node, parents: readonly Node[]): void => {
    if (isSkipped(node, source)) return;
    const shown = node.type === "Literal" ? (parents[0] ?? node) : node;
    for (const edit of CASTS.has(node.type) ? [] : editsOf(node, parents, source)) {
      const line = source.slice(0, edit.start).split("\n").length;
      mutants.push({ file, line, ...describe(edit, shown, source), edit });
    }
    for (const child of childrenOf(node)) visit(child, [node, ...parents.slice(0, 1)]);
  };
  visit(parseSync(file, source).program, []);
  return mutants;
}
