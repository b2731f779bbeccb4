/** Reviews as people write them, each language with the encodings that its files come in. */
export const SAMPLES: [language: string, encodings: string[], texts: string[]][] = [
  [
    "French",
    ["windows-1252", "macintosh"],
    [
      "Très bon accueil, l'équipe est à l'écoute.",
      "Séance un peu courte mais efficace, merci à Hélène !",
      "J'ai retrouvé l'usage de mon épaule grâce à eux.",
      "Déçu, le kiné était en retard.",
    ],
  ],
  [
    "German",
    ["windows-1252", "macintosh"],
    [
      "Sehr freundlich und kompetent, gerne wieder.",
      "Die Übungen für den Rücken haben mir sehr geholfen.",
      "Leider lange Wartezeit, aber die Behandlung war großartig.",
      "Schöne Räume, tolles Team.",
    ],
  ],
  [
    "Spanish",
    ["windows-1252", "macintosh"],
    [
      "Muy buena atención, el señor Núñez explica todo.",
      "Después de tres sesiones ya no me duele la rodilla.",
      "¡Recomendado al cien por cien!",
      "La recepción tardó mucho en contestar el teléfono.",
    ],
  ],
  [
    "Portuguese",
    ["windows-1252", "macintosh"],
    [
      "Ótimo atendimento, não tenho reclamações.",
      "A sessão de fisioterapia foi muito boa.",
      "Recepção atenciosa e clínica limpa.",
      "Não gostei da demora.",
    ],
  ],
  [
    "Swedish",
    ["windows-1252", "macintosh"],
    [
      "Väldigt bra behandling, jag är nöjd.",
      "Hjälpte mig med mitt knä på några veckor.",
      "Trevlig personal och fräscha lokaler.",
    ],
  ],
  [
    "Danish",
    ["windows-1252"],
    [
      "Rigtig god behandling, jeg føler mig bedre.",
      "Sød og dygtig fysioterapeut, klart anbefalelsesværdig.",
      "Lidt for lang ventetid på første besøg.",
    ],
  ],
  [
    "English with names",
    ["windows-1252", "macintosh"],
    [
      "Great place, José was wonderful.",
      "The café next door is nice too.",
      "Zoë fixed my knee, naïve me waited too long.",
      "Renée’s advice was spot on.",
    ],
  ],
  [
    "Polish",
    ["windows-1250", "iso-8859-2"],
    [
      "Świetna obsługa, bardzo polecam wszystkim.",
      "Pani Małgorzata jest profesjonalna i miła.",
      "Ból pleców zniknął po kilku wizytach.",
      "Długo czekałem, ale było warto.",
    ],
  ],
  [
    "Czech",
    ["windows-1250", "iso-8859-2"],
    [
      "Velmi příjemný přístup, děkuji.",
      "Po třech návštěvách mě přestalo bolet koleno.",
      "Dlouhé čekání, ale skvělá péče.",
      "Určitě se vrátím.",
    ],
  ],
  [
    "Hungarian",
    ["windows-1250", "iso-8859-2"],
    [
      "Nagyon kedves és segítőkész csapat.",
      "A gyógytornász türelmes volt, köszönöm szépen.",
      "Kicsit hosszú volt a várakozás, de megérte.",
      "Csak ajánlani tudom mindenkinek, jobb lett a térdem, fűszer nélkül.",
    ],
  ],
  [
    "Russian",
    ["windows-1251", "koi8-r", "x-mac-cyrillic", "iso-8859-5", "ibm866"],
    [
      "Отличная клиника, всем рекомендую!",
      "После трёх сеансов спина больше не болит.",
      "Долго ждал приёма, но врач внимательный.",
      "Спасибо Марии за помощь.",
    ],
  ],
  [
    "Ukrainian",
    ["windows-1251"],
    [
      "Дуже гарна клініка, усім раджу.",
      "Після лікування коліно вже не болить, дякую.",
      "Привітний персонал і чисті кабінети.",
    ],
  ],
  [
    "Bulgarian",
    ["windows-1251"],
    [
      "Много добро отношение, препоръчвам.",
      "След три процедури гърбът ми вече не боли.",
      "Чакахме дълго, но си заслужаваше.",
    ],
  ],
  [
    "Greek",
    ["windows-1253"],
    [
      "Πολύ καλή εξυπηρέτηση, το συνιστώ.",
      "Ο φυσικοθεραπευτής ήταν εξαιρετικός.",
      "Μεγάλη αναμονή αλλά άξιζε τον κόπο.",
    ],
  ],
  [
    "Turkish",
    ["windows-1254"],
    [
      "Çok memnun kaldım, teşekkür ederim.",
      "Fizyoterapist çok ilgiliydi, ağrım geçti.",
      "Bekleme süresi biraz uzundu ama değdi.",
    ],
  ],
  [
    "Hebrew",
    ["windows-1255"],
    ["שירות מצוין, ממליץ בחום.", "המטפלת הייתה סבלנית ומקצועית.", "חיכיתי הרבה זמן אבל היה שווה."],
  ],
  [
    "Arabic",
    ["windows-1256"],
    ["خدمة ممتازة وأنصح بها الجميع.", "المعالج كان محترفا جدا وساعدني كثيرا.", "انتظرت طويلا لكن النتيجة جيدة."],
  ],
  [
    "Lithuanian",
    ["windows-1257"],
    [
      "Labai puikus aptarnavimas, ačiū.",
      "Po trijų vizitų nugaros skausmas praėjo.",
      "Šiek tiek ilgai laukėme, bet buvo verta, rekomenduoju žmonėms.",
    ],
  ],
  [
    "Japanese",
    ["shift_jis", "euc-jp"],
    [
      "とても丁寧な施術で、肩の痛みがなくなりました。",
      "スタッフの皆さんが親切で安心できます。",
      "予約が取りにくいのが残念です。",
    ],
  ],
  [
    "Chinese",
    ["gb18030"],
    ["服务很好，医生非常专业。", "治疗三次以后膝盖不疼了，推荐大家来。", "等待时间有点长，但是效果不错。"],
  ],
  [
    "Traditional Chinese",
    ["big5"],
    ["服務很好，醫生非常專業。", "治療三次以後膝蓋不痛了，推薦大家來。", "等待時間有點長，但是效果不錯。"],
  ],
  [
    "Korean",
    ["euc-kr"],
    [
      "정말 친절하고 전문적인 병원입니다.",
      "세 번 치료를 받고 무릎 통증이 사라졌어요.",
      "대기 시간이 조금 길었지만 만족합니다.",
    ],
  ],
];
