import type { Profile } from "../model/business.ts";
import type { ProfileEdit } from "../owner/edit-profile.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { countryOptions, typeOptions, zoneOptions } from "./business-choices.ts";
import { selectField } from "./desk-parts.ts";
import type { Form, Visit } from "./visit.ts";
import { PROFILE_WORDS } from "./words/business-words.ts";

const TEXTS = ["name", "url", "telephone", "email", "price_range", "language", "accent_color", "license"] as const;
const LONG_TEXTS = ["description", "summary"] as const;
const LINES = ["opening_hours", "same_as"] as const;
const ADDRESS = ["street_address", "address_locality", "address_region", "postal_code"] as const;
const NAMES = ["full", "first_initial", "initials", "anonymous"] as const;
const DESCRIBED = ["business", "direct", "all"] as const;
/** Empty rows below a list, to add to it. */
const EMPTY_ROWS = 2;
const MOST_ROWS = 500;

function textField(name: string, label: string, value: string, long = false): Markup {
  const field = long
    ? html`<textarea id="${name}" name="${name}" rows="4" dir="auto">${value}</textarea>`
    : html`<input id="${name}" name="${name}" value="${value}" dir="auto" autocomplete="off">`;
  return html`<p class="field"><label for="${name}">${label}</label>${field}</p>`;
}

type ListName = "technicians" | "services";
type Listed = ProfileEdit["technicians"][number] & ProfileEdit["services"][number];

/** One member of the staff, or one service. */
function listRow(visit: Visit, list: ListName, at: number, item: Partial<Listed>): Markup {
  const words = PROFILE_WORDS[visit.language];
  const field = (member: string) => `${list}:${at}:${member}`;
  const more =
    list === "technicians"
      ? textField(field("title"), words.person_title, item.title ?? "")
      : textField(field("description"), words.service_description, item.description ?? "");
  const legend = item.name ?? words.new_one(list === "technicians" ? words.staff : words.service);
  const left = html`<input type="checkbox" name="${field("left")}" value="${item.left === undefined ? "true" : String(item.left)}"${
    item.left === undefined ? null : html` checked`
  }>`;
  const listed =
    list === "technicians"
      ? html`
<label class="choice"><input type="checkbox" name="${field("insights")}" value="true"${
          item.insights === false ? null : html` checked`
        }> <span>${words.listed}</span></label>`
      : null;
  return html`<fieldset><legend dir="auto">${legend}</legend><input type="hidden" name="${field("id")}" value="${item.id ?? ""}">
${textField(field("name"), words.person_name, item.name ?? "")}${more}
${textField(field("aliases"), words.aliases, (item.aliases ?? []).join(", "))}
${textField(field("called_before"), words.called_before, (item.called_before ?? []).join(", "))}
<label class="choice">${left} <span>${words.left}</span></label>${listed}</fieldset>`;
}

function listFields(visit: Visit, list: ListName, items: readonly Partial<Listed>[]): Markup {
  const empty = Array.from({ length: EMPTY_ROWS }, () => ({}));
  return html`${[...items, ...empty].map((item, at) => listRow(visit, list, at, item))}`;
}

function faqFields(visit: Visit, faq: ProfileEdit["faq"]): Markup {
  const words = PROFILE_WORDS[visit.language];
  const rows = [...faq, ...Array.from({ length: EMPTY_ROWS }, () => ({ question: "", answer: "" }))];
  return html`${rows.map(
    ({ question, answer }, at) => html`${textField(`faq:${at}:question`, words.question, question)}
${textField(`faq:${at}:answer`, words.answer, answer, true)}`,
  )}`;
}

const coordinates = (geo: Profile["geo"]): string =>
  geo && Number.isFinite(geo.latitude) && Number.isFinite(geo.longitude) ? `${geo.latitude}, ${geo.longitude}` : "";

