/**
 * Sentences that tell what happened and are no thanks, apology, invitation or answer to what the review says: they tell
 * of a patient, unless they are about the building, the equipment or the staff. This needs no list of what may have
 * happened.
 */
/** Words for the author of the review. */
const YOU = new RegExp(
  String.raw`(?<![\p{L}'’-])(?=\p{L})(?:${[
    "you|your|yours|you['’](?:re|ve|d|ll)",
    "usted(?:es)?|contigo|\\p{L}{3,}(?:[aei]r(?:le|la|lo|te))|(?:le|les|te) \\p{L}+(?:mos|ron|ó|aba|ía)",
    "vous|votre|vos",
    "ihnen|ihre?[mnrs]?|dich|dir|deine?[mnrs]?",
    "você|vocês|o senhor|a senhora|seus?|suas?",
    "lei|suo[iì]?|sue|tuoi?|tua|tue|\\p{L}{3,}(?:[aei]r(?:la|ti|vi))",
  ].join("|")})(?![\p{L}])`,
  "iu",
);
/** "Sie" is "you" with a capital only; at the beginning of a sentence it may be "they", who are rare in replies. */
const GERMAN_YOU = /(?<!\p{L})(?:Sie|Ihr(?:e[mnrs]?)?|Ihnen)(?!\p{L})/u;
/** Without a word for "you": "Firmó el presupuesto", "È arrivato", "Chegou de muletas". */
const DROPPED =
  /^(?:(?:y|pero|además|e|mas|però|inoltre),?\s)?(?:no\s|não\s|non\s)?(?:(?!sentim|lament)\p{L}{3,}(?:ó|ou)|vino|dijo|hizo|quiso|tuvo|trajo|estuvo|se fue|veio|fez|disse|quis|teve|trouxe|saiu|recebeu|pediu|(?:si\s)?(?:ha|è|era|aveva)\s\p{L}{2,}(?:t[oa]|s[oa]))(?!\p{L})/iu;

