import type { Business } from "../model/business.ts";
import type { AggregateRating } from "../model/documents.ts";
import type { Picture } from "../model/picture.ts";
import { shownRating } from "../model/rating.ts";
import type { Review } from "../model/review.ts";
import { logoPath } from "./links.ts";

type Described = { base_url: string; business: Business | null; license: string | null; logo?: Picture | null };

/** The rating and the reviews that a page marks up. Null if it describes only the business. */
export type MarkedUp = { aggregate_rating: AggregateRating; reviews: Review[] } | null;

/** The profile of an earlier version may contain other kinds of URLs. */
const isWebAddress = (url: string | null): boolean => /^https?:\/\//i.test(url ?? "");

const omitEmpty = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== null && !(Array.isArray(member) && member.length === 0)),
  ) as Partial<T>; // members are only removed

function describeBusiness({ base_url, business, logo }: Described): object {
  const itemId = `${base_url}/#business`;
  if (!business) return { "@type": "LocalBusiness", "@id": itemId, name: "Reviews" };
  const { address, geo } = business;
  return omitEmpty({
    "@type": business.type,
    "@id": itemId,
    name: business.name,
    description: business.description,
    url: isWebAddress(business.url) ? business.url : null,
    logo: logo ? base_url + logoPath(logo) : null,
    telephone: business.telephone,
    email: business.email,
    address: address
      ? omitEmpty({
          "@type": "PostalAddress",
          streetAddress: address.street_address,
          addressLocality: address.address_locality,
          addressRegion: address.address_region,
          postalCode: address.postal_code,
          addressCountry: address.address_country,
        })
      : null,
    geo: geo ? { "@type": "GeoCoordinates", latitude: geo.latitude, longitude: geo.longitude } : null,
    openingHours: business.opening_hours,
    priceRange: business.price_range,
    sameAs: business.same_as.filter(isWebAddress),
    areaServed: business.service_areas.map(({ name }) => name),
  });
}

function describeReview({ license }: Described, review: Review): object {
  return omitEmpty({
    "@type": "Review",
    "@id": review.url,
    url: review.url,
    author: { "@type": "Person", name: review.author },
    reviewRating: { "@type": "Rating", ratingValue: review.rating, bestRating: 5, worstRating: 1 },
    datePublished: review.date,
    dateModified: review.updated_at,
    name: review.title,
    reviewBody: review.text,
    inLanguage: review.language,
    isBasedOn: review.source_url,
    license,
  });
}

/** schema.org data. It contains nothing that is not in /reviews.json. */
export function renderBusinessJsonLd(described: Described, marked_up: MarkedUp): object {
  const rating = marked_up?.aggregate_rating ?? null;
  const reviews = marked_up?.reviews ?? [];
  return {
    "@context": "https://schema.org",
    ...describeBusiness(described),
    // schema.org requires a rating value, so there is no aggregate without reviews.
    ...(rating === null || rating.rating_value === null
      ? {}
      : {
          aggregateRating: {
            "@type": "AggregateRating",
            ratingValue: shownRating(rating),
            ratingCount: rating.rating_count,
            reviewCount: rating.review_count,
            bestRating: rating.best_rating,
            worstRating: rating.worst_rating,
          },
        }),
    ...(reviews.length === 0 ? {} : { review: reviews.map((review) => describeReview(described, review)) }),
  };
}

export function renderReviewJsonLd(described: Described & { review: Review }): object {
  return {
    "@context": "https://schema.org",
    ...describeReview(described, described.review),
    itemReviewed: describeBusiness(described),
  };
}
