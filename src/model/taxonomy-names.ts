/** The taxonomies that are part of the program: what reviews of a trade talk about. */
export const TAXONOMY_NAMES = [
  "physical-therapy",
  "dentist",
  "restaurant",
  "auto-repair",
  "hair-salon",
  "hotel",
  "general",
] as const;
export type TaxonomyName = (typeof TAXONOMY_NAMES)[number];

const TYPES: Partial<Record<TaxonomyName, string>> = {
  "physical-therapy": "Physiotherapy",
  dentist: "Dentist",
  restaurant:
    "Restaurant FoodEstablishment CafeOrCoffeeShop BarOrPub Bakery FastFoodRestaurant Brewery Winery IceCreamShop",
  "auto-repair": "AutoRepair AutoBodyShop MotorcycleRepair TireShop",
  "hair-salon": "HairSalon BeautySalon",
  hotel: "Hotel LodgingBusiness Motel Resort Hostel BedAndBreakfast SkiResort",
};

/** The kinds of business that have a taxonomy, by their first type of schema.org. */
export const KINDS: readonly string[] = Object.values(TYPES).map((types) => types.split(" ")[0] ?? "");

const BY_TYPE = new Map(
  TAXONOMY_NAMES.flatMap((name) => (TYPES[name] ?? "").split(" ").map((type): [string, TaxonomyName] => [type, name])),
);

/** The taxonomy for a type of schema.org; `general` if none fits. */
export const taxonomyOfType = (type: string): TaxonomyName => BY_TYPE.get(type) ?? "general";

export const isTaxonomyName = (name: string): name is TaxonomyName => TAXONOMY_NAMES.some((one) => one === name);
