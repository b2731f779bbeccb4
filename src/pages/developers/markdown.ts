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
  "script",
  "select",
  "svg",
  "iframe",
  "fieldset",
  "caption",
]);
const isLeftOut = ({ tag, attributes }: Element): boolean =>
  LEFT_OUT.has(tag) || ["data-answer", 'class="hidden"', 'class="code-head"'].some((mark) => attributes.includes(mark));

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
const decode = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? "");

function parse(markup: string): Node[] {
  const root: Element = { tag: "", attributes: "", children: [] };
  const open = [root];
  for (const [token] of markup.matchAll(/<[^<>]*>|[^<]+/g)) {
    const parent = open.at(-1) ?? root;
    const tag = /^<\/?([a-z][a-z0-9]{0,20})/.exec(token)?.[1];
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

/** Renders the body of the page at `page_url`. Links become absolute, because the text may be read elsewhere. */
export function toMarkdown(markup: string, page_url: string): string {
  const inline = (nodes: Node[]): string => nodes.map(inlineOf).join("");
  const inlineOf = (node: Node): string => {
    if (typeof node === "string") return escapeText(node.replace(/\s+/g, " "));
    if (isLeftOut(node)) return "";
    const inner = inline(node.children);
    if (node.tag === "code") return inlineCode(textOf(node));
    if (node.tag === "strong" || node.tag === "summary") return `**${inner.trim()}**`;
    if (node.tag !== "a") return inner;
    return `[${inner}](${new URL(attribute(node, "href"), page_url).href})`;
  };
  const row = (cells: string[]): string => `| ${cells.map((cell) => cell.trim().replaceAll("|", "\\|")).join(" | ")} |`;
  const table = (element: Element): string => {
    const rows: string[][] = [];
    const visit = (node: Node): void => {
      if (typeof node === "string") return;
      if (node.tag !== "tr") node.children.forEach(visit);
      else rows.push(node.children.flatMap((cell) => (typeof cell === "string" ? [] : [inline(cell.children)])));
    };
    visit(element);
    const [head = [], ...body] = rows;
    return [row(head), row(head.map(() => "---")), ...body.map(row)].join("\n");
  };
  const fenced = (element: Element): string => {
    const code = textOf(element);
    const [inner] = element.children;
    const language = typeof inner === "object" ? attribute(inner, "class").replace("language-", "") : "";
    const fence = fenceOf(code, 3);
    return `${fence}${language}\n${code.endsWith("\n") ? code : `${code}\n`}${fence}`;
  };
  const list = (element: Element, indent: string): string =>
    element.children
      .flatMap((item) => {
        if (typeof item === "string") return [];
        const nested = item.children.filter((child) => typeof child === "object" && /^[uo]l$/.test(child.tag));
        const line = inline(item.children.filter((child) => !nested.includes(child))).trim();
        const inner = nested.map((child) => (typeof child === "object" ? list(child, `${indent}  `) : ""));
        return [`${indent}- ${line}`, ...inner];
      })
      .join("\n");
  const BLOCKS = /^(section|div|details|aside|article|main|blockquote)$/;
  const blocks = (nodes: Node[]): string[] =>
    nodes.flatMap((node) => {
      if (typeof node === "string") return node.trim() === "" ? [] : [inline([node]).trim()];
      if (isLeftOut(node)) return [];
      const heading = /^h([1-6])$/.exec(node.tag)?.[1];
      if (heading) return [`${"#".repeat(Number(heading))} ${inline(node.children).trim()}`];
      if (node.tag === "pre") return [fenced(node)];
      if (node.tag === "table") return [table(node)];
      if (node.tag === "ul" || node.tag === "ol") return [list(node, "")];
      if (BLOCKS.test(node.tag)) return blocks(node.children);
      const text = inlineOf(node).trim();
      return text === "" ? [] : [text];
    });
  return `${blocks(parse(markup)).join("\n\n")}\n`;
}
