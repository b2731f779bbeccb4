/** /embed, for owners. */
export const englishEmbed = () => ({
  title: (name: string) => `Reviews of ${name} on your own site`,
  described: "A widget, a frame and a badge for other sites, with a preview and the line to paste.",
  heading: "Reviews on your own site",
  lead: "Choose how they look, then copy one of the three lines into your site. Reviews are always the newest with a comment: nobody can pick the good ones only.",
  all_options: "All options",
  layout: "Layout",
  layouts: {
    list: "List of reviews",
    grid: "Grid of reviews",
    carousel: "Row to swipe",
    quote: "One quote",
    rating: "Rating line",
  },
  reviews: "Number of reviews",
  theme: "Theme",
  themes: { auto: "As the reader prefers", light: "Light", dark: "Dark" },
  language: "Language",
  technician: "Reviews that mention",
  service: "Reviews about",
  all: "All",
  show: "Show",
  preview: "Preview",
  copy: { copy: "Copy", copied: "Copied", selected: "Selected: press Ctrl+C" },
  snippets: {
    script: {
      title: "Script",
      summary:
        "The best choice for most sites. One request, no cookies. If your site has a content security policy, add this service to script-src; nothing else is needed.",
    },
    frame: {
      title: "Frame",
      summary:
        "For site builders that allow no scripts of other sites. If your site has a content security policy, add this service to frame-src.",
    },
    plain: {
      title: "Plain HTML",
      summary:
        "For sites that allow neither scripts nor frames, and for email: the rating as a picture that stays up to date, with a link to the reviews.",
    },
  },
});
