import { OperatorError } from "../../operator-error.ts";

/**
 * The fields that a table can have for a review, and the headers that name them; those in the first list name it most
 * clearly. A column that is not listed here is never read, so email, telephone and IP addresses never get in.
 */
const FIELDS = {
  rating: [
    "overall rating,review rating,review stars,review star rating,review score,reviewrating ratingvalue,stars given,rating given",
    "rating,stars,star rating,rating value,rate,calificación,puntuación,valoración,note,évaluation,sterne,avaliação,classificação,valutazione,voto,beoordeling,ocena,評価,评分,평점",
    "score,points,bewertung,grade,nota,puntaje,punteggio,punkte,cijfer",
  ],
  date: [
    "review date,review creation date,review created date,review created utc,review created,review created at,review datetime utc,review time,review posted,review published,date of review,published at date,iso date,fecha de la reseña,date de l avis,published date,reviewed at,reviewed on,review submitted,date reviewed,feedback date,datum der bewertung,bewertungsdatum,data della recensione,data da avaliação,data opinii",
    "date,date posted,posted,posted at,posted on,published,published at,published on,date published,created,created at,created on,date created,created date,creation date,date submitted,submission date,submit date,posted date,created time,create time,time created,submitted,submitted at,submitted on,fecha,datum,data,日付,日期,날짜",
    "time,timestamp,datetime,date time",
  ],
  updated_at: ["updated,updated at,update time,last edited,edited at,modified,modified at,date modified,last modified"],
  author: [
    "author,reviewer,reviewer name,author name,author title,autor name,review username,reviewer displayname,reviewer display name,review author,posted by,written by",
    "customer name,customer,patient,patient name,consumer name,consumer displayname,display name,client name,user name,username,autor,auteur,autore,nombre,nombre del paciente,paciente,pacjent,paziente,nome,patiënt,patientin,お名前,名前,姓名,이름",
    "user,name,nickname",
  ],
  last_name: [
    "last name,lastname,surname,family name,reviewer last name,author last name,customer last name,patient last name,client last name,guest last name,nachname,familienname,nom de famille,apellido,apellidos,cognome,sobrenome,apelido,achternaam,nazwisko,фамилия,прізвище,příjmení,efternamn,etternavn,sukunimi,vezetéknév,姓",
  ],
  text: [
    "review text,review,review body,review content,review comment,reseña,opinión,avis,recensione,recenzja,rezension,bewertungstext,opinia,what they said,omdöme,anmeldelse,arvostelu",
    "text,comment,comments,body,content,comentario,commentaire,kommentar,comentário,commento,opmerking,komentarz,comment text,comments text,コメント,口コミ,评论,리뷰",
    "message,feedback,snippet,description",
  ],
  title: ["title,review title,headline,subject,heading"],
  source_id: ["source id,review id,external review id", "id,uuid,external id"],
  source: ["source,site,platform,source of review,review source,review site,review platform,directory"],
  source_url: ["source url,review url,review link,permalink", "url,link"],
  reply: [
    "owner answer,owner reply,owner response,company reply,company response,business response,business reply,review reply,review response,response from owner,response from the owner,response from owner text,response content,antwort des inhabers,réponse du propriétaire,réponse du praticien,respuesta del propietario",
    "reply,response,reply text,reply content,response text,reply comment,answer",
  ],
  reply_date: [
    "reply date,response date,owner answer timestamp datetime utc,reply created utc,company reply date utc,company reply date,replied at,responded at,reply created at,response created at,response published at,response from owner date",
  ],
  language: ["language,lang,review language"],
  location: ["place id,location id,location,store,branch,listing"],
  location_name: ["location name,business name,place name,store name"],
  consent: [
    "consent to publish,consent,permission to publish,publish permission,review permission,may publish,ok to publish,okay to publish,can publish,publication consent,public,is public,share publicly,einwilligung,veröffentlichen,consentement,consentimiento,consenso",
  ],
  status: [
    "review status,moderation status,moderation,publish status,publication status,published status,approval status,visibility,is published,is approved,approved,is visible,curated,review state,is hidden,hidden,is deleted,deleted,is spam,spam,freigegeben,veröffentlicht,publié,approuvé,publicado,aprobado,aprovado,pubblicato,approvato,gepubliceerd,goedgekeurd,opublikowana,zatwierdzona,опубликовано,одобрено",
    "status,estado,statut,stato",
  ],
  verified_by: ["verified by,verification,verification method"],
} as const;

