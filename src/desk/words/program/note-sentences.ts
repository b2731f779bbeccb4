/** What the program notes about a file that it read. See file-sentences.ts. */
export const NOTE_SENTENCES: readonly (readonly [program: string, es: string, en?: string])[] = [
  [
    "there is no business profile yet: dates are read in UTC and no mentions are found. Set it with candor business FILE, then import again",
    "todavía no hay perfil del negocio: las fechas se leen en UTC y no se encuentran menciones. Configúralo antes en Hoy",
    "there is no business profile yet: dates are read in UTC and no mentions are found. Set it up first, on Today",
  ],
  [
    "{} that a source brought {} now yours, too: the source has to ask before it changes {}",
    "{1} que trajo una fuente: desde ahora también es cosa tuya, y la fuente tiene que preguntar antes de cambiar algo",
  ],
  [
    "this complete export is older than the last one of its listing ({}; the last was {}): {} left alone, nothing was added, changed or deleted",
    "esta exportación completa es anterior a la última de su ficha ({1}; la última fue {2}): {3} sin tocar, no se añadió, cambió ni retiró nada",
  ],
  [
    "this folder does not say when it was exported, and its newest review ({}) is older than the last complete export ({}): say when with --exported-at TIME, or import the zip. Nothing was changed",
    "esta carpeta no dice cuándo se exportó, y su opinión más nueva ({1}) es anterior a la última exportación completa ({2}): sube el zip. No se cambió nada",
    "this folder does not say when it was exported, and its newest review ({1}) is older than the last complete export ({2}): upload the zip. Nothing was changed",
  ],
  [
    "{} says it has {} reviews but contains {}: it is incomplete. Fetch the other pages",
    "{1} dice que tiene {2} opiniones, pero contiene {3}: está incompleto. Descarga las otras páginas",
  ],
  [
    "{} was read as {}, by its content: --encoding NAME overrides this",
    "{1} se leyó como {2}, por su contenido. Se puede cambiar en «Cómo se lee el archivo»",
    "{1} was read as {2}, by its content. How the file is read can be changed below",
  ],
  ["{} is read for consent: {}", "{1}: se lee como acuerdo para publicar: {2}"],
  ["{} has {} above the column names: skipped", "{1} tiene {2} encima de los nombres de las columnas: se saltan"],
  ["{} has totals in row {}: skipped", "{1} tiene totales en la fila {2}: se salta"],
  ["{} has several sheets: {} was read", "{1} tiene varias hojas: se leyó {2}"],
  ["{} has {}: left out", "{1} tiene {2}: se dejan fuera"],
  [
    "{} has dates such as {} (row {}): they were read with the {} first, because {}. --dates {} reads them the other way",
    "{1} tiene fechas como {2} (fila {3}): se leyó primero {4}, porque {5}. Se puede cambiar en «Cómo se lee el archivo»",
    "{1} has dates such as {2} (row {3}): they were read with the {4} first, because {5}. How the file is read can be changed below",
  ],
  ["month", "el mes"],
  ["day", "el día"],
  ["the other reading is in the future", "la otra lectura está en el futuro"],
  ["the other reading is after its own reply or edit", "la otra lectura es posterior a su propia respuesta o edición"],
  ["the column {} says so", "lo dice la columna {1}"],
  ["the rows are in order that way", "así las filas están en orden"],
  ["{} rows", "{1} filas"],
  ["1 row", "1 fila"],
  ["{} hidden rows", "{1} filas ocultas"],
  ["1 hidden row", "1 fila oculta"],
  ["{} reviews", "{1} opiniones"],
  ["1 review", "1 opinión"],
  ["a folder", "una carpeta"],
  ["no ordinary file", "un archivo que no es corriente"],
];