/** Every field of the profile that the page edits. */
export function profileFields(visit: Visit, edit: ProfileEdit): Markup {
  const words = PROFILE_WORDS[visit.language];
  const label = (name: string) => words.members[name] ?? name;
  const names = NAMES.map((value) => ({ value, label: words.names[value] }));
  const described = DESCRIBED.map((value) => ({ value, label: words.described[value] }));
  return html`${TEXTS.map((name) => textField(name, label(name), edit[name] ?? ""))}
${selectField({ name: "type", label: label("type") }, edit.type, typeOptions(visit))}
${selectField({ name: "time_zone", label: label("time_zone") }, edit.time_zone, zoneOptions())}
${ADDRESS.map((name) => textField(name, label(name), edit.address?.[name] ?? ""))}
${selectField({ name: "address_country", label: label("address_country") }, edit.address?.address_country ?? "", countryOptions(visit))}
${textField("geo", label("geo"), coordinates(edit.geo))}
${LONG_TEXTS.map((name) => textField(name, label(name), edit[name] ?? "", true))}
${LINES.map((name) => textField(name, label(name), edit[name].join("\n"), true))}
${selectField({ name: "privacy", label: label("privacy") }, edit.privacy, names)}
${selectField({ name: "structured_data", label: label("structured_data") }, edit.structured_data, described)}
<section><h2>${words.staff}</h2><p class="note">${words.staff_note}</p>${listFields(visit, "technicians", edit.technicians)}</section>
<section><h2>${words.service}</h2>${listFields(visit, "services", edit.services)}
${textField("service_areas", label("service_areas"), edit.service_areas.map(({ name }) => name).join("\n"), true)}</section>
<section><h2>${label("faq")}</h2><p class="note">${words.faq_note}</p>${faqFields(visit, edit.faq)}</section>`;
}

/** The stored profile, as the form shows it. */
export const editOf = (profile: Profile): ProfileEdit => ({ ...profile, privacy: profile.privacy.names });

const text = (form: Form, name: string): string => (form.get(name) ?? "").replace(/\r\n?/g, "\n").trim();
const orNull = (value: string): string | null => (value === "" ? null : value);
const splitAt = (value: string, sign: RegExp): string[] =>
  value
    .split(sign)
    .map((part) => part.trim())
    .filter((part) => part !== "");

function readList(form: Form, list: ListName): Listed[] {
  const items: Listed[] = [];
  for (let at = 0; at < MOST_ROWS && form.has(`${list}:${at}:name`); at += 1) {
    const of_row = (member: string) => text(form, `${list}:${at}:${member}`);
    if (of_row("name") === "") continue;
    const id = of_row("id");
    const called_before = splitAt(of_row("called_before"), /,/);
    const left = of_row("left");
    items.push({
      ...(id === "" ? {} : { id }),
      name: of_row("name"),
      title: orNull(of_row("title")),
      description: orNull(of_row("description")),
      aliases: splitAt(of_row("aliases"), /,/),
      ...(called_before.length > 0 ? { called_before } : {}),
      insights: form.has(`${list}:${at}:insights`),
      ...(left === "" ? {} : { left: left === "true" ? (true as const) : left }),
    });
  }
  return items;
}

/** "45.52, -122.68", as maps copy it. What cannot be read is refused when it is saved. */
function readCoordinates(value: string): Profile["geo"] {
  if (value === "") return null;
  const parts = splitAt(value, /[,;\s]+/).map(Number);
  const [latitude = Number.NaN, longitude = Number.NaN] = parts.length === 2 ? parts : [];
  return { latitude, longitude };
}

function readFaq(form: Form): Profile["faq"] {
  const faq: Profile["faq"] = [];
  for (let at = 0; at < MOST_ROWS && form.has(`faq:${at}:question`); at += 1) {
    const [question, answer] = [text(form, `faq:${at}:question`), text(form, `faq:${at}:answer`)];
    if (question !== "" || answer !== "") faq.push({ question, answer });
  }
  return faq;
}

/** What was typed. It is checked when it is saved. */
export function readEdit(form: Form, before: Profile): ProfileEdit {
  const texts = Object.fromEntries([...TEXTS, ...LONG_TEXTS].map((name) => [name, orNull(text(form, name))]));
  const address = Object.fromEntries([...ADDRESS, "address_country"].map((name) => [name, orNull(text(form, name))]));
  const has_address = Object.values(address).some((value) => value !== null);
  const areas = splitAt(text(form, "service_areas"), /\n/).map((name) => {
    const known = before.service_areas.find((area) => area.name === name);
    return known ? { id: known.id, name } : { name };
  });
  const edit = {
    ...texts,
    name: text(form, "name"),
    language: text(form, "language"),
    type: text(form, "type"),
    time_zone: text(form, "time_zone"),
    address: has_address ? address : null,
    geo: readCoordinates(text(form, "geo")),
    structured_data: DESCRIBED.find((name) => name === form.get("structured_data")) ?? before.structured_data,
    faq: readFaq(form),
    opening_hours: splitAt(text(form, "opening_hours"), /\n/),
    same_as: splitAt(text(form, "same_as"), /\n/),
    privacy: NAMES.find((name) => name === form.get("privacy")) ?? before.privacy.names,
    technicians: readList(form, "technicians").map(({ description: _, ...person }) => person),
    services: readList(form, "services").map(({ title: _, insights: __, ...service }) => service),
    service_areas: areas,
  };
  return edit as ProfileEdit; // saving checks every member with the schema
}
