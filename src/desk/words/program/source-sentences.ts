/** What the program says about sources and logos. See file-sentences.ts. */
export const SOURCE_SENTENCES: readonly (readonly [program: string, es: string, en?: string])[] = [
  // a source that is added
  [
    "a name has up to 40 letters, digits, dots, dashes and underscores, and begins with a letter or digit",
    "un nombre tiene hasta 40 letras (sin acentos), cifras, puntos, guiones y guiones bajos, sin espacios, y empieza por una letra o cifra",
  ],
  [
    "{} is a command of candor sync: choose another name",
    "{1} es una palabra reservada: elige otro nombre",
    "{1} is a reserved word: choose another name",
  ],
  [
    "its parameter {} looks like a secret, and URLs are stored: put the secret into SYNC_SECRET_NAME and use --header",
    "su parámetro {1} parece un secreto, y las direcciones se guardan: quien administra el servidor puede añadir esta fuente sin mostrarlo",
    "its parameter {1} looks like a secret, and addresses are stored: whoever runs the server can add this source without showing it",
  ],
  [
    "it must have at most 2048 characters",
    "la dirección debe tener como máximo 2048 caracteres",
    "the address must have at most 2048 characters",
  ],
  [
    "it must be printable ASCII without spaces",
    "la dirección no debe tener espacios ni letras con acento",
    "the address must have no spaces and only plain letters",
  ],
  [
    "it must begin with https:// and a host",
    "la dirección debe empezar por https:// y un nombre",
    "the address must begin with https:// and a name",
  ],
  [
    "it must not have a fragment",
    "la dirección no debe tener nada detrás de #",
    "the address must have nothing after a #",
  ],
  [
    "it must not contain credentials",
    "la dirección no debe contener usuario ni contraseña",
    "the address must not contain a user or a password",
  ],
  [
    "its host or port is malformed",
    "el nombre o el puerto de la dirección está mal escrito",
    "the name or the port of the address is malformed",
  ],
  [
    "its port must be 443 or one of {}",
    "el puerto de la dirección debe ser 443 o uno de {1}",
    "the port of the address must be 443 or one of {1}",
  ],
  [
    "its host must be a name, not an address",
    "la dirección debe tener un nombre, no un número",
    "the address must have a name, not a number",
  ],
  [
    "its host must be a public name: at least two labels of a-z, 0-9, _ and -",
    "la dirección debe tener un nombre público, como reviews.example.com",
    "the address must have a public name, such as reviews.example.com",
  ],
  [
    "it must not be this service",
    "la dirección no debe ser la de este servicio",
    "the address must not be that of this service",
  ],
  [
    "its host is under a domain that is not public",
    "el nombre de la dirección no es público",
    "the name of the address is not public",
  ],
  // a logo
  [
    "the picture is damaged or cut off: save the picture again",
    "la imagen está dañada o incompleta: guárdala de nuevo",
  ],
  [
    "the picture is neither a PNG nor a JPEG picture, whatever its name says",
    "la imagen no es PNG ni JPEG, diga lo que diga su nombre",
  ],
  ["the picture is too large: the limit is 100 KB", "la imagen es demasiado grande: el máximo es 100 KB"],
  [
    "the picture is {} × {} pixels: each side must have {} to {}",
    "la imagen tiene {1} × {2} píxeles: cada lado debe tener de {3} a {4}",
  ],
  [
    "the picture was sent while somebody else saved: send it again",
    "la imagen llegó mientras otra persona guardaba: envíala de nuevo",
  ],
  ["the picture was not chosen", "no se eligió ninguna imagen"],
  ["the picture could not be received, or is too large", "la imagen no se pudo recibir o es demasiado grande"],
  ["{} is not a folder: write its whole path", "{1} no es una carpeta: escribe su ruta completa"],
  ["there is already a source {}: choose another name", "ya hay una fuente {1}: elige otro nombre"],
  ["there is no source {}", "no hay ninguna fuente {1}"],
  [
    "this desk may read no folder: the setting DESK_FOLDERS names those that it may read",
    "este escritorio no puede leer carpetas: el ajuste DESK_FOLDERS dice cuáles puede leer",
  ],
  ["this desk may read only folders that exist in {}", "este escritorio solo puede leer carpetas que existan en {1}"],
  // a source that is read
  [
    "the folder {} does not exist or is not mounted: no review was removed",
    "la carpeta {1} no existe o su disco no está conectado: no se retiró ninguna opinión",
  ],
  [
    "the folder {} cannot be read by this user ({}): no review was removed",
    "este usuario no puede leer la carpeta {1} ({2}): no se retiró ninguna opinión",
  ],
  [
    "{} is older than the newest complete export of its listing: nothing was changed",
    "{1} es anterior a la exportación completa más nueva de su ficha: no se cambió nada",
  ],
  [
    "{} changed while it was read: the next run reads it again",
    "{1} cambió mientras se leía: la próxima lectura lo lee de nuevo",
  ],
  ["{} cannot be read by this user ({})", "este usuario no puede leer {1} ({2})"],
  ["{} has more than {} rows", "{1} tiene más de {2} filas"],
  [
    "{}. {} in the source: candor sync remove {}, then candor sync add it again with {}",
    "Un archivo deja algo abierto. Súbelo en Importar, donde se puede responder",
    "A file leaves something open. Upload it on Import reviews, where that can be answered",
  ],
  ["every row was rejected, the first because: {}", "se rechazaron todas las filas, la primera porque: {1}"],
  ["{} (and {} more)", "{1} (y {2} más)"],
  [
    "{} of {} reviews are missing at the source, and none of them was removed. If they were really removed there, run candor sync {} --yes",
    "en la fuente faltan {1} de {2} opiniones, y no se retiró ninguna. Si de verdad se retiraron allí, confírmalo en Fuentes",
    "{1} of {2} reviews are missing at the source, and none of them was removed. If they were really removed there, confirm it on Sources",
  ],
  ["{} erased, as the origin asks", "{1} borradas, como pide su origen"],
  [
    "{} that the origin erased or withholds wait for you: candor waiting",
    "{1} que su origen borró o retiene te esperan en Te esperan",
    "{1} that the origin erased or withholds wait for you",
  ],
  [
    "a row that was rejected does not say which review it is: nothing was removed this time",
    "una fila rechazada no dice de qué opinión es: esta vez no se retiró nada",
  ],
  [
    "{} missing at the source: removed if still missing {} hours after that was first seen",
    "{1} faltan en la fuente: se retiran si siguen faltando {2} horas después de notarse",
  ],
  ["the source redirects to nowhere: check the URL", "la fuente redirige a ninguna parte: revisa la dirección"],
  [
    "the source redirects to an address without https: use the URL that it should have",
    "la fuente redirige a una dirección sin https: usa la dirección correcta",
  ],
  [
    "the source redirects to an address that is refused: {}",
    "la fuente redirige a una dirección que no se admite: {1}",
  ],
  ["the URL is refused: {}", "la dirección no se admite: {1}"],
  ["the source redirects more than {} times", "la fuente redirige más de {1} veces"],
  ["its name was not found: check the URL and the network", "no se encontró su nombre: revisa la dirección y la red"],
  [
    "its name leads to a private address, which is refused",
    "su nombre lleva a una dirección privada, que no se admite",
  ],
  ["no connection could be made", "no se pudo conectar"],
  ["the connection was closed", "se cerró la conexión"],
  ["the answer is not HTTP", "la respuesta no es HTTP"],
  ["it did not answer in time", "no respondió a tiempo"],
  [
    "its certificate is not trusted, expired or for another name",
    "su certificado no es de confianza, caducó o es de otro nombre",
  ],
  [
    "the answer is larger than 32 MiB, or than 256 MiB unpacked",
    "la respuesta pasa de 32 MiB, o de 256 MiB descomprimida",
  ],
  ["the answer was cut off", "la respuesta se cortó"],
  [
    "the answer is compressed in a way that is not supported",
    "la respuesta está comprimida de un modo que no se admite",
  ],
  [
    "the answer repeats the secret of the request: nothing was kept",
    "la respuesta repite el secreto de la petición: no se guardó nada",
  ],
  ["the process was stopped", "el proceso se detuvo"],
  ["it answered {}: check the secret and what it may read", "respondió {1}: revisa el secreto y lo que puede leer"],
  [
    "it answered {}: check the URL. No review was removed",
    "respondió {1}: revisa la dirección. No se retiró ninguna opinión",
  ],
  ["it answered 429, too many requests", "respondió 429, demasiadas peticiones"],
  ["it answered 304 to a request without conditions", "respondió 304 a una petición sin condiciones"],
  ["{} and asked to wait", "{1} y pidió esperar"],
  ["it answered {}", "respondió {1}"],
  [
    "the origin's list of removed reviews {}: nothing was changed",
    "la lista de opiniones retiradas del origen {1}: no se cambió nada",
  ],
  ["is not JSON, or too large", "no es JSON o es demasiado grande"],
  ["has no list that can be read", "no tiene una lista que se pueda leer"],
  ["the run ended unexpectedly: the log says why", "la lectura terminó de forma inesperada: el registro dice por qué"],
  [
    "SYNC_SECRET_{}_FILE {}: {}. No request was made",
    "El archivo de SYNC_SECRET_{1}_FILE no sirve: {2}; {3}. No se hizo ninguna petición",
  ],
  ["names no file", "no existe"],
  ["check the path", "revisa la ruta"],
  ["may be used by other users of this machine", "pueden usarlo otros usuarios de este equipo"],
  ["run chmod 600 on it", "ejecuta chmod 600 con él"],
  ["cannot be read by this user", "este usuario no puede leerlo"],
  ["give the file to the user that runs Candor", "da el archivo al usuario que ejecuta Candor"],
  [
    "neither SYNC_SECRET_{} nor SYNC_SECRET_{}_FILE is set: set one of them. No request was made",
    "falta el ajuste SYNC_SECRET_{1} (o SYNC_SECRET_{2}_FILE). No se hizo ninguna petición",
  ],
  [
    "the value of SYNC_SECRET_{} cannot be a header: it is empty, or has a line break or a space at an end. No request was made",
    "el valor de SYNC_SECRET_{1} no sirve: está vacío, o tiene un salto de línea o un espacio en un extremo. No se hizo ninguna petición",
  ],
  // what a source asks for
  ["{} erased it at its author's request; {}", "{1} la borró porque lo pidió su autor; {2}"],
  ["{} withholds it for a legal reason; {}", "{1} la retiene por motivo legal; {2}"],
  ["you also have it from elsewhere", "tú también la tienes de otra parte"],
  ["it erased or withheld many reviews within 30 days", "borró o retuvo muchas opiniones en 30 días"],
  ["{} has it with another {}, and did not bring it alone", "{1} la tiene con otros datos, y no la trajo sola"],
  [
    "start a server with ROLE both or worker, or run candor sync by cron",
    "inicia un servidor con ROLE both o worker, o lee las fuentes a mano en Fuentes",
    "start a server with ROLE both or worker, or run the sources by hand on Sources",
  ],
  ["{} was to be read at {}, and no server did", "{1} tocaba leerla a las {2}, y ningún servidor lo hizo"],
  [
    "{} is where Candor keeps {}: put the files into a folder of their own",
    "en {1} Candor guarda {2}: pon los archivos en una carpeta propia",
  ],
  ["its database", "su base de datos"],
  ["its backups", "sus copias"],
  ["SYNC is off: sources are read only by hand", "SYNC está apagado: las fuentes solo se leen a mano"],
  [
    "set SYNC=on, or run candor sync by cron",
    "define SYNC=on, o lee las fuentes a mano en Fuentes",
    "set SYNC=on, or run the sources by hand on Sources",
  ],
];
