/**
 * The words by which an owner's reply reveals that somebody is a patient, by language. `yours`: words for "your";
 * `nouns`: what is private if it is yours; `phrases`: what tells on its own. All are parts of regular expressions.
 */
export type ReplyWords = { yours: string; nouns: string; phrases: string };

const NUMBER_EN = "(?:\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|several|multiple|both|all)";
const BODY_EN =
  "knees?|hips?|shoulders?|neck|spine|ankles?|wrists?|elbows?|hamstrings?|calf|thighs?|thumbs?|jaw|pelvis|foot|feet|heels?|hands?|fingers?|toes?|legs?|arms?|ribs?|hip|groin|lower back|upper back|back (?=pain|injur|surger|problem|issue|is|was|feels?|felt|hurts?)|spine|quads?|glutes?|achilles|rotator cuff|acl|mcl|pcl|meniscus|labrum|discs?|ligaments?|tendons?|mobility|balance issues|range of motion|flexion|posture|gait|blood pressure|heart|weight|pain(?: levels?)?|numbness|swelling|stiffness|scar|bruise|cast|brace|boot|crutches|walker|cane";
const CONDITION_EN =
  "surger(?:y|ies)|post-?op\\w*|operation|diagnos\\w+|symptoms?|sciatica|herniat\\w+|stroke|fractur\\w+|concussions?|vertigo|bppv|dizziness|arthritis|tend[io]nitis|tendinopathy|bursitis|fasciitis|stenosis|scoliosis|fibromyalgia|parkinson\\S*|sclerosis|cancer|diabet\\w+|incontinence|prolapse|pregnan\\w+|postpartum|prostate|depression|anxiety|dementia|alzheimer\\S*|autism|adhd|asthma|copd|migraines?|headaches?|neuropathy|lymphedema|osteopor\\w+|whiplash|frozen shoulder|carpal tunnel|tennis elbow|pelvic floor|sprain\\w*|dislocat\\w+|replacement|injur(?:y|ies)|torn|tear|disabilit\\w+|allerg\\w+|amputat\\w+|arthroscop\\w+|fusion|infection|covid|medications?|prescriptions?|opioids?|painkillers?|mri|x-?rays?|ct scan|ultrasound results|test results|condition";
const CARE_EN =
  "charts?|files?|records?|notes|account|paperwork|intake|intake forms?|forms?|agreement|consent|waiver|invoices?|bills?|balance|statements?|charges?|payments?|check|refund|copays?|co-pays?|deductible|insurance|insurer|plan|coverage|claims?|referral|authorization|benefits|visits?|appointments?|appt|sessions?|evaluation|eval|treatments?|care|therapy|therapists?|pt|exercises?|program|progress|recovery|rehab|rehabilitation|discharge|protocol|surgeons?|doctors?|physicians?|goals?|results|attorney|lawyer|employer|case|workers'? comp\\w*|late fee|no-?show\\w*|cancellations?|attendance|first day|prognosis|treatment plan|home program";
const FAMILY_EN =
  "mother|mom|mum|father|dad|son|daughter|child|children|kid|kids|husband|wife|spouse|partner|grandmother|grandfather|grandma|grandpa|brother|sister|baby";

