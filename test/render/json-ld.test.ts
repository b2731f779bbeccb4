import { expect, test } from "bun:test";
import type { Picture } from "../../src/model/picture.ts";
import { publicBusiness } from "../../src/model/public-business.ts";
import { renderBusinessJsonLd } from "../../src/render/json-ld.ts";
import { testProfile } from "../rows.ts";

const describe = (changes: Parameters<typeof testProfile>[0]) =>
  renderBusinessJsonLd(
    { base_url: "https://reviews.example", business: publicBusiness(testProfile(changes)), license: null },
    null,
  );

test("a business is described by what its profile states; lists of one item stay, empty ones and nulls are left out", () => {
  expect(describe({ service_areas: [] })).toEqual({
    "@context": "https://schema.org",
    "@type": "Physiotherapy",
    "@id": "https://reviews.example/#business",
    name: "Harbor Physical Therapy",
  });
  expect(
    describe({
      geo: { latitude: 45.5, longitude: -122.6 },
      opening_hours: ["Mo-Fr 08:00-18:00"],
      same_as: ["https://social.example/harbor"],
    }),
  ).toMatchObject({
    geo: { "@type": "GeoCoordinates", latitude: 45.5, longitude: -122.6 },
    openingHours: ["Mo-Fr 08:00-18:00"],
    sameAs: ["https://social.example/harbor"],
    areaServed: ["Old Town"],
  });
});

test("a logo has an address that ends in its kind", () => {
  const business = publicBusiness(testProfile());
  const logoOf = (content_type: Picture["content_type"]) => {
    const logo = { content_type, width: 20, height: 20, hash: "0123456789ab", base64: "" };
    return renderBusinessJsonLd({ base_url: "https://reviews.example", business, license: null, logo }, null);
  };
  expect(logoOf("image/png")).toMatchObject({ logo: "https://reviews.example/assets/logo.0123456789ab.png" });
  expect(logoOf("image/jpeg")).toMatchObject({ logo: "https://reviews.example/assets/logo.0123456789ab.jpg" });
});
