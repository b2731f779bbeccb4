import { expect, test } from "bun:test";
import { ENGLISH, type Told } from "../../../src/insights/sentences/report-english.ts";
import { SPANISH } from "../../../src/insights/sentences/report-spanish.ts";

const CARE = { label: "Care", some: 5, all: 6, quote: null };
const DESK = { label: "Front desk", some: 3, all: 8, quote: "Rude." };
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
    ({ summary }) => summary.rated({ n: 1, business: "Harbor", average: "4.0" }),
    "One review gives Harbor 4.0 of 5 stars.",
    "La única opinión sobre Harbor le da 4.0 de 5 estrellas.",
  ],
  [
    ({ summary }) => summary.rated({ n: 9, business: "Harbor", average: "4.6" }),
    "9 reviews give Harbor 4.6 of 5 stars on average.",
    "Harbor recibe 4.6 de 5 estrellas en promedio, según 9 opiniones.",
  ],
  [
    ({ summary }) => summary.praise(CARE),
    "People praise care most: 5 of the 6 reviews that mention it do.",
    "Lo más elogiado: care, en 5 de 6 opiniones.",
  ],
  [
    ({ summary }) => summary.complaint(DESK),
    "They complain most about front desk: 3 of 8 reviews; one says, “Rude.”",
    "Lo más criticado: la recepción, en 3 de 8 opiniones; una dice: “Rude.”",
  ],
  [
    ({ summary }) => summary.changed({ label: "Front desk", change: "fell", from: "2024-11-01" }),
    "Complaints about front desk have become rarer since November 2024.",
    "Desde noviembre de 2024, hay menos quejas sobre la recepción.",
  ],
  [
    ({ summary }) => summary.changed({ label: "Front desk", change: "rose", from: "2024-11-01" }),
    "Complaints about front desk have become more common since November 2024.",
    "Desde noviembre de 2024, hay más quejas sobre la recepción.",
  ],
  [
    ({ summary }) => summary.voices({ praise: ["Care"], criticism: ["Waiting", "Front desk"], quotes: [] }),
    "Too few to say what most people think; single voices praise care or criticize waiting and front desk.",
    "Son pocas para saber qué piensa la mayoría; voces sueltas elogian care o critican la espera y la recepción.",
  ],
  [
    ({ summary }) => summary.voices({ praise: [], criticism: ["Front desk"], quotes: ["Rude."] }),
    "Too few to say what most people think; single voices criticize front desk: “Rude.”",
    "Son pocas para saber qué piensa la mayoría; voces sueltas critican la recepción: “Rude.”",
  ],
  [
    ({ summary }) => summary.voices({ praise: [], criticism: [], quotes: [] }),
    "Too few reviews say the same to name what people like or dislike.",
    "Muy pocas coinciden como para decir qué gusta y qué no.",
  ],
  [
    ({ summary }) => summary.unread("fr"),
    "Some texts are in French and are not read here.",
    "Algunos textos están en francés y aquí no se leen.",
  ],
  [
    ({ summary }) => summary.unread("xx"),
    "Some texts are in another language (xx) and are not read here.",
    "Algunos textos están en otro idioma (xx) y aquí no se leen.",
  ],
  [
    ({ headline }) =>
      headline.finding({ likes: ["Care"], dislikes: ["Front desk"], critical: false, mostly: "positive" }),
    "Praised for care, criticized for front desk",
    "Elogian care; critican la recepción",
  ],
  [
    ({ headline }) =>
      headline.finding({ likes: ["Care"], dislikes: ["Front desk"], critical: true, mostly: "divided" }),
    "Criticized for front desk, praised for care",
    "Critican la recepción; elogian care",
  ],
  [
    ({ headline }) =>
      headline.finding({ likes: ["Care", "Results"], dislikes: [], critical: false, mostly: "positive" }),
    "Praised for care and results",
    "Elogian care y results",
  ],
  [
    ({ headline }) => headline.finding({ likes: [], dislikes: ["Front desk"], critical: true, mostly: "divided" }),
    "Criticized for front desk",
    "Critican la recepción",
  ],
  [
    ({ headline }) => headline.finding({ likes: [], dislikes: [], critical: false, mostly: "positive" }),
    "Mostly praise, but too few agree on what",
    "Casi todo son elogios, pero pocos coinciden",
  ],
  [
    ({ headline }) => headline.finding({ likes: [], dislikes: [], critical: false, mostly: "divided" }),
    "Too few agree to say what people think",
    "Muy pocos coinciden para sacar conclusiones",
  ],
  [
    ({ headline }) => {
      const long = "One and two and three and four and five and six and seven";
      return headline.finding({ likes: [long], dislikes: [long], critical: false, mostly: "positive" });
    },
    "Praised and criticized",
    "Hay elogios y quejas",
  ],
  [
    ({ faq }) => faq.mentioned(1, tally(1, 0, 0, 0)),
    "1 review mentions it: 1 positive and none negative.",
    "1 opinión lo menciona: 1 positiva y ninguna negativa.",
  ],
  [
    ({ faq }) => faq.mentioned(7, tally(0, 1, 1, 2)),
    "7 reviews mention it: none positive, 1 negative, 1 mixed and 2 neutral.",
    "7 opiniones lo mencionan: ninguna positiva, 1 negativa, 1 mixta y 2 neutrales.",
  ],
  [
    ({ faq }) => faq.mentioned(9, tally(2, 3, 2, 1)),
    "9 reviews mention it: 2 positive, 3 negative, 2 mixed and 1 neutral.",
    "9 opiniones lo mencionan: 2 positivas, 3 negativas, 2 mixtas y 1 neutral.",
  ],
  [
    ({ faq }) => faq.spoken(1, faq.sides(tally(0, 0, 0, 1))),
    "1 review speaks of this: none positive, none negative and 1 neutral.",
    "1 opinión habla de esto: ninguna positiva, ninguna negativa y 1 neutral.",
  ],
  [
    ({ faq }) => faq.spoken(3, faq.yesAndNo(tally(1, 2, 0, 0))),
    "3 reviews speak of this: 1 says yes and 2 no.",
    "3 opiniones hablan de esto: 1 dice que sí y 2 que no.",
  ],
  [
    ({ faq }) => faq.spoken(3, faq.yesAndNo(tally(0, 3, 0, 0))),
    "3 reviews speak of this: none say yes and 3 no.",
    "3 opiniones hablan de esto: ninguna dice que sí y 3 que no.",
  ],
  [
    ({ faq }) => faq.spoken(5, faq.yesAndNo(tally(2, 1, 1, 1))),
    "5 reviews speak of this: 2 say yes and 1 no, 2 both.",
    "5 opiniones hablan de esto: 2 dicen que sí y 1 que no, 2 las dos cosas.",
  ],
  [
    ({ faq }) => faq.ofCondition(3, tally(3, 0, 0, 0)),
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