const ENGLISH: ReplyWords = {
  yours:
    "your|his|her|their(?= (?:son|daughter|mother|father))|(?!(?:anyone|everyone|everybody|someone|somebody|nobody|one|today|that|it|let|what|here|there|who)['’])\\p{L}{2,}['’]s",
  nouns: `(?:(?!comments?|kind|words?|review|feedback|note|message|support|thoughts?|experience)[\\p{L}\\d'’-]+ ){0,2}(?:${BODY_EN}|${CONDITION_EN}|${CARE_EN}|${FAMILY_EN})`,
  phrases: [
    "you(?:'re|'ve| are| were| have been| had been)? (?:\\p{L}+ ){0,3}(?:a |our )?(?:former |valued |loyal |dedicated |longtime |new )?patient",
    "(?:being|having you|as|been|for being) (?:such )?(?:a|an|our) (?:\\p{L}+ ){0,2}patient|patient of ours|former patient|as a patient|not a patient",
    `you(?:'ve| have| had)? (?:never |then |also |still |just |only |actually |repeatedly |regularly |all )?(?:came in|came to (?:us|your|the clinic|see)|come in for|arrived|showed up|missed|cancel+ed|no-?show\\w*|rescheduled|walked out|left (?!us|a |this|such|your (?:review|comment|feedback)|the review|feedback)|stopped coming|refused|declined|checked in|checking in|signed|owed?|paid|completed|attended|saw (?:us|me|our|the|dr|\\p{Lu}|on|a )|asked (?:us )?(?:for|to)|fell|requested|received|skipped|quit|graduated|yelled|shouted|screamed|threatened|cursed|hung up|turned (?:them|it|us|that)|did all|worked (?:so )?hard|stuck with|could hardly|could barely|were able to|agreed|hurt|told (?:us|our|the|your) |spent with|felt )`,
    "you (?:are|were|'re|had been|have been|have) (?:\\p{L}+ ){0,2}?(?:seen|treated|scheduled|offered|given|discharged|evaluated|billed|charged|informed|late|referred|rude|abusive|disruptive|aggressive|hostile|inappropriate|hurting|in pain|limping|walking|running|recovering|healing|improving|pain[- ]free|sore|injured|feeling better|doing better|back (?:on|to|at)|an? (?:outstanding|unpaid|open|past))",
    "(?:you're|you are|you) (?:feeling|doing|moving|walking|running|sleeping|getting|healing|recovering)(?: so much| much| a lot)? (?:better|stronger|again|well|pain)",
    "we(?:'ve| have| had)? (?:also |only |just |first |last |never |already )?(?:saw|seen|treated|evaluated|discharged|billed|called|texted|reminded|worked with|working with|remember|waived|refunded|scheduled|rescheduled|have) (?:you\\b|your|him|her)(?! (?:back(?: on| at)?|feedback|comments?|concerns?|review|in mind))",
    "(?:working with|treating|seeing|helping|rehabbing|fit(?:ting)?|squeez(?:e|ed|ing)|get) you (?:in|through|these|over|for|with|at (?:our|the clinic)|again|on(?! the phone))",
    "(?:no|any) records? of (?:you|your|a visit|treating)|we have you (?:down|listed|on)|(?:our|the) (?:\\p{L}+ ){0,2}(?:records?|notes|log|files?|system|schedule|calendar) (?:shows?|says?|said|indicates?|has|have|lists?|reflects?|confirms?)|according to (?:our|the) (?:records?|notes|files?|log|system|schedule)|what our notes",
    "(?:outstanding|unpaid|overdue|past[- ]due|remaining|open) (?:balance|bills?|visits?|invoices?|copays?|charges?)|sent to (?:a )?collections?|collections? agency|balance (?:of|on|due)|copays? of|check bounced|charges? for \\d|you owe",
    `(?:missed|cancel+ed|attended|skipped|after|of|for|only|in) ${NUMBER_EN} (?:of (?:your |the )?${NUMBER_EN} )?(?:visits?|sessions?|appointments?|treatments?|times)(?=[^.!?]*you|[.!?]|$)|(?:seen|came|visited) ${NUMBER_EN} times|\\d{1,3} minutes late|no-?show(?:ed|s)?`,
    "see(?:ing)? you (?:next|on|this|tomorrow|at (?:your|the|\\d)|for (?:your|the)|in (?:clinic|the (?:clinic|gym|pool))|monday|tuesday|wednesday|thursday|friday|saturday)",
    "graduat\\w+ from|finishing (?:up )?(?:therapy|treatment|your)|complet\\w+ (?:therapy|treatment|your)|hard work in the gym|home (?:exercise )?program|(?:your )?(?:choice|decision) to (?:end|stop|leave|quit|discontinue)|end(?:ed|ing)? care|(?:past|last) (?:\\p{L}+|\\d+) (?:weeks|months|years|visits|sessions)|(?:middle|end|start) of (?:your )?(?:treatment|therapy|a session)|we discharged|why you were",
    `(?:luck|help(?:ed|ing)?|better|relief|recover\\w*|congrat\\w*|remember|battle|struggle|deal(?:ing|t)?) [^.!?]{0,24}?the (?:[\\p{L}'’-]+ ){0,2}(?:${BODY_EN}|${CONDITION_EN})(?!\\p{L})|the torn [\\p{L}]+|(?:second|other|new|bad) (?:knee|hip|shoulder)`,
    "(?:dry needling|cupping|manipulation|adjustment|massage|ultrasound|taping|traction|injections?|exercises|stim|treatment|technique|scan|test) (?:that )?(?:we (?:did|used|gave|performed|tried)|you (?:received|had|got|were given|describe)|(?:\\p{L}+ )?(?:hurt|felt|helped|worked|caused))",
    "(?:your|you|the) [^.!?]{0,30}(?:aetna|anthem|bcbs|blue ?cross|blue ?shield|cigna|humana|kaiser|medicare|medicaid|tricare|united ?health\\w*|uhc|molina|workers['’]? comp\\w*)|(?:aetna|anthem|bcbs|blue ?cross|blue ?shield|cigna|humana|kaiser|medicare|medicaid|tricare|united ?health\\w*)[^.!?]{0,40} you(?:r)?(?!\\p{L})",
    "(?:verbally |physically )?abusive (?:to|toward)|you were rude|became (?:angry|hostile|aggressive)",
    "(?:your|you)\\b[^.!?]{0,60}(?:(?:jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\\.? \\d{1,2}(?!\\d)|may \\d{1,2}(?!\\d)|\\d{1,2}\\/\\d{1,2}(?!\\d)|\\d{4}-\\d{2}-\\d{2})|\\d{1,2}:\\d\\d for (?:a|your)",
  ].join("|"),
};

