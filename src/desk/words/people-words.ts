import type { Language } from "../../pages/parts/languages.ts";

const english = {
  sign_in: {
    title: "Sign in",
    text: "You sign in with the passkey that you made when you were invited: your fingerprint, your face, or the PIN of this device or of a security key.",
    button: "Sign in with your passkey",
    lost: "If you have no passkey here, ask a manager to invite you again.",
  },
  join: {
    title: "Make your passkey",
    text: (name: string) =>
      `${name}, you are invited to this desk. With a passkey you sign in by your fingerprint, your face, or the PIN of this device. There is no password.`,
    roles: {
      staff: "You will be able to look at everything, import, and decide what waits.",
      manager: "You will be able to do everything.",
    },
    button: "Make a passkey",
  },
  confirm: {
    title: "Is it you?",
    text: "This cannot be taken back, or it gives something out. So confirm it with your passkey.",
    button: "Confirm with your passkey",
    cancel: "Do not do it",
  },
  failed: "The passkey was not accepted. Try again.",
  not_made: "The passkey was not made. Try again.",
  browser_failed: "The browser did not use a passkey. Try again; a passkey works only in a browser that knows it.",
  needs_script: "A passkey needs a browser that runs scripts. Allow them for this page.",
  old_link: {
    title: "This invitation is not good any more",
    text: "An invitation is good once, for 24 hours. Ask a manager to invite you again.",
  },
  too_many: {
    title: "Too many tries",
    text: "Too many tries that were not right came from your address. Wait a minute, and try again.",
  },
  people: {
    title: "Who may use this desk",
    lead: "Everybody has a passkey of their own. Staff look, import and decide what waits. Managers do everything.",
    name: "Name",
    role: "Role",
    roles: { manager: "Manager", staff: "Staff" },
    state: "Last sign-in",
    invited_until: (time: string) => `invited, until ${time}`,
    expired: "the invitation expired",
    what: "What you can do",
    remove: "Remove",
    invite_title: "Invite somebody",
    invite_note: "A name that is in the list gets another passkey, for a new device or instead of a lost one.",
    invite: "Invite",
    link: (name: string) => `Give this link to ${name}. It is good once, for 24 hours. It is shown only now.`,
    removed: (name: string) => `${name} was removed, and is signed out everywhere.`,
    faults: {
      name: "Write a name of at most 60 letters.",
      other_role: "This person has the other role already. Remove the person first.",
      role: "Choose a role.",
      last_manager: "This is the last manager who can sign in. Invite another manager first.",
      unknown: "There is no such person any more.",
    },
    here: "This desk opens on this machine only, by its link, so nobody signs in. With DESK_URL it has an address of its own, and people sign in with passkeys.",
  },
};

const spanish: typeof english = {
  sign_in: {
    title: "Entrar",
    text: "Entras con la llave de acceso que creaste con tu invitación: tu huella, tu cara, o el PIN de este equipo o de una llave de seguridad.",
    button: "Entrar con tu llave de acceso",
    lost: "Si aquí no tienes llave de acceso, pide a un responsable otra invitación.",
  },
  join: {
    title: "Crea tu llave de acceso",
    text: (name) =>
      `${name}, te han invitado a este escritorio. Con una llave de acceso entras con tu huella, tu cara o el PIN de este equipo. No hay contraseña.`,
    roles: {
      staff: "Podrás verlo todo, importar y decidir lo que espera.",
      manager: "Podrás hacerlo todo.",
    },
    button: "Crear una llave de acceso",
  },
  confirm: {
    title: "¿Eres tú?",
    text: "Esto no se puede deshacer, o entrega algo. Por eso, confírmalo con tu llave de acceso.",
    button: "Confirmar con tu llave de acceso",
    cancel: "No hacerlo",
  },
  failed: "La llave de acceso no se aceptó. Inténtalo de nuevo.",
  not_made: "La llave de acceso no se creó. Inténtalo de nuevo.",
  browser_failed:
    "El navegador no usó ninguna llave de acceso. Inténtalo de nuevo; solo sirve en un navegador que la conoce.",
  needs_script: "Una llave de acceso necesita un navegador que ejecute scripts. Permítelos en esta página.",
  old_link: {
    title: "Esta invitación ya no sirve",
    text: "Una invitación sirve una vez, durante 24 horas. Pide otra a un responsable.",
  },
  too_many: {
    title: "Demasiados intentos",
    text: "Desde tu dirección llegaron demasiados intentos que no eran correctos. Espera un minuto y vuelve a intentarlo.",
  },
  people: {
    title: "Quién puede usar este escritorio",
    lead: "Cada persona tiene su propia llave de acceso. El personal mira, importa y decide lo que espera. Los responsables lo hacen todo.",
    name: "Nombre",
    role: "Permisos",
    roles: { manager: "Responsable", staff: "Personal" },
    state: "Última entrada",
    invited_until: (time) => `invitación hasta ${time}`,
    expired: "la invitación caducó",
    what: "Lo que puedes hacer",
    remove: "Quitar",
    invite_title: "Invitar a alguien",
    invite_note: "Un nombre que está en la lista recibe otra llave, para otro equipo o en lugar de una perdida.",
    invite: "Invitar",
    link: (name) => `Da este enlace a ${name}. Sirve una vez, durante 24 horas. Solo se muestra ahora.`,
    removed: (name) => `${name} ya no puede entrar, y su sesión terminó en todas partes.`,
    faults: {
      name: "Escribe un nombre de 60 letras como máximo.",
      other_role: "Esta persona ya tiene los otros permisos. Quítala primero.",
      role: "Elige los permisos.",
      last_manager: "Es el último responsable que puede entrar. Invita primero a otro responsable.",
      unknown: "Esa persona ya no está.",
    },
    here: "Este escritorio se abre solo en este equipo, con su enlace, así que nadie tiene que entrar. Con DESK_URL tiene una dirección propia, y las personas entran con llaves de acceso.",
  },
};

export const PEOPLE_WORDS: Record<Language, typeof english> = { en: english, es: spanish };
