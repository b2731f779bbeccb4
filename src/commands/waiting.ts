import { usageError } from "../operator-error.ts";
import { readWaiting, WAITING_KINDS, type Waiting, type WaitingKind, type WaitingPage } from "../owner/waiting.ts";
import { type Command, oneLine, writeJson } from "../terminal/command.ts";
import { firstWords, starCount } from "../terminal/review-lines.ts";
import { lookAtStore } from "../terminal/with-store.ts";

const HEADS: Record<WaitingKind, string> = {
  unverified: "reviews without a verification (candor verify ID… --verified-by METHOD)",
  consent: "reviews whose author did not clearly agree (candor consent ID… yes, anonymous or no)",
  reply: "owner replies (candor reply ID publish, or drop)",
  duplicate: "look-alikes (candor different ID… publishes them, candor same ID… keeps them back)",
  doubtful_words: "words hidden in doubt (candor words ID… show, or hide)",
  source_change: "changes that a source asks for (candor accept ID…, or candor refuse ID…)",
  source_removal: "removals that a source asks for (candor accept ID…, or candor refuse ID…)",
};

const quoted = (value: string | number | null): string =>
  value === null ? "none" : JSON.stringify(typeof value === "string" ? oneLine(value) : value);

function renderItem({ id, date, rating, source, author, title, text, reply_text, ...waits }: Waiting): string {
  const { reason, changes, doubtful } = waits;
  const lines = [
    `  ${id}  ${date}  ${starCount(rating)}  ${source}  ${oneLine(author)}`,
    `    ${firstWords([title, text].filter((part) => part !== null).join(" / ") || null, 2000)}`,
    ...(reply_text === null ? [] : [`    reply: ${firstWords(reply_text, 2000)}`]),
    ...doubtful.map(({ words, shown }) => `    words: ${quoted(words)}, shown as ${quoted(shown)}`),
    `    why: ${oneLine(reason)}`,
    ...changes.map(({ field, from, to }) => `    ${field}: ${quoted(from)} → ${quoted(to)}`),
  ];
  return `${lines.join("\n")}\n`;
}

function renderPage({ items, counts, total, page, pages }: WaitingPage): string {
  if (total === 0) return "nothing waits for you\n";
  const parts: string[] = [];
  for (const kind of WAITING_KINDS) {
    const of_kind = items.filter((item) => item.kind === kind);
    if (of_kind.length > 0) parts.push(`${kind} (${counts[kind]}): ${HEADS[kind]}\n`, ...of_kind.map(renderItem));
  }
  if (pages > 1) parts.push(`page ${page} of ${pages}${page < pages ? `: candor waiting --page ${page + 1}` : ""}\n`);
  return parts.join("");
}

export const waitingCommand: Command = {
  usage: `Usage: candor waiting [--page N] [--json]

Lists everything that waits for your decision, 50 at a time, with the words and the
reason: reviews without a verification, owner replies that may reveal health details,
look-alikes, words that were hidden in doubt, and what sources ask for. The name before each list is the KIND of
candor accept and candor refuse --all-of KIND.

Examples:
  candor waiting
  candor waiting --page 2
  candor waiting --json
`,
  options: { page: { type: "string" }, json: { type: "boolean" } },
  async run(args, terminal) {
    const given = args.text("page") ?? "1";
    if (!/^[1-9]\d{0,5}$/.test(given)) throw usageError(`--page ${given} is not a number from 1 on`);
    const now = terminal.now().toISOString();
    const asked = Number(given);
    const last = await lookAtStore(terminal, (store) => readWaiting(store, asked, now));
    const page = last.page === asked ? last : { ...last, page: asked, items: [] };
    if (args.flag("json")) writeJson(terminal, page);
    else terminal.out(renderPage(page));
    return 0;
  },
};