const SPANISH: ReplyWords = {
  yours: "su|sus|tu|tus|vuestr[oa]s?|(?:el|la|los|las) de (?:usted|su|tu)",
  nouns:
    "(?:(?!comentarios?|palabras?|opinión|mensaje|reseña|tiempo|confianza|apoyo)\\p{L}+ ){0,2}(?:rodillas?|hombros?|cadera|espalda|cuello|tobillos?|muñecas?|codos?|columna|pies?|manos?|lumbar(?:es)?|cervical(?:es)?|menisco|ligamentos?|tendón|ciática|hernia|lesi[óo]n(?:es)?|esguince|fractura|cirugía|operación|embarazo|recuperación|rehabilitación|tratamientos?|terapia|dolor(?:es)?|mareos?|vértigos?|artrosis|artritis|tendinitis|fascitis|escoliosis|contractura|migrañas?|diabetes|cáncer|ictus|diagnóstico|citas?|sesi[óo]n(?:es)?|consultas?|visitas?|progresos?|evolución|seguro|aseguradora|mutua|póliza|facturas?|cuenta|saldo|pagos?|deuda|historial?|historia clínica|ficha|expediente|informes?|médic[oa]|cirujan[oa]|fisio(?:terapeuta)?|ejercicios|caso|hij[oa]s?|madre|padre|marido|esposa|esposo|mujer|resonancia|radiografía|alta)",
  phrases:
    "historia clínica|(?:su|tu|nuestros?) (?:registros?|expediente|ficha)|falt(?:ó|aste|ado) (?:a|en)|no se presentó|no te presentaste|cancel(?:ó|aste)|lleg(?:ó|aste) (?:\\p{L}+ ){0,4}tarde|(?:minutos|hora|horas) tarde|(?:le|te|la|lo|os) (?:atendimos|vimos|tratamos|evaluamos|llamamos|dimos)|(?:atendid|tratad|vist)[oa] (?:\\p{L}+ )?(?:veces|en nuestr)|(?:dos|tres|cuatro|cinco|varias|\\d+) (?:veces|sesiones|citas|visitas)|paciente (?:nuestr[oa]|desde|de (?:la|nuestra))|nuestr[oa] paciente|como paciente|ha sido paciente|saldo (?:pendiente|deudor)|facturas? (?:pendientes?|sin pagar|impagadas?)|impag\\p{L}+|deuda pendiente|nos debe|el diagnóstico|la resonancia|acompañar(?:te|le|la|lo|os) en|verte (?:el|en|la)|nos vemos (?:el|en|la)|se negó|te negaste|abandonó|dejó (?:de venir|el tratamiento)|(?:insultó|gritó|amenazó)|pidió (?:el|la|una) (?:alta|cita)|vino (?:a|con|el)|viniste|acudi(?:ó|ste)|firmó|firmaste",
};