/** What thanks, apologies, invitations and opening hours are made of, in the six languages. */
const COURTESY = new RegExp(
  String.raw`(?<!\p{L})(?=\p{L})(?:${[
    "thank\\p{L}*|thanks|appreciat\\p{L}*|grateful|sorry|apolog\\p{L}*|regret|welcome|please|call(?!ed)|phone|contact|reach|e-?mail|write|writing|wrote|hear|listen|talk|speak|let us know|letting|feedback|reviews?|comments?|words?|kind\\p{L}*|ratings?|stars?|shar(?:e|ed|ing)|time|recommend\\p{L}*|suggest\\p{L}*|right|privacy|confirm|question\\p{L}*|website|online|hours|open|day|weekend|holiday\\p{L}*|made|smile\\p{L}*|honest\\p{L}*|experience|trust|support|opinion|note[ds]?|nudge|concern\\p{L}*|learn|understand|expect\\p{L}*|standard|better|improve|disappoint\\p{L}*|frustrat\\p{L}*|anybody|anyone|everybody|everyone|friends?|visit(?:ing)? (?:us|our)|door|hope|heard|hearing|yours|private|receipt|read(?:ing)?|neighbou?r\\p{L}*|say|said|saying|mention\\p{L}*|patience|know|compliment\\p{L}*|happy to|glad to help|share|point(?:ing|ed)?|spot|parking|coffee|music|spirit|wish|see us|find us|stop by|drop by|thought\\p{L}*|invite|offer|explain|works?|in mind|proud|beat|like you",
    "gracias|agradec\\p{L}*|sent(?:imos|irlo)|lament\\p{L}*|disculp\\p{L}*|perd[oó]n\\p{L}*|llam\\p{L}*|escrib\\p{L}*|contact\\p{L}*|escuch\\p{L}*|habl\\p{L}*|invit\\p{L}*|pregunt\\p{L}*|pid\\p{L}*|opini[oó]n\\p{L}*|reseña|comentari\\p{L}*|palabras?|valoraci[oó]n|tiempo|raz[oó]n|recomend\\p{L}*|sugerenci\\p{L}*|confianza|amab\\p{L}*|cariño|le[ei]r\\p{L}*|abr(?:imos|e)|horario|web|alegr\\p{L}* (?:leer|saber|que le (?:guste|haya gustado))|estrellas|apoyo|privacidad|confirmar|mensaje|experiencia|equipo|visit\\p{L}* (?:nos|cuando)|esperamos (?:verl|poder|mejor|que)|encantad\\p{L}*|ayudar|mejorar|paciencia|interés|aparcar|aparcamiento|casa|duda\\p{L}*|tard\\p{L}*|día|deseamos|decir|contar\\p{L}*|agrada|saludo|abrazo",
    "merci|remerci\\p{L}*|désol\\p{L}*|regrett\\p{L}*|excus\\p{L}*|appel\\p{L}*|écri\\p{L}*|contact\\p{L}*|entendre|écout\\p{L}*|parler|échang\\p{L}*|invit\\p{L}*|demand\\p{L}*|avis|commentaire\\p{L}*|mots?|retour|temps|raison|recommand\\p{L}*|suggestion\\p{L}*|confiance|gentil\\p{L}*|lire|lu|ouvert\\p{L}*|horaire\\p{L}*|site|étoiles|soutien|confirmer|message|expérience|équipe|plaisir de vous lire|accueillir|aider|améliorer|patience|intérêt|attente|remarque\\p{L}*|journée|souhait\\p{L}*|dire|joindre|propos|fidélité|touch\\p{L}*|comprendre|compréhension|question\\p{L}*|disposition",
    "danke\\p{L}*|dank|leid|bedauern|entschuldig\\p{L}*|verzeih\\p{L}*|anruf\\p{L}*|rufen|ruf|schreib\\p{L}*|melde\\p{L}*|kontakt\\p{L}*|hören|sprechen|fragen|frage|bewertung|rückmeldung|feedback|worte|zeilen|zeit|recht|empfehl\\p{L}*|anregung\\p{L}*|vorschl\\p{L}*|vertrauen|freundlich\\p{L}*|lesen|gelesen|geöffnet|website|internet|sterne|unterstützung|bestätigen|nachricht|erfahrung|lob|kritik|meinung|hinweis|hilf\\p{L}*|helfen|verbessern|geduld|verständnis|freu\\p{L}*|gefreut|tag|wünschen|sagen|besuch\\p{L}* (?:uns|unsere)|willkommen|erwartung\\p{L}*|gern|klären|erreichen|treue|offenheit|ehrlich\\p{L}*",
    "obrigad\\p{L}*|agradec\\p{L}*|sent(?:imos|ir)|lament\\p{L}*|descul\\p{L}*|perdão|lig(?:ue|ar|ue-nos|a\\s)|escrev\\p{L}*|contat\\p{L}*|contact\\p{L}*|ouvir|ouvi-l[oa]|falar|fale|convid\\p{L}*|pergunt\\p{L}*|avaliação|comentári\\p{L}*|palavras?|opinião|tempo|razão|recomend\\p{L}*|sugest\\p{L}*|confiança|carinho|ler|abrimos|horário|site|estrelas|apoio|confirmar|mensagem|experiência|equipe|equipa|ajudar|melhorar|paciência|interesse|dia|desejamos|dizer|contar|elogio\\p{L}*|gentil\\p{L}*|procure|feedback|dúvida\\p{L}*|atenção|compreensão",
    "grazie|ringrazi\\p{L}*|dispiac\\p{L}*|scus\\p{L}*|spiace|chiam\\p{L}*|scriv\\p{L}*|contatt\\p{L}*|ascolt\\p{L}*|sentir\\p{L}*|parl\\p{L}*|invit\\p{L}*|chied\\p{L}*|recensione|comment\\p{L}*|parol[ae]|opinione|tempo|ragione|consigli\\p{L}*|suggeriment\\p{L}*|fiducia|gentil\\p{L}*|legger\\p{L}*|aperti|orari\\p{L}*|sito|stelle|sostegno|confermare|messaggio|esperienza|squadra|aiutar\\p{L}*|migliorar\\p{L}*|pazienza|interesse|giornata|auguriamo|dire|segnalazion\\p{L}*|feedback|domand\\p{L}*|piacere leggere|affetto|comprensione|attenzione",
  ].join("|")})(?!\p{L})`,
  "iu",
);
/** What is told happened before. A compliment or an offer is about now: "Sie sind ein Schatz", "at your service". */
const TOLD = new RegExp(
  String.raw`(?<![\p{L}'’])(?=\p{L})(?:${[
    "was|were|been|had|did|didn['’]t|wasn['’]t|weren['’]t|could|couldn['’]t|have been|has been|\\p{Ll}{3,}ed|came|went|left|got|saw|gave|took|told|kept|chose|brought|paid|felt|fell|never|still (?:have|owe)|missed|gone|wore|broke|ran|made|found|hurt|began|lost|spoke",
    "\\p{L}{2,}(?:ó|aron|ieron|aste|iste|aba|aban|ían?|ado|ada|ido|ida)|fue|vino|hizo|dijo|trajo|tuvo|tenemos a nadie|debe",
    "avez|avons|aviez|avions|étiez|était|étions|deviez|vouliez|(?:a|ont) \\p{L}{2,}ée?s?|a été",
    "haben|hatten|hat|habe|hatte|war|waren|wurden?|wollten|konnten|sollten|mussten|kamen|gingen|kam|ging|brachten?|gab|gaben|half|halfen|verlief|dauerte|blieben|gegangen|gekommen|erschienen|geblieben|gewesen",
    "\\p{L}{2,}(?:ou|aram|eram|iram|ava|avam|ado|ada|ido|ida)|foi|foram|veio|vieram|fez|disse|saiu|teve|tinha|estava|estavam|ficou|trouxe|mudamos|recebeu|pediu",
    "ha|hai|abbiamo|avete|aveva|avevamo|avevi|era|eravamo|doveva|voleva|poteva|\\p{L}{2,}(?:ato|ata|uto|uta|ito|ita)",
  ].join("|")})(?![\p{L}])`,
  "iu",
);
/** One treatment, visit or payment, or a number of them. What a clinic offers to all comes without "the". */
const EVENT = new RegExp(
  String.raw`(?<![\p{L}'’])(?=[\p{L}\d])(?:${[
    "(?:the|that|this|those|these|each|every|first|last|\\d{1,2}|two|three|four|five|six|eight|ten|twelve) (?:\\p{L}+[ -]){0,2}?(?:sessions?|visits?|appointments?|treatments?|therapy|procedures?|eval(?:uation)?s?|assessments?|injections?|shots?|exams?|exercises|tests?|scans?|fees?|charges?|codes?|approval|authorization|double booking|booking|limp|program|adjustments?|manipulation|massage|needling)",
    "(?:la|el|esa|ese|esta|este|las|los|esas|esos) (?:\\p{L}+ )?(?:sesi[oó]n(?:es)?|terapia|tratamientos?|citas?|consultas?|visitas?|ejercicios|cargos?|pruebas?)",
    "(?:la|le|les|cette|ce|ces|l['’]) ?(?:\\p{L}+ )?(?:séances?|thérapie|traitements?|rendez-vous|soins|consultations?|exercices|frais|examens?)",
    "(?:die|der|das|den|dem|diese[rnms]?) (?:\\p{L}+ )?(?:behandlung(?:en)?|therapie|termine?s?|sitzung(?:en)?|übung(?:en)?|rechnung|untersuchung(?:en)?|massage|spritze)",
    "(?:a|o|essa|esse|esta|este|as|os|essas|esses|da|do|na|no) (?:\\p{L}+ )?(?:sess(?:ão|ões)|terapia|tratamentos?|consultas?|exercícios|exames?|cobranças?)",
    "(?:la|il|le|i|gli|quella|quel|questa|questo|della|del|alla|al) (?:\\p{L}+ )?(?:sedut[ae]|terapia|trattament[oi]|appuntament[oi]|visit[ae]|esercizi|esam[ei]|fattura)",
  ].join("|")})(?!\p{L})`,
  "iu",
);
/** The building, the equipment, the phone, the staff and what they eat: what happened to them is nobody's secret. */
const PREMISES = new RegExp(
  String.raw`(?<!\p{L})(?=\p{L})(?:${[
    "elevators?|lift|ramps?|doors?|signs?|racks?|spaces?|rooms?|buildings?|landlord|suite|lot|lobby|restrooms?|bathrooms?|pool|treadmills?|machines?|equipment|bikes?|tables?|chairs?|lights?|heating|air conditioning|ac|thermostat|paint\\p{L}*|carpet|floors?|locations?|website|page|link|phones?|lines?|voicemail|system|software|app|hired|hiring|trained|training|retrained|team|staff|therapists joined|added|extended|expanded|moved to|renovat\\p{L}*|repair\\p{L}*|replaced|fixed|cookies|cake|recipe|snacks|dog|promised|it (?:was|is|has been) (?:fixed|repaired|replaced)|fell short|needed|being",
    "ascensor|rampa|puertas?|cartel|sala|edificio|piscina|máquinas?|equipos?|teléfonos?|centralita|web|contratad\\p{L}*|reparad\\p{L}*|cambiad\\p{L}*|ampliad\\p{L}*|personal|pastel|galletas|aire acondicionado",
    "ascenseur|rampe|portes?|panneau|salle|bâtiment|piscine|machines?|matériel|téléphone|ligne|site|embauch\\p{L}*|recrut\\p{L}*|répar\\p{L}*|remplac\\p{L}*|agrandi\\p{L}*|équipe|gâteau|climatisation",
    "aufzug|fahrstuhl|rampe|türe?n?|schild|räume|gebäude|becken|geräte?|telefon\\p{L}*|leitung|webseite|eingestellt|repar\\p{L}*|ersetzt|erweitert|team|kuchen|kekse|klimaanlage|heizung|umgezogen",
    "elevador|rampa|portas?|placa|salas?|prédio|piscina|máquinas?|equipamentos?|telefones?|linha|contrat\\p{L}*|consert\\p{L}*|substitu\\p{L}*|ampli\\p{L}*|bolo|biscoitos|ar condicionado|estacionamento|beijo|abraço",
    "ascensore|rampa|port[ae]|insegna|sal[ae]|edificio|piscina|macchin\\p{L}*|attrezzature?|telefon\\p{L}*|linea|assunt\\p{L}*|riparat\\p{L}*|sostituit\\p{L}*|ampliat\\p{L}*|torta|biscotti|climatizzatore|parcheggio",
  ].join("|")})(?!\p{L})`,
  "iu",
);
/** What the clinic says of itself, or of what ought to be: "We grew faster than our calendar", "Bills should never …". */
const OWN =
  /(?<!\p{L})(?:we|us|our|ours|i|my|should|has to|have to|must|may|nosotros|nuestr\p{L}+|hemos|nous|notre|nos|wir|uns|unsere?[mnrs]?|nós|noss[oa]s?|noi|nostr[oaie]|abbiamo|\p{L}{2,}(?:amos|emos|imos|iamo))(?!\p{L})/iu;
