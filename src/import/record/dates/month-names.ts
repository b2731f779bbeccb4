/** January to December. Forms that must win (in English "Mar" is March, whatever begins so in Finnish) and forms that a date uses instead of the plain name (Polish, Czech and Russian genitives) follow it. */
const NAMES: Record<string, string> = {
  en: "january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct november|nov december|dec",
  es: "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre",
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
  de: "januar|jänner februar|feber märz april mai juni juli august september oktober november dezember",
  pt: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
  it: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  nl: "januari februari maart|mrt april mei juni juli augustus september oktober november december",
  pl: "styczeń|stycznia luty|lutego marzec|marca kwiecień|kwietnia maj|maja czerwiec|czerwca lipiec|lipca sierpień|sierpnia wrzesień|września październik|października listopad|listopada grudzień|grudnia",
  sv: "januari februari mars april maj juni juli augusti september oktober november december",
  da: "januar februar marts april maj juni juli august september oktober november december",
  no: "januar februar mars april mai juni juli august september oktober november desember",
  fi: "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
  cs: "leden|ledna únor|února březen|března duben|dubna květen|května červen|června červenec|července srpen|srpna září říjen|října listopad|listopadu prosinec|prosince",
  tr: "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
  ro: "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
  ru: "январь|января февраль|февраля март|марта апрель|апреля май|мая июнь|июня июль|июля август|августа сентябрь|сентября октябрь|октября ноябрь|ноября декабрь|декабря",
  uk: "січень|січня лютий|лютого березень|березня квітень|квітня травень|травня червень|червня липень|липня серпень|серпня вересень|вересня жовтень|жовтня листопад|листопада грудень|грудня",
};
const SHORTEST = 3;

const fold = (name: string): string => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whole names, and beginnings that mean one month in every language here: "mar" is March, "jui" could be June or July. */
const MONTHS = new Map<string, number>();
const WHOLE = new Map<string, number>();
for (const names of Object.values(NAMES)) {
  for (const [index, forms] of names.split(" ").entries()) {
    for (const form of forms.split("|").map(fold)) {
      WHOLE.set(form, index + 1);
      for (let length = SHORTEST; length < form.length; length += 1) {
        const start = form.slice(0, length);
        const known = MONTHS.get(start);
        MONTHS.set(start, known === undefined || known === index + 1 ? index + 1 : 0);
      }
    }
  }
}

/** 1 to 12 for the name of a month or a clear beginning of it, in any of the languages; else null. */
export function parseMonth(name: string): number | null {
  const folded = fold(name).replace(/\.$/, "");
  return WHOLE.get(folded) ?? (MONTHS.get(folded) || null);
}