const FRENCH: ReplyWords = {
  yours: "votre|vos|ton|ta|tes|(?:le|la|les|l['’])\\s?(?:\\p{L}+ )?de (?:votre|ton|ta)",
  nouns:
    "(?:(?!message|avis|mots?|commentaires?|retour|confiance|soutien|gentillesse|fidélité)\\p{L}+ ){0,2}(?:genoux?|épaules?|hanches?|dos|cou|nuque|chevilles?|poignets?|coudes?|colonne|pieds?|mains?|lombaires?|cervicales?|ménisque|ligaments?|tendons?|sciatique|hernie|blessures?|entorse|fracture|chirurgie|opération|grossesse|rééducation|récupération|guérison|traitements?|thérapie|douleurs?|vertiges?|arthrose|arthrite|tendinite|scoliose|contracture|migraines?|diabète|cancer|avc|diagnostic|rendez-vous|séances?|consultations?|visites?|bilan|progrès|évolution|mutuelle|assurance|prise en charge|factures?|compte|solde|paiements?|dossier|ordonnance|médecin|chirurgien|kiné(?:sithérapeute)?|exercices|fils|fille|mère|père|mari|femme|enfants?|irm|radio(?:graphie)?|suivi|prescription)",
  phrases:
    "manqué (?:\\p{L}+ ){0,2}(?:séances?|rendez-vous)|(?:séances?|rendez-vous) (?:manquée?s?|annulée?s?|non honorée?s?)|vous (?:avez|aviez) (?:\\p{L}+ )?(?:annulé|refusé|manqué|quitté|arrêté|signé|demandé (?:un|une|le|la)|crié|insulté|menacé)|(?:minutes|heure|heures) de retard|en retard|nous vous avons (?:\\p{L}+ )?(?:reçue?|vue?|soignée?|traitée?|appelée?|suivie?|prise?)|(?:reçue?|vue?|soignée?|venue?) (?:deux|trois|quatre|cinq|plusieurs|\\d+) fois|(?:deux|trois|quatre|cinq|plusieurs|\\d+) (?:séances|rendez-vous|visites)|(?:notre|être|êtes|comme|une?|ancienne?) (?:\\p{L}+ )?patiente?|patiente? (?:depuis|chez|de notre)|impayée?s?|reste (?:dû|à payer)|nous devez|(?:solde|montant) (?:dû|restant)|(?:le|ce|au) diagnostic|vous (?:accompagner|suivre|soigner|voir|revoir) (?:dans|pour|en|mardi|lundi|mercredi|jeudi|vendredi|le|à)|à (?:lundi|mardi|mercredi|jeudi|vendredi|samedi)|vous êtes (?:venue?|arrivée?|partie?|repartie?)|vous ne vous êtes pas présentée?|ne nous avez pas prévenus",
};

