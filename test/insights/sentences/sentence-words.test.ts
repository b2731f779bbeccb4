import { expect, test } from "bun:test";
import { ENGLISH, type Told } from "../../../src/insights/sentences/report-english.ts";
import { SPANISH } from "../../../src/insights/sentences/report-spanish.ts";

const SINCE = "2024-11-01";
const CARE = { label: "Care", some: 5, all: 6 };
const DESK = { label: "Front desk", some: 3, all: 8 };
const tally = (positive: number, negative: number, mixed: number, neutral: number) => ({
  positive,
  negative,
  mixed,
  neutral,
});

const SENTENCES: [tell: Told, english: string, spanish: string][] = [
  [({ summary }) => summary.business("Harbor", "clinic"), "Harbor", "Harbor"],
  [({ summary }) => summary.business(null, "clinic"), "the clinic", "este negocio"],
  [
    ({ summary }) => summary.one({ business: "harbor", stars: 1, from: null }),
    "Harbor has one review, of 1 star.",
    "Harbor tiene una opinión, de 1 estrella.",
  ],
  [
    ({ summary }) => summary.one({ business: "harbor", stars: 4, from: SINCE }),
    "Harbor has one review since November 2024, of 4 stars.",
    "Harbor tiene una opinión desde noviembre de 2024, de 4 estrellas.",
  ],
  [
    ({ summary }) => summary.same({ n: 2, business: "Harbor", stars: 5, from: null }),
    "So far, both reviews of Harbor give 5 stars.",
    "Hasta ahora, las dos opiniones sobre Harbor dan 5 estrellas.",
  ],
  [
    ({ summary }) => summary.same({ n: 3, business: "Harbor", stars: 1, from: SINCE }),
    "Since November 2024, all 3 reviews of Harbor give 1 star.",
    "Desde noviembre de 2024, las 3 opiniones sobre Harbor dan 1 estrella.",
  ],
  [
    ({ summary }) => summary.rated({ n: 9, business: "Harbor", average: "4.6", from: null }),
    "9 reviews rate Harbor 4.6 out of 5 stars on average.",
    "9 opiniones dan a Harbor 4.6 de 5 estrellas en promedio.",
  ],
  [
    ({ summary }) => summary.rated({ n: 9, business: "Harbor", average: "4.6", from: SINCE }),
    "Since November 2024, 9 reviews have rated Harbor 4.6 out of 5 stars on average.",
    "Desde noviembre de 2024, 9 opiniones dan a Harbor 4.6 de 5 estrellas en promedio.",
  ],
  [
    ({ summary }) => summary.unreadable(1),
    "1 review has a text, but in no language that is read here.",
    "1 opinión tiene texto, pero en un idioma que aquí no se lee.",
  ],
  [
    ({ summary }) => summary.unreadable(2),
    "2 reviews have a text, but in no language that is read here.",
    "2 opiniones tienen texto, pero en un idioma que aquí no se lee.",
  ],
  [
    ({ summary }) => summary.oneText("mixed"),
    "One text could be read, and it is mixed.",
    "Se pudo leer un texto, y es mixto.",
  ],
  [
    ({ summary }) => summary.allTexts(2, "positive"),
    "Both texts that could be read are positive.",
    "Los dos textos que se pudieron leer son positivos.",
  ],
  [
    ({ summary }) => summary.allTexts(3, "negative"),
    "All 3 texts that could be read are negative.",
    "Los 3 textos que se pudieron leer son negativos.",
  ],
  [
    ({ summary }) => summary.texts(tally(1, 2, 0, 1)),
    "Of the 4 texts that could be read, 2 are critical and only 1 positive, and 1 is mixed or neutral.",
    "De los 4 textos que se pudieron leer, 2 son críticos y solo 1 positivo, y 1 es mixto o neutral.",
  ],
  [
    ({ summary }) => summary.texts(tally(0, 1, 0, 1)),
    "Of the 2 texts that could be read, 1 is critical and none is positive, and 1 is mixed or neutral.",
    "De los 2 textos que se pudieron leer, 1 es crítico y ninguno es positivo, y 1 es mixto o neutral.",
  ],
  [
    ({ summary }) => summary.texts(tally(1, 0, 1, 1)),
    "Of the 3 texts that could be read, 1 is positive and none is negative, and 2 are mixed or neutral.",
    "De los 3 textos que se pudieron leer, 1 es positivo y ninguno es negativo, y 2 son mixtos o neutrales.",
  ],
  [
    ({ summary }) => summary.texts(tally(2, 1, 0, 0)),
    "Of the 3 texts that could be read, 2 are positive and 1 negative.",
    "De los 3 textos que se pudieron leer, 2 son positivos y 1 negativo.",
  ],
  [
    ({ summary }) => summary.texts(tally(2, 2, 0, 1)),
    "Of the 5 texts that could be read, 2 are positive and 2 negative, and 1 is mixed or neutral.",
    "De los 5 textos que se pudieron leer, 2 son positivos y 2 negativos, y 1 es mixto o neutral.",
  ],
  [
    ({ summary }) => summary.praise({ ...CARE, strong: true, critics: 0, quote: null }),
    "What people praise most is care: 5 of the 6 reviews that mention it are positive.",
    "Lo que más se elogia es care: 5 de las 6 opiniones que lo mencionan son positivas.",
  ],
  [
    ({ summary }) => summary.praise({ ...CARE, strong: false, critics: 2, quote: "So kind." }),
    "What people praise most, though not all of them, is care: 5 of the 6 reviews that mention it are positive, 2 of them by people who gave three stars or fewer; one says, “So kind.”",
    "Lo que más se elogia, aunque no todos lo hacen, es care: 5 de las 6 opiniones que lo mencionan son positivas, 2 de ellas de personas que dieron tres estrellas o menos; una dice: “So kind.”",
  ],
  [
    ({ summary }) => summary.morePraise([CARE, DESK]),
    "Most reviews also speak well of care (5 of 6) and front desk (3 of 8).",
    "La mayoría también elogia care (5 de 6) y la recepción (3 de 8).",
  ],
  [
    ({ summary }) => summary.complaint({ ...DESK, praised: false, steady: null, quote: null, from: SINCE }),
    "The most common complaint is about front desk: 3 of the 8 reviews that mention it are critical.",
    "La queja más común es sobre la recepción: 3 de las 8 opiniones que lo mencionan son críticas.",
  ],
  [
    ({ summary }) =>
      summary.complaint({ ...DESK, praised: true, steady: { some: 3, all: 7 }, quote: "Rude.", from: SINCE }),
    "But front desk also gets the most complaints: 3 of the 8 reviews that mention it are critical, much as before November 2024 (3 of 7); one says, “Rude.”",
    "Pero las quejas más comunes son también sobre la recepción: 3 de las 8 opiniones que lo mencionan son críticas, más o menos como antes de noviembre de 2024 (3 de 7); una dice: “Rude.”",
  ],
  [
    ({ summary }) => summary.changed({ ...DESK, before: { some: 3, all: 7 }, change: "fell", from: SINCE }),
    "Complaints about front desk fell from 3 of 7 mentions before November 2024 to 3 of 8 since.",
    "Las quejas sobre la recepción bajaron de 3 de 7 menciones antes de noviembre de 2024 a 3 de 8 desde entonces.",
  ],
  [
    ({ summary }) => summary.changed({ ...DESK, before: { some: 3, all: 7 }, change: "rose", from: SINCE }),
    "Complaints about front desk rose from 3 of 7 mentions before November 2024 to 3 of 8 since.",
    "Las quejas sobre la recepción subieron de 3 de 7 menciones antes de noviembre de 2024 a 3 de 8 desde entonces.",
  ],
  [
    ({ summary }) => summary.moreComplaints([DESK]),
    "Many who mention it also criticize front desk (3 of 8).",
    "También se critica bastante la recepción (3 de 8).",
  ],
  [
    ({ summary }) => summary.moreComplaints([DESK, CARE]),
    "Many who mention them also criticize front desk (3 of 8) and care (5 of 6).",
    "También se critica bastante la recepción (3 de 8) y care (5 de 6).",
  ],
  [
    ({ summary }) => summary.reasons([{ name: "Neck pain", n: 4 }]),
    "The reasons for coming that reviews mention most are neck pain (4).",
    "Los motivos para venir que más se mencionan son: dolor de cuello (4).",
  ],
  [
    ({ summary }) => summary.named([{ name: "Ana", n: 1 }]),
    "Ana (1 review) is named most often.",
    "La persona más nombrada es Ana (1 opinión).",
  ],
  [
    ({ summary }) =>
      summary.named([
        { name: "Ana", n: 3 },
        { name: "Leo", n: 2 },
      ]),
    "Ana (3 reviews) and Leo (2 reviews) are named most often.",
    "Las personas más nombradas son Ana (3 opiniones) y Leo (2 opiniones).",
  ],
  [
    ({ summary }) => summary.span("2024-11-02", "2024-11-30"),
    "They are from November 2024.",
    "Son de noviembre de 2024.",
  ],
  [
    ({ summary }) => summary.span("2024-11-02", "2025-01-05"),
    "The first is from November 2024 and the newest from January 2025.",
    "La primera es de noviembre de 2024 y la más reciente, de enero de 2025.",
  ],
  [
    ({ summary }) => summary.language({ n: 1, texts: 9, tag: "es", read: "words" }),
    "Of the 9 texts, 1 is in Spanish.",
    "De los 9 textos, 1 está en español.",
  ],
  [
    ({ summary }) => summary.language({ n: 2, texts: 9, tag: "fr", read: "translation" }),
    "Of the 9 texts, 2 are in French, read in translation.",
    "De los 9 textos, 2 están en francés, que se leen por su traducción.",
  ],
  [
    ({ summary }) => summary.language({ n: 2, texts: 9, tag: "xx", read: "not" }),
    "Of the 9 texts, 2 are in another language (xx), which is not read here.",
    "De los 9 textos, 2 están en otro idioma (xx), que aquí no se lee.",
  ],
  [
    ({ summary }) => summary.certainty({ rating_only: 1, unread: 1, wrong_pct: 12 }),
    "A program counted all this: 1 review has stars only, 1 text could not be read and about 12 in 100 of the subjects that the program finds are wrong.",
    "Todo esto lo contó un programa: 1 opinión tiene solo estrellas, 1 texto no se pudo leer y unos 12 de cada 100 asuntos que encuentra el programa son errores.",
  ],
  [
    ({ summary }) => summary.certainty({ rating_only: 2, unread: 2, wrong_pct: null }),
    "A program counted all this: 2 reviews have stars only, 2 texts could not be read and how often the program is wrong has not been measured for this trade.",
    "Todo esto lo contó un programa: 2 opiniones tienen solo estrellas, 2 textos no se pudieron leer y no se ha medido cuánto se equivoca el programa en este tipo de negocio.",
  ],
  [
    ({ summary }) => summary.certainty({ rating_only: 0, unread: 0, wrong_pct: 12 }),
    "A program counted all this: about 12 in 100 of the subjects that the program finds are wrong.",
    "Todo esto lo contó un programa: unos 12 de cada 100 asuntos que encuentra el programa son errores.",
  ],
  [
    ({ faq }) => faq.mentioned({ n: 1, from: null }, tally(1, 0, 0, 0)),
    "1 review mentions it: 1 positive and none negative.",
    "1 opinión lo menciona: 1 positiva y ninguna negativa.",
  ],
  [
    ({ faq }) => faq.mentioned({ n: 7, from: SINCE }, tally(0, 1, 1, 2)),
    "Since November 2024, 7 reviews mention it: none positive, 1 negative, 1 mixed and 2 neutral.",
    "Desde noviembre de 2024, 7 opiniones lo mencionan: ninguna positiva, 1 negativa, 1 mixta y 2 neutrales.",
  ],
  [
    ({ faq }) => faq.mentioned({ n: 9, from: null }, tally(2, 3, 2, 1)),
    "9 reviews mention it: 2 positive, 3 negative, 2 mixed and 1 neutral.",
    "9 opiniones lo mencionan: 2 positivas, 3 negativas, 2 mixtas y 1 neutral.",
  ],
  [
    ({ faq }) => faq.spoken({ n: 1, from: null }, faq.sides(tally(0, 0, 0, 1))),
    "1 review speaks of this: none positive, none negative and 1 neutral.",
    "1 opinión habla de esto: ninguna positiva, ninguna negativa y 1 neutral.",
  ],
  [
    ({ faq }) => faq.spoken({ n: 3, from: SINCE }, faq.yesAndNo(tally(1, 2, 0, 0))),
    "Since November 2024, 3 reviews speak of this: 1 says yes and 2 no.",
    "Desde noviembre de 2024, 3 opiniones hablan de esto: 1 dice que sí y 2 que no.",
  ],
  [
    ({ faq }) => faq.spoken({ n: 5, from: null }, faq.yesAndNo(tally(2, 1, 1, 1))),
    "5 reviews speak of this: 2 say yes and 1 no, 2 both.",
    "5 opiniones hablan de esto: 2 dicen que sí y 1 que no, 2 las dos cosas.",
  ],
  [
    ({ faq }) => faq.ofCondition({ n: 3, from: null }, tally(3, 0, 0, 0)),
    "3 reviews mention it. As a whole, 3 positive and none negative.",
    "3 opiniones lo mencionan. En conjunto, 3 positivas y ninguna negativa.",
  ],
  [
    ({ faq }) => faq.open(["Mo-Th 07:00-19:00", "Sa 09:00-12:00"]),
    "Open Monday to Thursday 07:00 to 19:00, Saturday 09:00 to 12:00.",
    "Abierto: lunes a jueves 07:00 a 19:00, sábado 09:00 a 12:00.",
  ],
  [
    ({ faq }) => faq.address(["1 Main St", "Springfield"]),
    "The address is 1 Main St, Springfield.",
    "La dirección es 1 Main St, Springfield.",
  ],
  [
    ({ faq }) => faq.reply("2025-01-05", "Thanks."),
    "The business wrote under a review of January 2025: “Thanks.”",
    "El negocio escribió en una opinión de enero de 2025: “Thanks.”",
  ],
];

test("every sentence of a report is right for one, for two and for many, in both languages", () => {
  for (const [tell, english, spanish] of SENTENCES) expect([tell(ENGLISH), tell(SPANISH)]).toEqual([english, spanish]);
});
