import { formToken } from "../owner/desk-access.ts";
import { styleFor } from "../pages/assets.ts";
import { html, type Markup, NOTHING } from "../pages/parts/html.ts";
import { siteName } from "../pages/parts/site.ts";
import { DESK_SCRIPT, DESK_STYLE } from "./desk-assets.ts";
import type { Arrival, Visit } from "./visit.ts";
import { FRAME_WORDS } from "./words/frame-words.ts";

type NavigationName =
  | "today"
  | "import"
  | "waiting"
  | "reviews"
  | "person"
  | "imports"
  | "profile"
  | "sources"
  | "website"
  | "backups"
  | "record"
  | "people";

/** Some pages are for managers, and one of them only where people sign in. */
type DeskLink = { path: string; name: NavigationName; least?: "manager"; signs_in?: true };

const DESK_PAGES: readonly DeskLink[] = [
  { path: "/", name: "today" },
  { path: "/import", name: "import" },
  { path: "/waiting", name: "waiting" },
  { path: "/reviews", name: "reviews" },
  { path: "/person", name: "person", least: "manager" },
  { path: "/imports", name: "imports" },
  { path: "/profile", name: "profile" },
  { path: "/sources", name: "sources" },
  { path: "/website", name: "website" },
  { path: "/backups", name: "backups" },
  { path: "/record", name: "record" },
  { path: "/people", name: "people", least: "manager", signs_in: true },
];

export type DeskPage = {
  /** The h1. */
  title: string;
  body: Markup;
  /** While something runs, the page is loaded again every second. */
  refresh?: boolean;
};

/** The hidden field that proves that a form is of this session. It comes before every other field. */
export const tokenField = ({ session }: Visit): Markup =>
  html`<input type="hidden" name="token" value="${formToken(session)}">`;

/** A form with a token, and the page to which it belongs. */
export const deskForm = (visit: Visit, action: string, body: Markup): Markup =>
  html`<form method="post" action="${action}">${tokenField(visit)}${body}</form>`;

const isSignedIn = (arrival: Arrival | Visit): arrival is Visit => "session" in arrival;

function navigation(visit: Visit): Markup {
  const words = FRAME_WORDS[visit.language];
  const { pathname } = visit.url;
  const { session, desk } = visit;
  const pages = DESK_PAGES.filter(
    ({ least = "staff", signs_in }) => (least === "staff" || session.role === least) && (!signs_in || desk.challenges),
  );
  const links = pages.map(({ path, name }) => {
    const here = pathname === path ? "page" : path !== "/" && pathname.startsWith(`${path}/`) ? "true" : null;
    return html`<li><a href="${path}"${here ? html` aria-current="${here}"` : null}>${words[name]}</a></li>`;
  });
  return html`<nav aria-label="${words.pages}"><ul>${links}</ul></nav>`;
}

/** A link to the same page in the other language. Only pages that are looked at come back to their address. */
function languageLink({ url, language, request }: Arrival): Markup {
  const other = language === "en" ? "es" : "en";
  const back = request.method === "POST" ? "/" : url.pathname + url.search;
  const target = `/language?to=${other}&back=${encodeURIComponent(back)}`;
  return html`<a class="language" lang="${other}" hreflang="${other}" href="${target}">${FRAME_WORDS[language].other_language}</a>`;
}

function foot(visit: Visit): Markup {
  const words = FRAME_WORDS[visit.language];
  const who = visit.session.member ?? words.here;
  const out = deskForm(visit, "/sign-out", html`<button type="submit" class="quiet">${words.sign_out}</button>`);
  return html`<footer id="foot" class="foot"><div class="wrap"><p>${words.foot}</p>
<div class="signed-in"><p>${who}</p><p><a href="${visit.desk.public_url}">${words.public_page}</a></p>${out}</div></div></footer>`;
}

/** A whole page. Before somebody signed in it shows no name of the business and leads nowhere. */
export function renderDeskPage(arrival: Arrival | Visit, { title, body, refresh }: DeskPage): string {
  const { language, site } = arrival;
  const words = FRAME_WORDS[language];
  const name = isSignedIn(arrival) && site.business ? siteName(site) : words.no_profile;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${words.desk}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${refresh ? html`<noscript><meta http-equiv="refresh" content="1"></noscript>` : null}
<link rel="stylesheet" href="${styleFor(site.accent_color ?? null).path}">
<link rel="stylesheet" href="${DESK_STYLE.path}">
<link rel="icon" href="data:,">
<script type="module" src="${DESK_SCRIPT.path}"></script>
</head>
<body class="desk"${refresh ? html` data-refresh` : null}>
<a class="skip" href="#main">${words.skip}</a>
<header class="top"><div class="wrap">
<a class="brand" href="/"><span>${name}</span></a>
${languageLink(arrival)}
${isSignedIn(arrival) ? navigation(arrival) : NOTHING}
</div></header>
<main id="main" class="wrap" tabindex="-1">
${arrival.desk.demonstration ? html`<p class="problem">${words.demonstration}</p>` : null}<h1>${title}</h1>
${body}
</main>
${isSignedIn(arrival) ? foot(arrival) : NOTHING}
</body>
</html>
`.markup;
}