const GERMAN: ReplyWords = {
  yours: "Ihr(?:e[mnrs]?)?|dein(?:e[mnrs]?)?|euer|eure[mnrs]?",
  nouns:
    "(?:(?!Worte|Bewertung|Rückmeldung|Feedback|Nachricht|Vertrauen|Kommentar|Lob|Team)\\p{L}+ ){0,2}(?:Knie\\p{Ll}*|Schultern?|Hüfte|Rücken\\p{Ll}*|Nacken|Hals|Fuß|Füße|Sprunggelenk|Handgelenk|Hand|Ellenbogen|Wirbelsäule|Bandscheiben?\\p{Ll}*|Meniskus|Kreuzband\\p{Ll}*|Sehnen?\\p{Ll}*|Ischias|Verletzung|Bruch|Fraktur|OP|Operation|Schwangerschaft|Genesung|Reha|Rehabilitation|Behandlung(?:en)?|Therapie|Schmerz(?:en)?|Schwindel|Arthrose|Arthritis|Tendinitis|Skoliose|Migräne|Diabetes|Krebs|Schlaganfall|Diagnose|Befund|Termine?|Sitzung(?:en)?|Besuche?|Fortschritte?|Krankenkasse|Kasse|Versicherung|Rezept|Rechnung(?:en)?|Konto|Zahlung|Akte|Unterlagen|Arzt|Ärztin|Orthopäde|Physiotherapeut(?:in)?|Therapeut(?:in)?|Übungen|Sohn|Tochter|Mutter|Vater|Mann|Frau|Kind|Röntgenbild|MRT|Lymphdrainage|Verordnung|Heilung)",
  phrases:
    "Terminen? (?:\\p{L}+ )?(?:versäumt|verpasst|abgesagt|nicht wahrgenommen)|(?:Sie|du) (?:haben|hast) (?:\\p{L}+ ){0,4}(?:versäumt|verpasst|abgesagt|abgelehnt|verweigert|unterschrieben|abgebrochen|beschimpft|geschrien)|(?:Minuten|Stunde) (?:zu spät|verspätet)|zu spät (?:gekommen|erschienen)|nicht erschienen|(?:ein|zwei|drei|vier|fünf|mehr|\\d)mal(?:s)? (?:bei uns|in Behandlung|hier|behandelt|gesehen)|(?:Sie|du) (?:waren|warst|kamen|kamst|sind|bist) (?:\\p{L}+ |\\d+ ){0,4}(?:bei uns|in Behandlung|Patientin?|zu spät|hier|unfreundlich|ausfallend)|Patientin? bei uns|(?:unsere?|als|langjährige?r?) (?:\\p{L}+ )?Patient(?:in)?(?!en)|(?:Rechnung|Betrag|Zuzahlung|Saldo)[^.!?]{0,30}(?:offen|unbezahlt|ausstehend|aussteht)|offene[nr]? (?:Rechnung(?:en)?|Betrag|Beträge)|Mahnung(?:en)?|Inkasso|die Diagnose|der Befund|(?:Sie|dich) (?:in|während|bei) der (?:Reha|Therapie|Behandlung)|wir sehen uns am|(?<!tag |woch )bis (?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag)(?=\\s?[.!]|$| (?:im|in|zum|zur|bei))|wir haben (?:Sie|dich) (?:\\p{L}+ ){0,3}(?:behandelt|gesehen|angerufen|entlassen|betreut)|(?:zwei|drei|vier|fünf|sechs|\\d+) (?:Termine|Sitzungen|Behandlungen)|Akte geprüft",
};

const PORTUGUESE: ReplyWords = {
  yours: "seu|sua|seus|suas|teu|tua|teus|tuas|vosso|vossa",
  nouns:
    "(?:(?!comentário|palavras?|opinião|mensagem|avaliação|carinho|confiança|apoio|feedback)\\p{L}+ ){0,2}(?:joelhos?|ombros?|quadril|anca|costas|coluna|pescoço|tornozelos?|punhos?|cotovelos?|pés?|mãos?|lombar|cervical|menisco|ligamentos?|tendão|ciática|hérnia|les(?:ão|ões)|entorse|fratura|cirurgia|operação|gravidez|gestação|recuperação|reabilitação|tratamentos?|terapia|dor(?:es)?|tonturas?|vertigem|artrose|artrite|tendinite|fascite|escoliose|contratura|enxaqueca|diabetes|câncer|cancro|avc|diagnóstico|consultas?|sess(?:ão|ões)|visitas?|evolução|progressos?|convênio|seguro|seguradora|plano|faturas?|contas?|saldo|pagamentos?|prontuário|processo|ficha|exames?|médic[oa]|cirurgi[ãa]o?|fisio(?:terapeuta)?|exercícios|filh[oa]s?|mãe|pai|marido|esposa|mulher|ressonância|raio-?x|alta)",
  phrases:
    "prontuário|falt(?:ou|aste|ado) (?:a|em|às)|não compareceu|cancel(?:ou|aste)|cheg(?:ou|aste) (?:\\p{L}+ ){0,4}(?:atrasad[oa]|tarde)|(?:minutos|hora|horas) (?:de atraso|atrasad[oa])|(?:foi|fomos|ser|sido) (?:atendid|tratad|vist|avaliad)[oa]|(?:o|a|te) (?:atendemos|tratamos|vimos|avaliamos)|atendemos você|(?:duas|três|quatro|cinco|várias|\\d+) (?:vezes|sessões|consultas|visitas)|(?:nossa?|é|foi|como|ex-?) ?pacientes?(?! em geral)|paciente (?:desde|nossa?|daqui)|(?:valor|saldo|conta|fatura|pagamento)s? (?:em aberto|em atraso|pendentes?|vencid[oa]s?)|inadimpl\\p{L}+|nos deve|o diagnóstico|acompanhar (?:a sua|o seu|você|-te)|acompanhá-l[oa]|(?:até|nos vemos|vejo você) (?:na )?(?:segunda|terça|quarta|quinta|sexta)|recusou|desistiu|abandonou|gritou|xingou|ameaçou|veio (?:a|com|na|no)|assinou",
};