const MOST_SHOWN = 60;
/** "Ha!" tells nothing. */
const FEWEST_WORDS = 3;

/** What happened to the author or at one visit, and what is told without any courtesy, no matter who is addressed. */
export function findTold(sentence: string): string[] {
  const told = sentence.trim();
  if (!TOLD.test(told) || told.split(/\s+/u).length < FEWEST_WORDS) return [];
  const addressed = YOU.test(told) || GERMAN_YOU.test(told) || DROPPED.test(told);
  const happened =
    EVENT.test(told) || (!COURTESY.test(told) && (addressed || !(OWN.test(told) || PREMISES.test(told))));
  return happened ? [told.slice(0, MOST_SHOWN)] : [];
}

const WEEKDAY =
  "(?:mon|tues|wednes|thurs|fri|satur)day|lunes|martes|miércoles|jueves|viernes|sábado|lundi|mardi|mercredi|jeudi|vendredi|samedi|(?:mon|diens|donners|frei|sams)tag|mittwoch|segunda|terça|quarta|quinta|sexta|luned[iì]|marted[iì]|mercoled[iì]|gioved[iì]|venerd[iì]|sabato";
const SESSIONS =
  "visits?|sessions?|appointments?|treatments?|sesion(?:es)?|sesión|citas?|séances?|rendez-vous|sitzung(?:en)?|termine?n?|behandlung(?:en)?|sess(?:ão|ões)|consultas?|sedut[ae]|appuntament[oi]";
