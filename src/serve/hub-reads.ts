import type { Kind } from "../model/demonstration.ts";
import type { SubscriptionStatus } from "../model/wire/subscription-status.ts";
import { describeSite, HTML_TYPE, PAGE_HEADERS } from "../pages/parts/site.ts";
import { renderSubscriptionPage } from "../pages/subscription-page.ts";
import type { Current } from "../snapshot/current.ts";

/** What the hub reads: the snapshot, and the page of a status URL, because the hub knows no pages. */
export const hubReads = ({ current, base_url, kind }: { current: Current; base_url: string; kind: Kind }) => ({
  snapshot: current.get,
  renderStatusPage: (status: SubscriptionStatus) => {
    const site = describeSite(
      base_url,
      kind === "demonstration",
      current.get() ?? { profile: null, profile_changed_at: null },
    );
    const markup = renderSubscriptionPage(site, status);
    return { markup, headers: { ...PAGE_HEADERS, "Content-Type": HTML_TYPE, "Referrer-Policy": "no-referrer" } };
  },
});
