/**
 * Sentences of the program about a file, and how the desk says them: in Spanish, and in English where the program names
 * a command. {} stands for a value; {1} is the first one.
 */
export const FILE_SENTENCES: readonly (readonly [program: string, es: string, en?: string])[] = [
  // rows
  ["neither a rating nor a recommendation", "no tiene puntuación ni recomendación"],
  ["the entry is not a review", "la entrada no es una opinión"],
  ["the entry is {}, not a review", "la entrada es {1}, no una opinión"],
  ["the entry is not an object", "la entrada no es un objeto"],
  ["no rating (STAR_RATING_UNSPECIFIED)", "sin puntuación"],
  ["no rating", "sin puntuación"],
  ["no date", "sin fecha"],
  ["rating {} is not understood", "no se entiende la puntuación {1}"],
  ["rating {} of {} is not a whole star", "la puntuación {1} sobre {2} no es un número entero de estrellas"],
  [
    "rating {} on a scale of {} is not a whole number from 1 to 5",
    "la puntuación {1} sobre {2} no es un número entero del 1 al 5",
  ],
  ["rating {} is not a whole number from 1 to 5", "la puntuación {1} no es un número entero del 1 al 5"],
  ["date {} is not understood", "no se entiende la fecha {1}"],
  ["date {} is not a calendar date", "la fecha {1} no existe en el calendario"],
  ["date {} is in the future", "la fecha {1} está en el futuro"],
  ["time {} is in the future", "la hora {1} está en el futuro"],
  ["time {} is not an RFC 3339 time", "la hora {1} no está bien escrita"],
  [
    "date {} is before 1995, when there were no online reviews",
    "la fecha {1} es anterior a 1995, cuando no había opiniones en línea",
  ],
  [
    "date {} counts from a day that the file does not name: export the reviews with their dates",
    "la fecha {1} se cuenta desde un día que el archivo no dice: exporta las opiniones con sus fechas",
  ],
  ["text is the spreadsheet error {}", "el texto es el error de hoja de cálculo {1}"],
  [
    "column {} says {}: the review is not public at its source",
    "la columna {1} dice {2}: la opinión no es pública en su fuente",
  ],
  ["the review is not public at its source", "la opinión no es pública en su fuente"],
  ["the author did not agree to publication", "el autor no aceptó la publicación"],
  ["{} has {} characters; the limit is {}", "{1} tiene {2} caracteres; el máximo es {3}"],
  [
    "the row has {} cells but the header has {}: put quotes around text that contains the delimiter",
    "la fila tiene {1} celdas y el encabezado {2}: pon entre comillas el texto que contiene el separador",
  ],
  [
    "the row contains �, which replaces letters that were lost: export it again as UTF-8",
    "la fila contiene �, que está en lugar de letras perdidas: expórtala de nuevo como UTF-8",
  ],
  // files that cannot be used
  ["{} does not exist: check the path", "{1} no existe: revisa la ruta"],
  ["{} is not a file", "{1} no es un archivo"],
  ["{} is empty: export it again", "{1} está vacío: expórtalo de nuevo"],
  ["{} cannot be read ({})", "{1} no se puede leer ({2})"],
  ["{} has no rows: export it again", "{1} no tiene filas: expórtalo de nuevo"],
  ["{} is a table, not {}: remove --format", "{1} es una tabla, no {2}"],
  [
    "{} is not {} between bytes {} and {}: save it as UTF-8",
    "{1} no es {2} entre los bytes {3} y {4}: guárdalo como UTF-8",
  ],
  [
    "{} contains a NUL after byte {}: it is damaged or not text. Export it again as UTF-8",
    "{1} contiene un NUL después del byte {2}: está dañado o no es texto. Expórtalo de nuevo como UTF-8",
  ],
  [
    "{} is protected with a password: open it and save it without one",
    "{1} está protegido con contraseña: ábrelo y guárdalo sin ella",
  ],
  ["{} is protected with a password: save it without one", "{1} está protegido con contraseña: guárdalo sin ella"],
  ["{}: open it and save it as .xlsx or CSV", "{1}: ábrelo y guárdalo como .xlsx o CSV"],
  [
    "{} or has a password: open it and save it as .xlsx or CSV without a password",
    "{1} o tiene contraseña: ábrelo y guárdalo como .xlsx o CSV sin contraseña",
  ],
  ["{} is an old Excel workbook (.xls)", "{1} es un libro de Excel antiguo (.xls)"],
  [
    "{} is a binary Excel workbook (.xlsb): open it and save it as .xlsx",
    "{1} es un libro de Excel binario (.xlsb): ábrelo y guárdalo como .xlsx",
  ],
  [
    "{} is a gzip archive: unpack it and give the file or folder inside",
    "{1} es un archivo gzip: descomprímelo y da el archivo de dentro",
  ],
  ["{} is a PDF: export the reviews as CSV or JSON", "{1} es un PDF: exporta las opiniones como CSV o JSON"],
  [
    "{} is a binary file: give a CSV, JSON or spreadsheet file, a saved web page or a Takeout zip",
    "{1} es un archivo binario: da un CSV, un JSON, una hoja de cálculo, una página web guardada o un zip de Takeout",
  ],
  [
    "{} comes from a demonstration, whose reviews are made up: import your own reviews",
    "{1} viene de una demostración, cuyas opiniones son inventadas: importa tus propias opiniones",
  ],
  [
    "{} has no rows that look like reviews: each needs a rating and a date. If they have unusual names, use --format json with --map",
    "{1} no tiene filas que parezcan opiniones: cada una necesita una puntuación y una fecha",
    "{1} has no rows that look like reviews: each needs a rating and a date",
  ],
  ["{} is {}: no reviews can be read from it", "{1} es {2}: no se pueden leer opiniones de ahí"],
  ["a web page without JSON-LD", "una página web sin datos de opiniones (JSON-LD)"],
  [
    "a WordPress export (WXR) of posts and comments, without ratings: export the reviews of your plugin as CSV",
    "una exportación de WordPress (WXR) de entradas y comentarios, sin puntuaciones: exporta en CSV las opiniones de tu plugin",
  ],
  [
    "an RSS feed, without ratings: export the reviews as CSV or JSON",
    "un canal RSS, sin puntuaciones: exporta las opiniones como CSV o JSON",
  ],
  [
    "an Atom feed, without ratings: export the reviews as CSV or JSON",
    "un canal Atom, sin puntuaciones: exporta las opiniones como CSV o JSON",
  ],
  [
    "an XML file of an unknown kind: export the reviews as CSV or JSON",
    "un archivo XML de un tipo desconocido: exporta las opiniones como CSV o JSON",
  ],
  [
    "{} is too large for a web page: the limit is 32 MB",
    "{1} es demasiado grande para una página web: el máximo es 32 MB",
  ],
  ["{} is not UTF-8, as JSON must be: save it as UTF-8", "{1} no es UTF-8, como debe ser un JSON: guárdalo como UTF-8"],
  [
    "{} is not UTF-8 and its encoding is not known: {}",
    "{1} no es UTF-8 y no se conoce su codificación: guárdalo como UTF-8",
    "{1} is not UTF-8 and its encoding is not known: save it as UTF-8",
  ],
  [
    "{} looks like {} but has bytes that are no letters of it: {}",
    "{1} parece {2}, pero tiene bytes que no son letras de esa codificación: guárdalo como UTF-8",
    "{1} looks like {2} but has bytes that are no letters of it: save it as UTF-8",
  ],
  [
    '{} contains reviews that you wrote about other businesses (Maps, your places): export "Google Business Profile" from Takeout instead',
    "{1} contiene opiniones que escribiste sobre otros negocios (Maps, tus lugares): exporta «Perfil de Empresa de Google» en Takeout",
  ],
  [
    '{} comes from the Google Places API, which gives at most five reviews of a place and does not allow storing them: export "Google Business Profile" from Google Takeout instead',
    "{1} viene de la API de Google Places, que da como máximo cinco opiniones de un lugar y no permite guardarlas: exporta «Perfil de Empresa de Google» en Google Takeout",
  ],
  [
    "{} cannot be read ({}): give the Takeout zip, or a folder without links",
    "{1} no se puede leer ({2}): sube el zip de Takeout",
    "{1} cannot be read ({2}): upload the Takeout zip",
  ],
  [
    "{} has no location-*/reviews*.json: give the unpacked Takeout folder",
    "{1} no tiene location-*/reviews*.json: sube el zip de Takeout tal cual",
  ],
  [
    "{} has no Google Business Profile reviews and no table (CSV, JSON or a spreadsheet) in it",
    "{1} no contiene opiniones del Perfil de Empresa de Google ni ninguna tabla (CSV, JSON u hoja de cálculo)",
  ],
  [
    "{} has {} tables: {}{}. Unpack it and give the one with the reviews",
    "{1} tiene {2} tablas: {3}. Descomprímelo y sube la que tiene las opiniones",
    "{1} has {2} tables: {3}. Unpack it and upload the one with the reviews",
  ],
  ["{} cannot be unpacked: download it again", "{1} no se puede descomprimir: descárgalo de nuevo"],
  ["{} cannot be unpacked ({}): download it again", "{1} no se puede descomprimir ({2}): descárgalo de nuevo"],
  ["{}: {} is larger than 128 MB: unpack it first", "{1}: {2} tiene más de 128 MB: descomprímelo antes"],
  ["{} is a zip in a zip: unpack it first", "{1} es un zip dentro de un zip: descomprímelo antes"],
  [
    "{} was refused: the path of an entry leaves the archive ({})",
    "{1} se rechazó: la ruta de una entrada sale del archivo ({2})",
  ],
  ["{} is a truncated or damaged zip: download it again", "{1} es un zip incompleto o dañado: descárgalo de nuevo"],
  [
    "{} has more than {} entries: give the folder instead",
    "{1} tiene más de {2} entradas: descomprímelo y sube solo el archivo de las opiniones",
  ],
  [
    "{} was refused: {} unpacks to far more data than it should (a zip bomb). Nothing was imported",
    "{1} se rechazó: {2} se descomprime en muchos más datos de los debidos (una bomba zip). No se importó nada",
  ],
  ["{} has no sheets: save it again", "{1} no tiene hojas: guárdalo de nuevo"],
  ["{} has no sheet {}; it has {}", "{1} no tiene la hoja {2}; tiene {3}"],
  ["{} is a damaged spreadsheet: save it again", "{1} es una hoja de cálculo dañada: guárdala de nuevo"],
  ["{} is a damaged Excel workbook: save it again", "{1} es un libro de Excel dañado: guárdalo de nuevo"],
  ["{} is damaged: {}. Save it again", "{1} está dañado: {2}. Guárdalo de nuevo"],
  [
    "its XML has a document type, which no spreadsheet needs",
    "su XML tiene un tipo de documento, que ninguna hoja de cálculo necesita",
  ],
  ["its XML is not nested properly", "su XML no está bien anidado"],
  ["a part of its XML is larger than 4 MB", "una parte de su XML tiene más de 4 MB"],
  ["its XML ends too early", "su XML termina antes de tiempo"],
  [
    "{} is a broken table: its first line, which should hold the column names, is longer than {} bytes",
    "{1} es una tabla dañada: su primera línea, que debería tener los nombres de las columnas, pasa de {2} bytes",
  ],
  [
    "{} is a broken table at row {}: a cell of it contains another row, so a quote is missing or in the wrong place. Correct it, or export the file again",
    "{1} es una tabla dañada en la fila {2}: una de sus celdas contiene otra fila, así que falta una comilla o está mal puesta. Corrígela o exporta el archivo de nuevo",
  ],
  ["{} is a broken table at line {}: {}", "{1} es una tabla dañada en la línea {2}: {3}"],
  ["{} is a broken table: {}", "{1} es una tabla dañada: {2}"],
  ["it has a row {}", "tiene una fila {1}"],
  ["it has more than {} rows", "tiene más de {1} filas"],
  ["row {} has more than {} columns", "la fila {1} tiene más de {2} columnas"],
  ["row {} is larger than 1 MB", "la fila {1} tiene más de 1 MB"],
  ["row {} is repeated {} times", "la fila {1} se repite {2} veces"],
  [
    "a cell begins with a quote that is never closed. Close it, or export the file again",
    "una celda empieza con una comilla que nunca se cierra. Ciérrala o exporta el archivo de nuevo",
  ],
  [
    'a cell that begins with a quote at line {} has a quote before its end. Write a quote inside a quoted cell twice ("")',
    'una celda que empieza con una comilla en la línea {1} tiene otra antes de su final. Escribe dos veces ("") una comilla dentro de una celda entre comillas',
  ],
  ["a row is larger than 1 MB (is a quote not closed?)", "una fila tiene más de 1 MB (¿falta cerrar una comilla?)"],
  [
    "{} is broken JSON at line {}, column {}: {}. Export the file again",
    "{1} es un JSON dañado en la línea {2}, columna {3}: {4}. Exporta el archivo de nuevo",
  ],
  ["the file ends too early", "el archivo termina antes de tiempo"],
  ["one value is larger than 64 MB", "un valor tiene más de 64 MB"],
  [
    "the file ends in the middle of the value that begins here",
    "el archivo termina en medio del valor que empieza aquí",
  ],
  ["values are nested more than {} deep", "los valores están anidados en más de {1} niveles"],
  [
    "one row, or the document around the rows, has more than 2 million values",
    "una fila, o el documento alrededor de las filas, tiene más de 2 millones de valores",
  ],
  ["a text is longer than 4 MB", "un texto tiene más de 4 MB"],
  ["expected a member name in quotes", "falta el nombre de un miembro entre comillas"],
  [
    "{} has lost letters in {} of {} rows (they contain �): it was converted wrongly. Export it again as UTF-8",
    "{1} perdió letras en {2} de {3} filas (contienen �): se convirtió mal. Expórtalo de nuevo como UTF-8",
  ],
  [
    "{} has mojibake in {} of {} rows (letters such as Ã³ for ó): it was encoded as UTF-8 twice. Export it again as UTF-8",
    "{1} tiene letras mal codificadas en {2} de {3} filas (como Ã³ por ó): se codificó dos veces en UTF-8. Expórtalo de nuevo como UTF-8",
  ],
  ["does not say which listing it belongs to", "no dice de qué ficha es"],
  ["{} has no listing {}; it has {}", "{1} no tiene la ficha {2}; tiene {3}"],
  [
    "{} names more than {} listings: map location to another column",
    "{1} nombra más de {2} fichas: elige otra columna para la ficha",
    "{1} names more than {2} listings: choose another column for the listing",
  ],
  ["{} has no column {}; it has {}", "{1} no tiene la columna {2}; tiene {3}"],
  ["{} has no column {}: check --consent", "{1} no tiene la columna {2}", "{1} has no column {2}"],
  ["{} has no member {}: check --map {}={}", "{1} no tiene el campo {2}", "{1} has no field {2}"],
  [
    "{} has no rating: {} says how likely someone is to recommend the business, which is not a review. Export the reviews, or name the question that asks for stars: --map rating=COLUMN",
    "{1} no tiene puntuación: {2} dice con qué probabilidad alguien recomendaría el negocio, y eso no es una opinión. Exporta las opiniones o elige la columna que pide estrellas",
    "{1} has no rating: {2} says how likely someone is to recommend the business, which is not a review. Export the reviews, or choose the column that asks for stars",
  ],
  [
    '{} has dates such as "3 weeks ago" in column {}, which count from a day that the file does not name. Export the reviews with their dates',
    "{1} tiene fechas como «hace 3 semanas» en la columna {2}, que se cuentan desde un día que el archivo no dice. Exporta las opiniones con sus fechas",
  ],
  [
    "{} mixes dates with the {} first ({}) and the {} first ({}), so others can be read two ways ({}): write all dates as YYYY-MM-DD, or use --dates mdy or --dates dmy for those",
    "{1} mezcla fechas con día y mes en distinto orden ({3}; {5}), así que otras se pueden leer de dos maneras ({6}): escribe todas como AAAA-MM-DD, o elige abajo el orden de día y mes",
    "{1} mixes dates with the {2} first ({3}) and the {4} first ({5}), so others can be read two ways ({6}): write all dates as YYYY-MM-DD, or choose the order of day and month below",
  ],
  [
    "{} has the format {}, whose ratings are out of five: remove --scale",
    "{1} tiene el formato {2}, cuyas puntuaciones son sobre cinco: no elijas otra escala",
    "{1} has the format {2}, whose ratings are out of five: choose no other scale",
  ],
  ["{} is not a workbook: remove --sheet", "{1} no es un libro de hojas"],
  [
    "the thread that prepares rows died ({}): run the import again",
    "se interrumpió la preparación de las filas ({1}): inténtalo de nuevo",
    "the preparation of the rows was interrupted ({1}): try again",
  ],
  [
    "the data kept changing during the import: run the import again",
    "los datos cambiaban durante la importación: inténtalo de nuevo",
    "the data kept changing during the import: try again",
  ],
  [
    "{} of {} stored reviews are missing from this export and would be deleted; nothing was changed. If they were really deleted at the source, run again with --yes",
    "en esta exportación faltan {1} de {2} opiniones guardadas, que se retirarían; no se cambió nada",
    "{1} of {2} stored reviews are missing from this export and would be deleted; nothing was changed",
  ],
];
