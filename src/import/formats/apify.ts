import { parseRow } from "../record/candidate.ts";
import { parseReply, parseWhen } from "../record/dates/when.ts";
import { isFields, parseSource, parseStars, textOf } from "../record/values.ts";
import type { JsonFormat, TableFormat } from "./format.ts";

export const apify: JsonFormat = {
  name: "apify",
  source: "google",
  verified_by: "platform_account",
  looksLike: ({ value }) => isFields(value) && "stars" in value && "publishedAtDate" in value,
  *parse({ value, root }, place) {
    if (!isFields(value)) return yield { place, reason: "the entry is not a review" };
    // `title` is the name of the place, not of the review. reviewId is null unless personal data was enabled.
    const location_name = textOf(value.title) ?? textOf(root.title);
    const source = parseSource(value.reviewOrigin);
    const named = {
      ...(source ? { source } : {}),
      source_id: textOf(value.reviewId),
      location: textOf(value.placeId) ?? textOf(root.placeId) ?? location_name,
      location_name,
    };
    const parse = () => {
      const translated = textOf(value.textTranslated);
      const text = textOf(value.text);
      const language = textOf(value.originalLanguage);
      return {
        place,
        ...named,
        author: textOf(value.name),
        author_avatar_url: textOf(value.reviewerPhotoUrl),
        rating: parseStars(value.stars),
        ...parseWhen(value.publishedAtDate),
        text,
        ...(text !== null && language !== null && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language)
          ? { language }
          : {}),
        ...(text !== null && translated !== null && translated !== text
          ? { translation: { text: translated, language: textOf(value.translatedLanguage) } }
          : {}),
        source_url: textOf(value.reviewUrl),
        reply: parseReply(value.responseFromOwnerText, value.responseFromOwnerDate),
      };
    };
    yield parseRow(place, parse, () => named);
  },
};

export const apifyTable: TableFormat = {
  name: "apify",
  source: "google",
  verified_by: "platform_account",
  headers: ["stars", "publishedatdate", "reviewid"],
  // `title` is the name of the place, `totalScore` its average, `url` its page.
  columns: {
    rating: "stars",
    date: "publishedAtDate",
    author: "name",
    text: "text",
    title: "",
    source_id: "reviewId",
    source_url: "reviewUrl",
    reply: "responseFromOwnerText",
    reply_date: "responseFromOwnerDate",
    language: "originalLanguage",
    location: "placeId",
    location_name: "title",
    source: "reviewOrigin",
    translation: "textTranslated",
    translation_language: "translatedLanguage",
  },
};
