import { buildXlsx } from "../spreadsheets.ts";
import { buildZip } from "../zip.ts";

/** What a copy of a review on another site says. */
export const COPIED =
  "Ana Ruiz listened to me for half an hour and explained every exercise twice. My shoulder is back, and so is my sleep.";
/** A telephone number in words that no rule knows. */
export const UNKNOWN_NUMBER = "four hundred and fifteen, then three fives, then a hundred and thirty-four";

const GOOGLE = [
  { id: "g1", author: "Maria Sanchez", stars: "FIVE", date: "2026-02-03", text: COPIED },
  {
    id: "g2",
    author: "Ben Tate",
    stars: "TWO",
    date: "2026-02-05",
    text: `I waited forty minutes. You have my number: ${UNKNOWN_NUMBER}.`,
  },
  { id: "g3", author: "Lou Park", stars: "FOUR", date: "2026-02-09", text: "Ben Katz is gentle and on time." },
];

/** What takeout.google.com gives the clinic. */
export const takeoutFile = (): Uint8Array => {
  const reviews = GOOGLE.map(({ id, author, stars, date, text }) => ({
    name: `accounts/1/locations/2/reviews/${id}`,
    reviewer: { displayName: author },
    starRating: stars,
    comment: text,
    createTime: `${date}T18:00:00Z`,
    updateTime: `${date}T18:00:00Z`,
  }));
  const folder = "Takeout/Google Business Profile/account-1/location-2";
  return buildZip([
    { name: "Takeout/archive_browser.html", data: "<html></html>", modified: "2026-02-10T10:00:00" },
    { name: `${folder}/reviews.json`, data: JSON.stringify({ reviews }), modified: "2026-02-10T10:00:00" },
  ]);
};

/** 32 answers of patients who agreed, one of whom got a reply that tells too much, and one who did not. */
const ANSWERS = [
  ...Array.from({ length: 31 }, (_, at) => [
    String(3 + (at % 3)),
    "3/4/2026",
    `Pat Doe${at}`,
    `Visit ${at}.`,
    "",
    "Sure",
  ]),
  ["5", "5/6/2026", "Kim Noor", "I can climb stairs.", "Your knee surgery went well, Kim!", "Sure"],
  ["4", "5/6/2026", "Al Shy", "Keep this to yourselves.", "", "Rather not"],
];

/** A workbook of the survey: a title above the table, a second sheet, and a column that asks for consent. */
export const surveyFile = (): Uint8Array =>
  buildXlsx([
    {
      name: "Answers",
      rows: [
        ["Survey of the clinic, spring", "", "", "", "", ""],
        ["Stars", "Date", "Name", "Review", "Our reply", "Wall of fame"],
        ...ANSWERS,
      ],
    },
    {
      name: "Pilot",
      rows: [
        ["Stars", "Date", "Name"],
        ["5", "2026-01-02", "Test Person"],
      ],
    },
  ]);

export const YELP_FILE =
  "Review ID,Reviewer,Rating,Review,Review Date,Review URL,Business Name\n" +
  `y1,Maria S.,5,"${COPIED}",2026-02-04,https://www.yelp.com/biz/x?hrid=y1,Harbor\n` +
  "y2,Cy Dee,3,Parking is hard to find.,2026-02-06,https://www.yelp.com/biz/x?hrid=y2,Harbor\n";

/** What arrives later in the folder. */
export const LATER_FILE =
  "Review ID,Reviewer,Rating,Review,Review Date,Review URL,Business Name\n" +
  "y3,Flo Gi,5,The new therapist is patient.,2026-03-06,https://www.yelp.com/biz/x?hrid=y3,Harbor\n";
