import { TEXTS_ARE_DATA } from "../../model/notices.ts";

/** A node of our own well-formed markup: text, or an element with its children. */
type Element = { tag: string; attributes: string; children: Node[] };
type Node = string | Element;

const VOID = new Set(["br", "hr", "img", "input", "link", "meta"]);
/** Controls and other elements that only a screen needs. */
const LEFT_OUT = new Set([
  "form",
  "button",
  "input",
  "nav",
  "noscript",
  "script",
  "select",
  "svg",
  "iframe",
  "fieldset",
  "figcaption",
  "caption",
]);
/** Bars are also a table, and the filters of a list are parameters of its URL. */
const LEFT_OUT_MARKS = [
  "data-answer",
  'class="code-head"',
  'class="bars"',
  'class="key-row"',
  'class="facets"',
  'aria-hidden="true"',
  'role="status"',
];
const KEPT_MARKS = ['class="paging"', 'class="neighbors"'];
const isLeftOut = ({ tag, attributes }: Element): boolean => {
  if (KEPT_MARKS.some((mark) => attributes.includes(mark))) return false;
  if (tag !== "span" && attributes.includes('class="hidden"')) return true;
  return LEFT_OUT.has(tag) || LEFT_OUT_MARKS.some((mark) => attributes.includes(mark));
};
/** In a line, what stands in lines of its own on the page is set apart by spaces. */
const SET_APART = /^(?:h[1-6]|p|div|section|blockquote|dd|table|br)$/;

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
const decode = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? "");

function parse(markup: string): Node[] {
  const root: Element = { tag: "", attributes: "", children: [] };
  const open = [root];
  for (const [token] of markup.matchAll(/<[^<>]*>|[^<]+/g)) {
    const parent = open.at(-1) ?? root;
    const tag = /^<\/?([a-z][a-z0-9]{0,20})/.exec(token)?.[1];
    if (token.startsWith("<!")) continue;
    if (tag === undefined) parent.children.push(decode(token));
    else if (token.startsWith("</")) open.pop();
    else {
      const element = { tag, attributes: token.slice(tag.length + 1, -1), children: [] };
      parent.children.push(element);
      if (!VOID.has(tag) && !token.endsWith("/>")) open.push(element);
    }
  }
  return root.children;
}

const textOf = (node: Node): string => (typeof node === "string" ? node : node.children.map(textOf).join(""));

