import { VARY_BY_FORM } from "../../model/wire/common-headers.ts";
import { errorsGuide, guidePage } from "../../pages/developers/guides.ts";
import type { OpenapiView } from "../../pages/developers/openapi-view.ts";
import { quickStartPage } from "../../pages/developers/quick-start-page.ts";
import { referencePage } from "../../pages/developers/reference.ts";
import { type DeveloperPage, renderDeveloperMarkdown, renderDeveloperPage } from "../../pages/developers/shell.ts";
import { linkToPage, twinAddress } from "../../pages/parts/page-twin.ts";
import { withInstallLinks } from "../../render/install-links.ts";
import { PATHS } from "../../render/links.ts";
import { JSON_TYPE, MARKDOWN_TYPE } from "../../render/media-types.ts";
import { renderOpenapi } from "../../render/openapi/openapi.ts";
import type { DatasetFacts, SnapshotData } from "../snapshot-data.ts";
import { type Draft, fixedChangedAt, pageDraft, siteOf, textDraft } from "./draft.ts";
import type { ExampleFacts } from "./example-facts.ts";
import { GUIDES } from "./guide-list.ts";

/** A page and its Markdown version, which names the page as the original. */
function developerDrafts(facts: DatasetFacts, page: DeveloperPage, changed_at: string): Draft[] {
  const site = siteOf(facts);
  const twin = textDraft({
    path: twinAddress(page.path),
    content_type: MARKDOWN_TYPE,
    text: renderDeveloperMarkdown(site, page),
    changed_at,
    link: linkToPage(facts.base_url, page.path),
    vary: VARY_BY_FORM,
  });
  return [pageDraft(facts.base_url, page.path, renderDeveloperPage(site, page), changed_at), twin];
}

let known: { key: string; text: string; view: OpenapiView } | null = null;

/** Rendered once per profile, because it depends on nothing that an import changes. */
function openapiOf({ base_url, demonstration, business }: DatasetFacts): { text: string; view: OpenapiView } {
  const key = JSON.stringify([base_url, demonstration, business]);
  if (known?.key === key) return known;
  const text = renderOpenapi(base_url, demonstration, business);
  known = { key, text, view: JSON.parse(text) as OpenapiView }; // our own document
  return known;
}

const localGuide = ({ base_url }: DatasetFacts, guide: (typeof GUIDES)[number]) => ({
  ...guide,
  markdown: withInstallLinks(guide.markdown, base_url),
});

/** The description of the service and the guides. They depend only on the program and the profile. */
export function developerDocuments(facts: DatasetFacts): Draft[] {
  const site = siteOf(facts);
  const pages = [errorsGuide(site), ...GUIDES.map((guide) => guidePage(site, localGuide(facts, guide)))];
  const changed_at = fixedChangedAt(facts);
  return [
    textDraft({ path: PATHS.openapi, content_type: JSON_TYPE, text: openapiOf(facts).text, changed_at }),
    ...pages.flatMap((page) => developerDrafts(facts, page, changed_at)),
  ];
}

/** The pages whose examples name reviews and people of this business. */
export function examplePages(dataset: SnapshotData, { facts, examples_of }: ExampleFacts): Draft[] {
  const { changed_at } = dataset;
  const site = siteOf(dataset);
  const pages = [quickStartPage(site, facts), referencePage(site, openapiOf(dataset).view, facts)];
  return pages
    .flatMap((page) => developerDrafts(dataset, page, changed_at))
    .map((draft) => ({ ...draft, examples_of }));
}