const PAPER =
  "prescription|referral|script|ordonnance|volante|receta|rezept|verordnung|überweisung|pedido(?: médico)?|guia|requisição|receita|impegnativa|ricetta|prescrizione|richiesta";
/** The same sentence: a dot after a digit does not end it ("am 9. erstattet"). */
const SAME = "(?:[^.!?]|(?<=\\d)\\.)";
/** Events of a patient that need no word for "you". */
export const EVENTS: readonly string[] = [
  "(?:congrat\\p{L}+|glückwunsch\\p{L}*|gratul\\p{L}+|enhorabuena|felicidades|felicitaciones|félicitations|bravo|parabéns|complimenti)\\s(?:on|for|to you|zu[mr]?|por|pour|à|pela|pelo|per)(?!\\p{L})(?! (?:the|your|su|vos|ihre|sua|la sua)? ?(?:review|kind|words|team|equipo|équipe|équipe|team))",
  `(?:${SESSIONS})${SAME}{0,40}(?:refund|rembours|erstatt|estorn|rimbors|reembols|devol|devuel)\\p{L}*|(?:refund|rembours|erstatt|estorn|rimbors|reembols|devolv)\\p{L}*${SAME}{0,40}(?:${SESSIONS})`,
  `(?:${PAPER})[^.!?]{0,50}(?:expired|out of date|périm|caduc|abgelaufen|vencid|scadut|missing|manqu|fehl|falt)\\p{L}*|(?:without|sin|sans|ohne|sem|senza) (?:a |an |une |un |el |la |uma? |una |eine? )?(?:valid |new )?(?:${PAPER})`,
  "(?:absences|ausencias|ausfälle|faltas|assenze|no-?shows)[^.!?]{0,24}(?:row|suite|seguid|hintereinander|fila|consecut)\\p{L}*|(?:two|three|four|dos|tres|cuatro|deux|trois|quatre|zwei|drei|vier|duas|três|quatro|due|tre|quattro|\\d{1,2}) (?:absences|ausencias|ausfälle|faltas|assenze|no-?shows)",
  "(?:d['’]après|selon|laut|gemäß|según|segundo|conforme|dai|dalle|secondo|according to|per|from) (?:nos|unseren?|nuestr\\p{L}+|noss\\p{L}+|i nostri|le nostre|nostr\\p{L}+|our|os nossos|as nossas) (?:notes?|dossiers?|fichiers?|unterlagen|notizen|akten|aufzeichnungen|registros?|registos?|notas|expedientes?|archivos|fichas?|anotações|appunti|registri|archivi|schede|records?|files?|schedule|calendar|log)",
  "(?:remember|acord|recuerd|souvien|souven|erinner|lembr|ricord)\\p{L}* (?:\\p{L}+ ){0,3}?(?:you|usted|ustedes|vous|an Sie|você|vocês|lei|te|ti|de vous|di lei|dich)",
  "(?:nobody|no one|nadie|personne|niemand\\p{L}*|ninguém|nessuno)[^.!?]{0,24}(?:by|con|à|unter|com|sotto)[^.!?]{0,12} (?:name|nombre|nom|namen|nome)",
  `(?:esper(?:amos|ábamos)|attend(?:ons|ions)?|erwarte[nt]+|aspett(?:iamo|avamo))(?: \\p{L}+){0,2} (?:el |le |am |na |no |il |a )?(?:${WEEKDAY})|(?:le|la|lo|te|ti|vous|sie|você) (?:esperamos|attend(?:ons)?|erwarten|aspettiamo) (?:el |le |am |na |il )?(?:${WEEKDAY})`,
  "(?:keep (?:up|doing|icing|moving|stretching|working|at it|at those|those|going with)|stick (?:to|with)|stay (?:active|strong|consistent))(?! (?:in touch|an eye|smiling))(?=[^.!?]*(?:exercis|stretch|slide|program|routine|walk|ic(?:e|ing)|work|plan|it|those))",
  "(?:siga|sigue|continúe|continúa|no deje|continuez|poursuivez|gardez|n['’]arrêtez|continue|mantenha|não pare|continui|continua|prosegua|non smetta|mantenga) (?:con |avec |com |a |de |di |les |los |os |gli |la |lo |le )?(?:\\p{L}+ ){0,2}?(?:estiramient|ejercici|étirement|exercice|alongament|exercíci|stretching|eserciz|rutina|routine|programm|trabajo|travail|trabalho|lavoro)\\p{L}*|(?:dehnen|üben|trainieren|kräftigen|kühlen) Sie|machen Sie (?:\\p{L}+ ){0,2}weiter|bleiben Sie (?:dran|am Ball|in Bewegung)",
  "miss(?:es|ed)? (?:having |seeing |treating )?you (?:in|at|around|already|on)|you were (?:one of|such an?|an? (?:model|joy|pleasure|delight|star|trooper|champ\\p{L}*|warrior|hard)|our)",
  "(?:fue|fuiste|ha sido|has sido|foi|foste|è stat[oa]|sei stat[oa]) (?:\\p{L}+ )?(?:atendid|tratad|vist|evaluad|avaliad|seguit|curat|trattat|visitat|ricevut|operad)[oa]|l['’]ha (?:\\p{L}+ )?(?:seguit|curat|trattat|visitat|vist|accolt)[oa]|(?:la|lo|le|te|ti) (?:ha|atendió|trató|vio|atendeu|tratou) (?:seguit|curat|trattat|visitat|\\p{Lu})\\p{L}*|(?:atendeu|tratou|acompanhou|avaliou) (?:você|o senhor|a senhora)",
  "(?:ohne|sans|sin|senza|sem|without) (?:\\p{L}{1,4} )?(?:geh)?(?:stock|stütze|krücke|rollator|canne|béquille|bastón|muleta|andador|bastone|stampell|bengala|cane|walker|crutch)\\p{L}*",
  "(?:sticking|stuck) with (?:it|us|the|this)|(?:where|since) we left off|glad (?:that )?we (?:caught|found|got|could get)|(?:thanks?|thank you|grateful|appreciate) (?:\\p{L}+ )?for (?:coming|making the (?:drive|trip)|driving|traveling)(?! (?:forward|back|by))|(?:says hi|sends (?:her|his|their) (?:best|love|regards)|asks about)|hope (?:that )?(?!the |this |our |we |all |everyone|everybody)\\p{L}+ (?:is|are|keeps?|continues?) (?:\\p{L}+ )?(?:doing (?:well|better|great|fine)|feeling|well|better|recovering|healing|on the mend)|(?:well done|good job|great job|nice work|way to go)(?!,? (?:team|\\p{L}+ team))",
  `(?:wait|delay|attesa|espera|attente|wartezeit|retard|ritardo|atraso|retraso)(?: time)?,? (?:on|of|from|di|de|del|du|am|vom|da|last|this past) (?:the |el |le |il )?(?:${WEEKDAY}|\\d{1,2}(?:st|nd|rd|th)?(?![\\d%]| ?(?:min|hour|%)))`,
  "bruis(?:e|es|ed|ing)|(?:the|that|this|your|his|her|a) (?:\\p{L}+ )?(?:scan|tape|sling|stitches|incision|baby|bump|band-?aid|fall)|(?:helped|saw|treated|evaluated|worked with|(?:minutes|hours?|time) with|caring for) (?:him|her|them)|(?:the family|the patient|this patient)|charged? for (?:that|this)|that (?:morning|afternoon|evening|day|visit)|no one by (?:this|that) name|(?:that|those) exercises?|dass der Termin|que la cita",
  "(?:pt|therapy|treatment|session|it) (?:was|felt) (?:\\p{L}+ )?(?:painful|sore|uncomfortable|rough|too much)|(?:wrote|write|written|writing) (?:it |that |this )?off|you were (?:\\p{L}+ )?(?:nervous|scared|anxious|worried|skeptical|hesitant|shy|tense)|(?:nerves?|muscles?|tissues?|bones?|tendons?|ligaments?)[^.!?]{0,20} heal\\p{L}*|tardiness|late arrivals?",
  "double[- ]book\\p{L}*|(?:get|got|getting|seek|sought|request\\p{L}*|obtain\\p{L}*) (?:prior |an? |the )?(?:approval|authorization)|(?:during|durante|pendant|während) (?:\\p{L}+ )?(?:session|visit|appointment|treatment|therapy|evaluation|sesi[oó]n|terapia|tratamiento|cita|consulta|séance|thérapie|traitement|rendez-vous|behandlung|therapie|sitzung|sessão|tratamento|seduta|trattamento|visita)",
  "(?:since|when|the day) you (?:first|walked|limped|hobbled|rolled|wheeled)",
  "lumbago|lumbalgia|lombalgi[ae]|hexenschuss|ischialgie|torticolis|tortícolis|torcicol+o|pubalgi[ae]|rotura|rupture|prótesis|prothèse|prothese|prótese|protesi|escayola|plâtre|gips|gesso|ingessatura|férula|attelle|schiene|tutore|joelheira|calambres?|crampes?|krämpfe|cãibras?|crampi|hormigueos?|fourmillements?|taubheit\\p{L}*|formigamentos?|formicolio|raideur|rigidez|rigidità|steifheit|suelo pélvico|périnée|beckenboden|assoalho pélvico|pavimento pelvico|incontinenci?[ae]|inkontinenz|cesárea|césarienne|kaiserschnitt|cesariana|cesareo|schlaganfall|parálisis|paralysie|lähmung|paralisia|paralisi|fibromi?[ay]lgi[ae]|osteoporose|osteoporosis|ostéoporose|osteoporosi|canal carpien|túnel carpiano|tunnel carpale|karpaltunnel\\p{L}*|manguito|coiffe|rotatorenmanschette|manguito rotador|cuffia|gehstock|déambulateur|andador|deambulatore|rollstuhl|fauteuil roulant|silla de ruedas|cadeira de rodas|sedia a rotelle|infiltr\\p{L}+|spritze",
  "(?:fin|ende|abschluss|final|fine|conclusión|conclusão) (?:de |der |del |do |da |des |du |Ihrer |seiner )?(?:la |su |sua |votre |sa |deiner )?(?:thérapie|therapie|terapia|tratamiento|traitement|behandlung|tratamento|trattamento|percorso|rééducation|rehabilitación|rehabilitation|reabilitação|riabilitazione|prise en charge|reha)",
  "(?:por|pela|per|für|de|the|su|sua|la|el|zur) (?:el )?(?:alta|dimissione|entlassung)(?! (?:calidad|qualidade|qualità|gama|demanda))(?!\\p{L})",
];