const ITALIAN: ReplyWords = {
  yours: "suo|sua|suoi|sue|tuo|tua|tuoi|tue|vostr[oaie]",
  nouns:
    "(?:(?!commento|parole|parola|recensione|messaggio|fiducia|sostegno|opinione|feedback)\\p{L}+ ){0,2}(?:ginocchi[oa]?|spall[ae]|anca|schiena|collo|cavigli[ae]|polso|gomito|colonna|pied[ei]|man[oi]|lombare|cervicale|menisco|legament[oi]|tendine|sciatica|ernia|lesion[ei]|infortunio|distorsione|frattura|intervento|operazione|gravidanza|recupero|riabilitazione|guarigione|trattament[oi]|terapia|dolor[ei]|vertigini|artrosi|artrite|tendinite|fascite|scoliosi|contrattura|emicrania|diabete|cancro|tumore|ictus|diagnosi|appuntament[oi]|sedut[ae]|visit[ae]|progressi|assicurazione|polizza|rimborso|fattur[ae]|conto|saldo|pagament[oi]|cartella(?: clinica)?|referto|medico|chirurgo|ortopedico|fisioterapista|esercizi|figli[oa]?|madre|padre|marito|moglie|risonanza|lastra|percorso)",
  phrases:
    "cartella clinica|(?:ha|hai|avete) (?:\\p{L}+ )?(?:saltato|mancato|annullato|disdetto|rifiutato|firmato|urlato|insultato|minacciato|interrotto|abbandonato)|non si è presentat[oa]|(?:è|sei) (?:arrivat|venut|andat|stat)[oa] (?:\\p{L}+ ){0,2}(?:con|in ritardo|da noi|tre|due|nostr|paziente|maleducat)|(?:minuti|ora) di ritardo|in ritardo|(?:l['’]|la |lo |ti )abbiamo (?:\\p{L}+ )?(?:vist|seguit|trattat|visitat|curat|chiamat)[oa]|(?:due|tre|quattro|cinque|più|\\d+) (?:volte|sedute|visite|appuntamenti)|(?:nostr[oa]|come|una?|ex) paziente|paziente (?:dal|da|nostr|presso)|(?:saldo|conto|fattura|importo)[^.!?]{0,20}(?:non pagat|insolut|in sospeso|da pagare|scadut)\\p{L}*|non (?:ha|hai) pagato|ci deve|la diagnosi|seguir(?:ti|la|lo|vi) (?:nella|nel|durante|in)|accompagnar(?:ti|la|lo) (?:nella|nel)|ci vediamo (?:lunedì|martedì|mercoledì|giovedì|venerdì|il)|a (?:lunedì|martedì|mercoledì|giovedì|venerdì)(?! al)",
};

export const REPLY_WORDS: Readonly<Record<string, ReplyWords>> = {
  en: ENGLISH,
  es: SPANISH,
  fr: FRENCH,
  de: GERMAN,
  pt: PORTUGUESE,
  it: ITALIAN,
};