export type FieldName = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]; // Object.keys loses the literal names

/** In --map: no column holds the field. */
const NO_COLUMN = "none";

/** Which column holds which field. An empty name means that no column does, whatever the headers look like. */
export type Columns = { [field in FieldName]?: string };

export const normalizeHeader = (header: string): string =>
  header
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** createdAt, created_at, Created At and CREATEDAT are one name, and so are author.name and Author Name. */
export const keyOf = (header: string): string => normalizeHeader(header).replaceAll(" ", "");

/** A first name, or a name that is one if another column has the last name. */
const FIRST_NAME =
  /^(?:(?:patient|customer|client|reviewer|author|guest)?(?:first|given|fore)?name|(?:patienten)?vorname|prénom|prenom|nombres?|nome|voornaam|imię|imie|имя|імя|jméno|förnamn|fornavn|etunimi|keresztnév|名|名字|名前|이름)$/u;
export const isFirstName = (header: string): boolean => FIRST_NAME.test(keyOf(header));

/** A header that names a field: `rank` is higher if it names it more clearly. */
type Alias = { field: FieldName; rank: number };

const ALIASES = new Map<string, Alias>();
for (const field of FIELD_NAMES) {
  const lists = FIELDS[field];
  for (const [index, list] of lists.entries()) {
    for (const alias of list.split(",")) ALIASES.set(keyOf(alias), { field, rank: lists.length - index });
  }
}

/** A longer end says something else. */
const HEADER_END = 40;
/** "Rating (1-5)", "Score out of 10", "Note /20". */
const STATED =
  /(?:\/\s?|\bout of\s?|\bsur\s?|\bvon\s?|\bde\s?|\b[01]\s?(?:-|–|to|\.\.|à|bis|a)\s?|\bmax(?:imum)?\.?\s?)(\d{1,3}|five|ten)(?:\s?(?:stars?|points?|sterne|étoiles|estrellas))?\s?[)\]]{0,2}$/iu;

/** What a header says about its scale, and the rest of it. */
export function readHeader(header: string): { name: string; best: number | null } {
  const found = STATED.exec(header.slice(-HEADER_END));
  if (!found?.[1]) return { name: header, best: null };
  const best = { five: 5, ten: 10 }[found[1].toLowerCase()] ?? Number(found[1]);
  return { name: header.slice(0, header.length - found[0].length), best };
}

/** Words of a question whether the review may be published: "May we publish your review?". */
const ASKS_CONSENT =
  /\b(?:consent|permission|authori[sz]e|einwilligung|zustimmung|einverst\p{L}*|consent\p{L}*|consens\p{L}*|autoriza\p{L}*|autoris\p{L}*|permiso)\b|\b(?:may|can|could|allow|agree|ok|okay|happy|do you|are you|dürfen|peut on|podemos)\b.*\b(?:publish|publi\p{L}*|share|post|display|show|use|veröffentlich\p{L}*)\b|(?:^|\s)(?:zgod[ayę]\p{L}*|согласи\p{L}*|разрешени\p{L}*|toestemming|samtycke|samtykke|souhlas)(?:\s|$)/u;
/** "Show on website", "Display publicly": whether the review is shown. */
const SAYS_SHOWN =
  /^(?:is |to be )?(?:shown?|display(?:ed)?|publish(?:ed)?|post(?:ed)?|visible|list(?:ed)?|feature[d]?|anzeigen|zeigen|afficher|mostrar|mostra)(?: it| this)? (?:on|in|to|at|publicly|online|auf|sur|en|em|su)(?: |$)/u;
/** "Consent date" says when, not whether. */
const NOT_AN_ANSWER = /\b(?:date|time|at|on|id|url|link|version|datum|fecha)$/u;

const asksConsent = (header: string): boolean => {
  const name = normalizeHeader(header.slice(0, 300));
  return ASKS_CONSENT.test(name) && !NOT_AN_ANSWER.test(name);
};

const saysShown = (header: string): boolean => {
  const name = normalizeHeader(header.slice(0, 100));
  return SAYS_SHOWN.test(name) && !NOT_AN_ANSWER.test(name.replace(/ on$/, ""));
};