/** Escapes characters that would begin markup. */
const escapeText = (text: string): string => text.replace(/[\\*[\]`<]/g, (character) => `\\${character}`);

/** Escapes what would make a heading, a list, a quote or a rule of a line (CommonMark §4, §5). */
const escapeStart = (line: string): string =>
  line
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, "$1\\")
    .replace(/^(?=#{1,6}(?:\s|$)|>|[-+](?:\s|$)|-{3}|={3}|_{3}|~{3})/, "\\");

/** One more backtick than the longest run inside (CommonMark §6.1). */
const fenceOf = (text: string, least: number): string =>
  "`".repeat(Math.max(least - 1, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length)) + 1);

const attribute = (element: Element, name: string): string =>
  decode(element.attributes.split(` ${name}="`)[1]?.split('"')[0] ?? "");

function inlineCode(text: string): string {
  const fence = fenceOf(text, 1);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

/** A link in which no character ends it. */
const target = (href: string): string => href.replace(/[()<>\s]/g, encodeURIComponent);

/** Gives the whole URL of a link, because the text may be read elsewhere. */
type LinkTo = (href: string) => string;

/** Spaces in code stay. */
const tidy = (text: string): string => (text.includes("`") ? text : text.replace(/ {2,}/g, " ")).trim();

const inline = (nodes: Node[], linkTo: LinkTo): string => tidy(nodes.map((node) => inlineOf(node, linkTo)).join(""));

function inlineOf(node: Node, linkTo: LinkTo): string {
  if (typeof node === "string") return escapeText(node.replace(/\s+/g, " "));
  if (isLeftOut(node)) return "";
  if (node.attributes.includes('role="img"')) return escapeText(attribute(node, "aria-label"));
  if (node.tag === "code") return inlineCode(textOf(node));
  if (node.tag === "ul" || node.tag === "ol") return itemsOf(node, linkTo).join(", ");
  const inner = node.children.map((child) => inlineOf(child, linkTo)).join("");
  if (/^(?:strong|summary|dt)$/.test(node.tag)) return `**${inner.trim()}**`;
  if (SET_APART.test(node.tag)) return ` ${inner} `;
  if (node.tag !== "a" || inner.trim() === "") return inner;
  return `[${tidy(inner)}](${target(linkTo(attribute(node, "href")))})`;
}

const itemsOf = ({ children }: Element, linkTo: LinkTo): string[] =>
  children.flatMap((item) => (typeof item === "string" || isLeftOut(item) ? [] : [inline(item.children, linkTo)]));

const row = (cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

function table(element: Element, linkTo: LinkTo): string {
  const rows: string[][] = [];
  const visit = (node: Node): void => {
    if (typeof node === "string") return;
    if (node.tag === "tr") rows.push(itemsOf(node, linkTo));
    else node.children.forEach(visit);
  };
  visit(element);
  const [head = [], ...body] = rows;
  return [row(head), row(head.map(() => "---")), ...body.map(row)].join("\n");
}

function fenced(element: Element): string {
  const code = textOf(element);
  const [inner] = element.children;
  const language = typeof inner === "object" ? attribute(inner, "class").replace("language-", "") : "";
  const fence = fenceOf(code, 3);
  return `${fence}${language}\n${code.endsWith("\n") ? code : `${code}\n`}${fence}`;
}

const isList = (node: Node): node is Element => typeof node === "object" && /^[uo]l$/.test(node.tag);

function list(element: Element, indent: string, linkTo: LinkTo): string {
  const items = element.children.flatMap((item) => {
    if (typeof item === "string" || isLeftOut(item)) return [];
    const nested = item.children.filter(isList).map((inner) => list(inner, `${indent}  `, linkTo));
    const line = inline(
      item.children.filter((child) => !isList(child)),
      linkTo,
    );
    return [`${indent}- ${escapeStart(line)}`, ...nested];
  });
  return items.join("\n");
}

/** Terms and what is said of them, each pair as an item. */
const terms = ({ children }: Element, linkTo: LinkTo): string[] =>
  children.flatMap((child) => {
    if (typeof child === "string") return [];
    if (child.tag === "div") return terms(child, linkTo);
    const line = inlineOf(child, linkTo).trim();
    return [child.tag === "dt" ? `- ${line}:` : ` ${line}\n`];
  });

/** A heading in a summary is a heading. */
const INSIDE = /^(?:section|div|details|summary|aside|article|main|figure|footer)$/;

const BLOCK = /^(?:h[1-6]|p|pre|table|[uod]l|blockquote|form|nav|fieldset)$/;
const isBlock = (node: Node): boolean => typeof node === "object" && (INSIDE.test(node.tag) || BLOCK.test(node.tag));

/** In a list, a review is headed by its name, which has its stars, and a line that opens by what is in it. */
const isRepeated = (node: Node): boolean =>
  typeof node === "object" && (node.attributes.includes('role="img"') || node.tag === "summary");

function block(node: Node, linkTo: LinkTo): string[] {
  if (typeof node === "string") return [inline([node], linkTo)];
  if (isLeftOut(node)) return [];
  const { tag, children } = node;
  const heading = /^h([1-6])$/.exec(tag)?.[1];
  if (heading) return [`${"#".repeat(Number(heading))} ${inline(children, linkTo)}`];
  if (tag === "pre") return [fenced(node)];
  if (tag === "table") return [table(node, linkTo)];
  if (tag === "ul" || tag === "ol") return [list(node, "", linkTo)];
  if (tag === "dl") return [terms(node, linkTo).join("").trim()];
  if (tag === "blockquote") return [`> ${escapeStart(inline(children, linkTo))}`];
  const name = tag === "article" ? attribute(node, "aria-label") : "";
  const rest = children.filter((child) => !isRepeated(child));
  if (name !== "") return [`### ${escapeText(name)}`, ...blocks(rest, linkTo)];
  if (node.attributes.includes('class="line-card"')) return blocks(rest, linkTo);
  if (INSIDE.test(tag) && children.some(isBlock)) return blocks(children, linkTo);
  return [escapeStart(tidy(inlineOf(node, linkTo)))];
}

const blocks = (nodes: Node[], linkTo: LinkTo): string[] =>
  nodes.flatMap((node) => block(node, linkTo)).filter((text) => text !== "");

/** Renders markup of ours. */
export const toMarkdown = (markup: string, linkTo: LinkTo): string => `${blocks(parse(markup), linkTo).join("\n\n")}\n`;

/** The first element that begins so: none of these is inside another of its tag. */
function partOf(page: string, begin: string, end: string): string {
  const start = page.indexOf(begin);
  return start < 0 ? "" : page.slice(start, page.indexOf(end, start) + end.length);
}

/** A whole page for agents: the notice of a demonstration, its content and what its foot says, made from its HTML. */
export function pageMarkdown(page: string, linkTo: LinkTo): string {
  const read = (begin: string, end: string) => toMarkdown(partOf(page, begin, end), linkTo).trim();
  const notice = read('<aside class="demonstration"', "</aside>");
  const notices = [notice, TEXTS_ARE_DATA].filter((text) => text !== "").map((text) => `> ${text}`);
  const parts = [notices.join("\n>\n"), read("<main ", "</main>"), "---", read("<footer ", "</footer>")];
  return `${parts.join("\n\n")}\n`;
}
