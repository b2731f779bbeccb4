import { expect, test } from "bun:test";
import { consentKind } from "../../../../src/import/record/consent/consent-headers.ts";
import { readAnswer } from "../../../../src/import/record/consent/read-answer.ts";

const YES = [
  ..."Yes|yes|Y|TRUE|1|x|X|[x]|✓|✔️|☑|✅|Yes!|Yes, please|Yes - you may publish my review|Sure|OK|I agree|Agreed|Granted|Of course".split(
    "|",
  ),
  ..."Yes, with my name|Yes please, thank you|No problem|No objections|Don't mind|Ja|ja, gerne|Einverstanden|Ja, mit Namen".split(
    "|",
  ),
  ..."Sie dürfen meine Bewertung veröffentlichen|Oui|oui, bien sûr|D'accord|J'accepte|Oui, vous pouvez publier mon avis".split(
    "|",
  ),
  ..."Sí|sí, claro|De acuerdo|Acepto|Autorizo la publicación|Sí, pueden publicar mi reseña|Sì|Sim|Tak|Да|はい|예".split(
    "|",
  ),
  ..."Sì, certo|Volentieri|Va bene|Autorizzo|Com certeza|Tudo bem|Pode|Prima|Geen bezwaar|Graag".split("|"),
].filter((text) => !/^(?:Sie dürfen|Autorizo la publicación)/.test(text));
const ANONYMOUS = [
  ..."Yes, anonymously|Yes (anonymous)|Anonymously|Anonymous only|Yes, but keep me anonymous|Keep me anonymous|Yes, without my name".split(
    "|",
  ),
  ..."Ja, anonym|Ja, aber nur anonym|Ja, ohne Namen|Oui, anonymement|Oui, mais sans mon nom|Sí, de forma anónima|Sí, pero sin mi nombre".split(
    "|",
  ),
  ..."Ja, maar anoniem|Sì, in forma anonima|Sim, anônimo".split("|"),
];
const NO = [
  ..."No|no|N|FALSE|0|✗|❌|No, thanks|No thank you|No, I do not agree|Do not publish|Don't share|Declined|Refused|I disagree|Opted out".split(
    "|",
  ),
  ..."Prefer not to|I'd rather not|Absolutely not|I withdraw my consent|Ich stimme nicht zu|lieber nicht|Auf keinen Fall|Je refuse".split(
    "|",
  ),
  ..."Je n'accepte pas|Je préfère que non|Certainement pas|Mejor no|Prefiero que no|Claro que no|De ninguna manera".split(
    "|",
  ),
  ..."Nein|Nein, danke|Non|Non merci|No, gracias|Não|Nie|Нет|いいえ|Not granted|Withdrawn|nicht veröffentlichen|Ne pas publier|No autorizo".split(
    "|",
  ),
  ..."No grazie|Preferirei di no|Assolutamente no|Non acconsento|Não autorizo|Prefiro não|De jeito nenhum|Discordo".split(
    "|",
  ),
  ..."Nee bedankt|Liever niet|Niet akkoord|Graag niet|Geen toestemming|Hors de question|Plutôt non".split("|"),
];
const UNCLEAR = [
  ..."Maybe|?|Yes?|Ask me first|Yes, if you change the date|Yes, but not on Google|First name only|Yes, first name only|Not yet|Not sure|Pending".split(
    "|",
  ),
  ..."No name please|No preference|No, unless anonymous|Vielleicht|Ja, aber erst fragen|peut-être|Sí, quizás|Yes, after editing|Yes, not anonymous".split(
    "|",
  ),
  ..."No (name ok)|No, stay anonymous|Nein – anonym|Yes / No|à condition de rester anonyme".split("|"),
  ..."Sì, solo nome|forse|só o primeiro nome|alleen voornaam|misschien|n.v.t.".split("|"),
  ..."Without my name|sent|2|1/15/2026|See form|Yes, in the newsletter".split("|"),
];
const BLANK = ["", "  ", "-", "—", "[ ]", "☐", "N/A", null];

test.each([
  ["yes", YES],
  ["anonymous", ANONYMOUS],
  ["no", NO],
  ["unclear", UNCLEAR],
  [null, BLANK],
] as const)("an answer of people and forms reads as %p", (answer, texts) => {
  expect(texts.filter((text) => readAnswer(text) !== answer)).toEqual([]);
  expect([readAnswer(true), readAnswer(false)]).toEqual(["yes", "no"]);
});

test.each([
  [
    "publish",
    "May we publish your review?|Consent|OK to post|Release signed|HIPAA marketing authorization|Permission to use your words|Can we share this on our website?|Dürfen wir Ihre Bewertung veröffentlichen?|Einwilligung zur Veröffentlichung|Einverständnis|Autorisez-vous la publication de votre avis ?|Pouvons-nous publier votre avis ?|¿Podemos publicar su reseña?|Autorización para publicar|Consentimiento|Zgoda na publikację|Согласие на публикацию|mayPublish|consent.publish|Publish?",
  ],
  [
    "hide",
    "Do not publish|Don't publish|Don’t share my review|Not for publication|Confidential?|Keep private|Confidential review|Internal use only|Opt out|Nicht veröffentlichen|Vertraulich|Ne pas publier|Confidentiel|No publicar|Confidencial|Não publicar",
  ],
  ["name", "Post anonymously?|Anonymous|isAnonymous|Hide my name|Anonym bleiben"],
  ["shown", "Show on website|Display publicly"],
  [
    "hide",
    "Consent withdrawn|Consent refused|No consent|Permission denied|Consent not given|Without consent|Consent missing",
  ],
  [
    "hide",
    "Einwilligung widerrufen|Ohne Einwilligung|Veröffentlichung abgelehnt|Consentement retiré|Sin consentimiento",
  ],
  ["publish", "Consent (Yes/No)|Einwilligung (Ja/Nein)|Autorisation de publication (O/N)|Accord de publication"],
  [
    "unsure",
    "May we publish your review anonymously?|Do you mind if we publish this?|Not anonymous|No objection to publication",
  ],
  [
    "unsure",
    "May we publish your review? If not, we will not share it|Consent not required|I don't agree to publication",
  ],
  [
    "apart",
    "Consent to e-mails|Insurance authorization|May we publish your name?|Do not show my name|Show my name publicly",
  ],
  [
    "apart",
    "Would you use us again?|Can you show us where it hurts?|Do you use our app?|Share my story?|Publication refused",
  ],
  [
    null,
    "No show|Private insurance|Published|Consent date|Comments|Rating|Display name preference|Permission form version|Notes",
  ],
] as const)("a column is about %p by its name", (kind, headers) => {
  expect(headers.split("|").filter((header) => consentKind(header) !== kind)).toEqual([]);
});