export function aliasOf(header: string): Alias | undefined {
  const alias = ALIASES.get(keyOf(header));
  if (alias) return alias;
  if (asksConsent(header)) return { field: "consent", rank: 0.5 };
  if (saysShown(header)) return { field: "status", rank: 0.5 };
  const { name, best } = readHeader(header);
  const stated = best === null ? undefined : ALIASES.get(keyOf(name));
  return stated?.field === "rating" ? stated : undefined;
}

/** Answers that are 0 to 10: how likely someone is to recommend the business. */
const isPromoterScore = (header: string): boolean =>
  /^(?:nps.*|netpromoterscore.*|likelihoodtorecommend|howlikely.*recommend.*|wouldyourecommend.*)$/u.test(
    keyOf(header),
  );

/** The column that --map or the format names for a field; "" or "none" means that there is none. */
export function findGiven(headers: readonly string[], named: string): string | undefined {
  return headers.find((header) => header === named) ?? headers.find((header) => keyOf(header) === keyOf(named));
}

/** Finds the columns by their headers; `given` (from --map or the format) comes first, then the clearest name. */
export function findColumns(headers: readonly string[], given: Columns = {}): Columns {
  const columns: Columns = {};
  const ranks: { [field in FieldName]?: number } = {};
  for (const field of FIELD_NAMES) {
    const named = given[field];
    const found = named === undefined ? undefined : findGiven(headers, named);
    if (found !== undefined) columns[field] = found;
  }
  for (const header of headers) {
    const alias = aliasOf(header);
    if (!alias || given[alias.field] !== undefined || (ranks[alias.field] ?? 0) >= alias.rank) continue;
    ranks[alias.field] = alias.rank;
    columns[alias.field] = header;
  }
  return columns;
}

/**
 * In a table of no known format, "location" may be where the reviewer lives: it is read only if the operator says so. A
 * branch, a store or a business is a listing.
 */
export function withoutHomes(headers: readonly string[], given: Columns): Columns {
  if (given.location === NO_COLUMN) return { location_name: NO_COLUMN, ...given };
  if (given.location !== undefined || given.location_name !== undefined) return given;
  const clear = headers.filter((header) => keyOf(header) !== "location");
  const { location = "", location_name = "" } = findColumns(clear, given);
  return { ...given, location, location_name };
}

/** These columns and no others. */
export const onlyThese = (columns: Columns): Columns =>
  Object.fromEntries(FIELD_NAMES.map((field) => [field, columns[field] ?? ""]));

/** Parses the values of --map, such as rating=Stars. */
export function parseMap(values: readonly string[], usageError: (message: string) => Error): Columns {
  const columns: Columns = {};
  for (const value of values) {
    const [name = "", ...rest] = value.split("=");
    const field = FIELD_NAMES.find((candidate) => candidate === name.trim());
    const header = rest.join("=").trim();
    if (!field || header === "") {
      throw usageError(`--map ${value} is not FIELD=COLUMN, where FIELD is one of ${FIELD_NAMES.join(", ")}`);
    }
    columns[field] = header;
  }
  return columns;
}

// Column names are short. If a row of data is in their place, it may hold more than a log should show.
const showHeaders = (headers: readonly string[]): string =>
  headers
    .slice(0, 30)
    .map((header) => (header.length > 40 ? `${header.slice(0, 39)}…` : header))
    .join(", ");

export function requireColumns(file: string, headers: readonly string[], columns: Columns, map: Columns): void {
  const shown = showHeaders(headers);
  for (const field of FIELD_NAMES) {
    if (map[field] !== undefined && map[field] !== NO_COLUMN && columns[field] === undefined) {
      throw new OperatorError(`${file} has no column ${map[field]}; it has ${shown}`);
    }
  }
  const missing = (["rating", "date"] as const).filter((field) => columns[field] === undefined);
  const promoter = headers.find(isPromoterScore);
  if (missing.includes("rating") && promoter !== undefined) {
    throw new OperatorError(
      `${file} has no rating: ${promoter} says how likely someone is to recommend the business, which is not a review. Export the reviews, or name the question that asks for stars: --map rating=COLUMN`,
    );
  }
  if (missing.length > 0) {
    throw new OperatorError(
      `${file} has no column that looks like ${missing.join(" or ")}; it has ${shown}. Name the column: --map ${missing[0]}=COLUMN`,
    );
  }
}
