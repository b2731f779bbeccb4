/** What `candor doctor` finds, and what to do then. See file-sentences.ts. */
export const DOCTOR_SENTENCES: readonly (readonly [program: string, es: string, en?: string])[] = [
  // the public address
  [
    "BASE_URL is a loopback address: nobody else can reach the server yet",
    "BASE_URL es una dirección de este equipo: nadie más puede llegar todavía al servidor",
  ],
  ["BASE_URL is plain http", "BASE_URL es http sin cifrar"],
  [
    "put a TLS proxy in front (see deploy/) and set BASE_URL to https://…",
    "pon delante un proxy con TLS (mira deploy/) y define BASE_URL como https://…",
  ],
  [
    "renew it: run certbot renew, or let Caddy renew it",
    "renuévalo: ejecuta certbot renew, o deja que Caddy lo renueve",
  ],
  ["no server answers there", "ahí no responde ningún servidor"],
  ["no answer", "sin respuesta"],
  ["the certificate of {} is for another name", "el certificado de {1} es de otro nombre"],
  ["get one for {}", "consigue uno para {1}"],
  ["the certificate of {} expired {} days ago", "el certificado de {1} caducó hace {2} días"],
  ["the certificate of {} expires in {} days", "el certificado de {1} caduca en {2} días"],
  ["{} does not speak TLS ({})", "{1} no habla TLS ({2})"],
  ["check DNS, the proxy and its certificate", "revisa el DNS, el proxy y su certificado"],
  [
    "{} shows other data than this database: it has no review {}",
    "{1} muestra otros datos que esta base de datos: no tiene la opinión {2}",
  ],
  [
    "check BASE_URL, the proxy's target, and which database that server uses (candor settings)",
    "revisa BASE_URL, el destino del proxy y qué base de datos usa ese servidor (candor settings)",
  ],
  ["{}/healthz answers {}", "{1}/healthz responde {2}"],
  ["check the proxy's target and PORT", "revisa el destino del proxy y PORT"],
  ["{} does not answer ({})", "{1} no responde ({2})"],
  ["a server runs, and {}", "hay un servidor en marcha, y {1}"],
  ["check BASE_URL, DNS, the firewall and the proxy", "revisa BASE_URL, el DNS, el cortafuegos y el proxy"],
  ["start the server, or fix BASE_URL", "inicia el servidor o corrige BASE_URL"],
  [
    "BASE_URL is https, so there is a proxy in front, but TRUST_PROXY is off: all visitors share one rate limit",
    "BASE_URL es https, así que hay un proxy delante, pero TRUST_PROXY está apagado: todos los visitantes comparten un límite",
  ],
  ["set TRUST_PROXY=true, or to the number of proxies", "define TRUST_PROXY=true, o el número de proxies"],
  [
    "TRUST_PROXY is on and the server listens on all addresses: any client can claim any address",
    "TRUST_PROXY está encendido y el servidor escucha en todas las direcciones: cualquiera puede fingir otra dirección",
  ],
  // settings and database
  ["not a setting: {}", "no es un ajuste: {1}"],
  ["rename or remove: {}", "cambia el nombre o quita: {1}"],
  [
    "set SECRET_KEY to the output of: openssl rand -hex 32",
    "define SECRET_KEY con lo que muestra: openssl rand -hex 32",
  ],
  ["run candor settings to see each setting and its value", "ejecuta candor settings para ver cada ajuste y su valor"],
  [
    "stop the server, keep the file, and put the last backup back: candor restore FILE",
    "para el servidor, guarda el archivo y restaura la última copia: candor restore ARCHIVO",
  ],
  [
    "check DATABASE_URL, that the database server runs, and that this user may write",
    "revisa DATABASE_URL, que el servidor de la base de datos funcione y que este usuario pueda escribir",
  ],
  [
    "stop the servers, keep a dump of what is there, and put the last dump back: pg_restore",
    "para los servidores, guarda un volcado de lo que hay y restaura el último: pg_restore",
  ],
  [
    "end the program that holds it (fuser lists it), or wait until a long change is done",
    "cierra el programa que la retiene (fuser lo muestra), o espera a que termine un cambio largo",
  ],
  ["install that version of Candor, or a newer one", "instala esa versión de Candor u otra más nueva"],
  [
    "set DATABASE_URL to the primary server, or end default_transaction_read_only there",
    "define DATABASE_URL con el servidor principal, o quita allí default_transaction_read_only",
  ],
  ["start the server: it upgrades the database", "inicia el servidor: actualiza la base de datos"],
  [
    "its reviews are made up: for your own, set DATABASE_URL to another database (candor init writes one)",
    "sus opiniones son inventadas: para las tuyas, define DATABASE_URL con otra base de datos (candor init la prepara)",
  ],
  [
    "{} takes no changes: it is a standby, or set to be read only",
    "{1} no admite cambios: es una réplica o es de solo lectura",
  ],
  ["there is none yet at {}", "todavía no hay ninguna en {1}"],
  ["nothing is stored yet at {}", "todavía no hay nada guardado en {1}"],
  ["{}, and DATABASE_MUST_EXIST is true", "{1}, y DATABASE_MUST_EXIST es true"],
  [
    "candor business FILE, candor import FILE or candor serve creates it",
    "configurar el negocio en Hoy la crea",
    "setting the business up on Today creates it",
  ],
  [
    "mount its disk, restore a backup (candor restore FILE), or begin with candor business FILE",
    "conecta su disco o restaura una copia (candor restore ARCHIVO)",
    "mount its disk, or restore a backup (candor restore FILE)",
  ],
  ["{} is a demonstration", "{1} es una demostración"],
  ["the {} is missing in the database", "falta {1} en la base de datos"],
  ["the database is damaged: {}", "la base de datos está dañada: {1}"],
  [
    "delivery to {} is paused: SECRET_KEY cannot open the secret",
    "la entrega a {1} está en pausa: SECRET_KEY no puede abrir el secreto",
  ],
  [
    "add the old key to SECRET_KEY after the new one, separated by a comma, and restart",
    "añade la clave antigua a SECRET_KEY detrás de la nueva, separada por una coma, y reinicia",
  ],
  [
    "delivery to {} is paused: no subscriber can be reached from the server",
    "la entrega a {1} está en pausa: desde el servidor no se llega a ningún suscriptor",
  ],
  [
    "check the server's network, firewall and DNS; delivery resumes by itself",
    "revisa la red, el cortafuegos y el DNS del servidor; la entrega sigue por sí sola",
  ],
  // what is stored
  [
    "reviews are published, and nothing says whose they are: there is no profile",
    "hay opiniones publicadas y nada dice de quién son: no hay perfil",
  ],
  ["run candor business FILE", "configura el negocio en Hoy", "set the business up on Today"],
  ["the stored profile cannot be read ({})", "el perfil guardado no se puede leer ({1})"],
  ["run candor business FILE again", "guarda de nuevo Tu negocio", "save Your business again"],
  [
    "the newest change is from {}, and the clock says {}: the clock is or was wrong",
    "el último cambio es de {1} y el reloj dice {2}: el reloj está o estaba mal",
  ],
  [
    "set the clock (timedatectl set-ntp true); if it is right now, restore a backup from before the wrong change",
    "pon el reloj en hora (timedatectl set-ntp true); si ya está bien, restaura una copia anterior al cambio equivocado",
  ],
  ["{} have a date in the future, up to {}", "{1} tienen una fecha en el futuro, hasta {2}"],
  [
    "import their file again with --dates dmy or --dates mdy, or take that import back: candor undo",
    "importa su archivo de nuevo con otro orden de día y mes, o deshaz esa importación",
    "import their file again with another order of day and month, or undo that import",
  ],
  ["{} is the ledger of erasures of another database", "{1} es la lista de borrados de otra base de datos"],
  ["move it away, and put the ledger of this database there", "quítala de ahí y pon la lista de esta base de datos"],
  [
    "{} that {} lists as erased are stored: an older database was put here",
    "{1} que {2} da por borradas están guardadas: aquí se puso una base de datos más antigua",
  ],
  ["erase them again: candor restore --ledger {}", "bórralas de nuevo: candor restore --ledger {1}"],
  [
    "{} is missing: {} erased here would return with an older backup",
    "falta {1}: {2} que se borraron aquí volverían con una copia más antigua",
  ],
  ["write it again: candor backup --ledger {}", "escríbela de nuevo: candor backup --ledger {1}"],
  [
    "every user of this machine may read {}, which has secrets",
    "cualquier usuario de este equipo puede leer {1}, que contiene secretos",
  ],
  [
    "put the ledger of the last backup there, or write it again: candor backup --ledger FILE",
    "pon ahí la lista de la última copia, o escríbela de nuevo: candor backup --ledger ARCHIVO",
  ],
  [
    "{} is missing, and {} have a secret that only it opens",
    "falta {1}, y {2} tienen un secreto que solo esa clave abre",
  ],
  [
    "put it back from the backup before the next start, which would create another one",
    "recupérala de la copia antes del próximo inicio, que crearía otra",
  ],
  [
    "ROLE is {}, and a SQLite database has one server: nobody {}",
    "ROLE es {1}, y una base de datos SQLite tiene un solo servidor: nadie {2}",
  ],
  ["delivers to subscribers and reads sources", "entrega a suscriptores ni lee fuentes"],
  ["serves pages", "muestra páginas"],
  [
    "a subscriber has waited {} h for a change: no server with ROLE worker or both runs",
    "un suscriptor espera un cambio desde hace {1} h: no hay ningún servidor con ROLE worker o both",
  ],
  ["start one: ROLE=worker candor serve", "inicia uno: ROLE=worker candor serve"],
  [
    "words that were erased at {} are still in the files of the database",
    "palabras borradas el {1} siguen en los archivos de la base de datos",
  ],
  [
    "run candor business FILE or any import: it removes them",
    "guarda Tu negocio o importa algo: eso las quita",
    "save Your business or import something: that removes them",
  ],
  // the machine
  [
    "the clock says {}, which is before this program was released",
    "el reloj dice {1}, antes de que existiera este programa",
  ],
  ["set the clock: timedatectl set-ntp true", "pon el reloj en hora: timedatectl set-ntp true"],
  ["no more files can be created in {}", "no se pueden crear más archivos en {1}"],
  ["delete files there", "borra archivos ahí"],
  ["the disk of {} is full: {} MB free", "el disco de {1} está lleno: {2} MB libres"],
  ["free some space", "libera espacio"],
  ["{} GB free in {}", "{1} GB libres en {2}"],
  [
    "free some space: imports fail when the disk is full",
    "libera espacio: las importaciones fallan con el disco lleno",
  ],
  ["other users of this machine may use {}", "otros usuarios de este equipo pueden usar {1}"],
  ["run chmod {}", "ejecuta chmod {1}"],
  ["{} cannot be written ({})", "no se puede escribir en {1} ({2})"],
  [
    "create it, or set TMPDIR to a folder that this user may write",
    "créala, o define TMPDIR con una carpeta en la que este usuario pueda escribir",
  ],
  ["another program listens on {}", "otro programa escucha en {1}"],
  ["stop it (ss -ltnp lists it), or set {}PORT", "deténlo (ss -ltnp lo muestra), o define {1}PORT"],
  ["{} is no address of this machine", "{1} no es una dirección de este equipo"],
  ["this user may not listen on {} ({})", "este usuario no puede escuchar en {1} ({2})"],
  ["set {}, or run this as the user of the service", "define {1}, o ejecútalo como el usuario del servicio"],
  ["PORT and METRICS_PORT are both {}", "PORT y METRICS_PORT son ambos {1}"],
  ["set DESK_PORT to another port", "define DESK_PORT con otro puerto"],
  ["set METRICS_PORT to another port", "define METRICS_PORT con otro puerto"],
  // keys, restores and backups
  ["put {} back from the backup, or set SECRET_KEY", "recupera {1} de la copia, o define SECRET_KEY"],
  ["a restore of {} was killed or runs now", "una restauración de {1} se interrumpió o está en marcha"],
  ["the next start takes it back; then restore again", "el próximo inicio la deshace; después restaura de nuevo"],
  [
    "{}: the database was replaced while a server ran, and these changes are not in it",
    "{1}: se cambió la base de datos con un servidor en marcha, y estos cambios no están en ella",
  ],
  ["import what is missing again, then move the file away", "importa de nuevo lo que falta y después quita el archivo"],
  [
    "look for backup_failed in the log of the server, and make one now: candor backup FILE",
    "busca backup_failed en el registro del servidor, y haz una ahora en Copias",
    "look for backup_failed in the log of the server, and make one now on Backups",
  ],
  [
    "{} is {}, and the program needs the name for a file",
    "{1} es {2}, y el programa necesita ese nombre para un archivo",
  ],
  [
    "the {} is of another program, and changes or refuses what is stored",
    "{1} es de otro programa, y cambia o rechaza lo que se guarda",
  ],
  [
    "remove the {} with the program that made it, or with sqlite3",
    "quita {1} con el programa que lo hizo, o con sqlite3",
  ],
  [
    "{} is in the folder for temporary files, which a restart empties",
    "{1} está en la carpeta de archivos temporales, que se vacía al reiniciar",
  ],
  ["check who owns {}.lock", "comprueba de quién es {1}.lock"],
  ["move it away", "quítala de ahí"],
  [
    "the folder {} cannot be used ({}): erasures could not be listed there",
    "la carpeta {1} no se puede usar ({2}): no se podría guardar ahí la lista de borrados",
  ],
  [
    "set STATE_FOLDER to a folder that this user may write",
    "define STATE_FOLDER con una carpeta en la que este usuario pueda escribir",
  ],
  [
    "the last backup is from {}, which is in the future: none is made until then",
    "la última copia es de {1}, en el futuro: hasta entonces no se hace ninguna",
  ],
  [
    "set the clock; if it is right now, give the file and its .erasures another name",
    "pon el reloj en hora; si ya está bien, cambia el nombre del archivo y de su .erasures",
  ],
  ["the last backup {} is of another database", "la última copia {1} es de otra base de datos"],
  [
    "set BACKUP_FOLDER to a folder that no other Candor uses, and keep the file for that one",
    "define BACKUP_FOLDER con una carpeta que no use otro Candor, y guarda el archivo para ese otro",
  ],
  [
    "PORT and DESK_PORT are both {}: the desk cannot open beside the server",
    "PORT y DESK_PORT son ambos {1}: el escritorio no se puede abrir junto al servidor",
  ],
  ["the last backup is from {}, and one is due every {} s", "la última copia es de {1}, y toca una cada {2} s"],
  ["{} has no list of erasures beside it", "{1} no tiene al lado su lista de borrados"],
  ["write it: candor backup --ledger FILE.erasures", "escríbela: candor backup --ledger ARCHIVO.erasures"],
  ["the backup {} is damaged ({})", "la copia {1} está dañada ({2})"],
  ["keep the older ones, delete it, and {}", "conserva las anteriores, bórrala, y {1}"],
  ["BACKUP_FOLDER is the folder of the database", "BACKUP_FOLDER es la carpeta de la base de datos"],
  ["set BACKUP_FOLDER to a folder on another disk", "define BACKUP_FOLDER con una carpeta de otro disco"],
  ["there is none yet in {}", "todavía no hay ninguna en {1}"],
  ["the server makes one when it starts", "el servidor hace una al iniciarse"],
  ["{} cannot be used ({})", "{1} no se puede usar ({2})"],
  [
    "set BACKUP_FOLDER to a folder that this user may write",
    "define BACKUP_FOLDER con una carpeta en la que este usuario pueda escribir",
  ],
  // sources
  [
    "compare with the source, then run candor sync {} --yes, or fix the source",
    "compara con la fuente {1} y confírmalo en Fuentes, o corrige la fuente",
    "compare with the source {1}, then confirm it on Sources, or fix the source",
  ],
  ["fix it, then run candor sync {}", "corrígelo y lee {1} en Fuentes", "fix it, then run {1} on Sources"],
];
