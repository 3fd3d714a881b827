import { either, opening, pageOf, words, type Language, type Shape, type Wording } from './language.ts'

const PLEASE = "s['’]il (?:te|vous) plaît|et|aussi"

const wording: Wording = {
  decision: words(
    "(?:nous avons|on a|j['’]ai) (?:décidé|choisi|opté)",
    '(?:on (?:passe|migre|reste)|nous (?:passons|migrons|restons)) (?:à|de|sur|sous|avec) \\p{L}+',
    '(?:nous utiliserons|on utilisera|on va utiliser|nous allons utiliser|on part sur)',
  ),
  preference: either(
    words(
      "je (?:préfère|déteste|n['’]aime pas)(?! (?:que|ton|ta|cette|ce|ça))",
      "j['’](?:aime|adore)(?! (?:bien )?(?:ton|ta|cette|ce|ça|l['’]idée))",
      "j['’]utilise toujours",
      "je n['’]utilise jamais",
      'à partir de maintenant',
      'dorénavant',
      'désormais',
      '(?:mon|ma) \\p{L}+ (?:préférée?|favorite?|favori)',
      '(?:réponds|répondez|écris|écrivez|utilise|utilisez) toujours',
      "n['’](?:utilise|utilisez|écris|écrivez) jamais",
    ),
    opening(PLEASE, '(?:toujours|(?:ne )?jamais)\\s'),
  ),
  fact: either(
    words(
      "je m['’]appelle \\p{L}+",
      'mon nom est',
      "j['’]habite",
      'je (?:vis|travaille) (?:à|en|au|aux|chez|pour|comme) (?!ça|cela)\\p{L}+',
      'je suis (?:allergique|végétarienne?|végane?|née? (?:à|en|le)|une? (?!peu)\\p{L}+)',
      "j['’]ai (?:une?|deux|trois|quatre|\\d+) (?!problème|question|idée|doute|erreur|souci|bug|peu)\\p{L}+",
      "(?:notre|nos) (?!problème|question|idée|objectif|erreur)\\p{L}+(?: de \\p{L}+)? (?:est|sont|s['’]appelle|utilise|tourne)",
      "(?:mon|ma) (?!problème|question|idée|avis|code|erreur|objectif)\\p{L}+ (?:est|s['’]appelle|habite|travaille)",
      "(?:le|ce) (?:projet|dépôt|service|serveur) (?:utilise|tourne|s['’]appelle)",
      '(?:nous utilisons|on utilise) \\p{L}+',
    ),
    opening(
      PLEASE,
      "(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|notez?|n['’]oubliez? pas)(?: (?:que\\s|qu['’])|[ ]?[:,]\\s)",
    ),
  ),
  named: /(?<!\p{L})[Jj]e suis \p{Lu}\p{Ll}+(?:[ ,.!]|$)/u,
  refers: /à la place|(?:ça|cela|le (?:premier|second|dernier)|la (?:première|seconde|dernière))[.!]?$/iu,
  question: opening(
    'et|mais',
    '(?:que|quoi|comment|quand|où|qui|quel(?:le)?s?|pourquoi|est-ce|peux-tu|pouvez-vous|pourrais-tu|dois-je|faut-il)(?![\\p{L}])',
  ),
  fragment: opening('mais|et', "(?:si|quand|lorsque|par exemple|au lieu de|sauf si|à moins que)\\s|s['’]il "),
  leadIn: opening(
    PLEASE,
    "(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|notez?|n['’]oubliez? pas)(?: (?:que\\s+|qu['’])|[ ]?[:,]\\s+)",
  ),
  habit: words(
    'toujours',
    'jamais',
    'préfère',
    'préférée?',
    'favorite?',
    'favori',
    'aime',
    'adore',
    'déteste',
    'à partir de maintenant',
    'dorénavant',
    'désormais',
    'chaque',
    'tou(?:s|tes)',
  ),
  atHand: words('ce', 'cet', 'cette', 'ces', 'ceci', 'cela', 'ça'),
  moved: words('(?:repouss|report|décal|déplac|avanc|prolong)\\p{L}* (?:au|à|jusqu)', 'est maintenant'),
  due: words('échéance', 'date limite', 'délai', 'rendu', 'livraison'),
  scheduled: words(
    'lancement',
    'sortie',
    'examen',
    'mariage',
    'anniversaire',
    'réunion',
    'ouverture',
    'soutenance',
    'commence',
  ),
  onDay: /(?<!\p{L})(?:est|sera|tombe|aura lieu)(?: prévu[e]?)?(?: le)? ?@/iu,
  momentary: words(
    "aujourd['’]hui",
    "pour l['’]instant",
    'en ce moment',
    'cette fois',
    'demain',
    'hier (?:soir|matin)',
    'temporairement',
    'cette semaine',
    'ce soir',
  ),
}

const STOP_WORDS = `du des et est un une dans qui que quoi quel quelle quels quelles où quand pourquoi pas sur avec ce cette ces
ont sont été aux ou leur leurs il elle ils elles nous vous je tu`

const shape: Shape = {
  past: '(?<!\\p{L})(?:était|étaient|avait|avais|étais|fut|(?:ai|as|a|avons|ont|suis|est|sommes|sont) (?:\\p{L}+ )?\\p{L}+(?:é|i|u|is|it|ert)e?s?)(?!\\p{L})',
  whenever:
    "(?<!\\p{L})(?:quand (?:tu|vous|je) (?:m[’']|me |te |vous )?(?:écri|répond|expli|donn|envo|parl|demand|propos)\\p{L}*|chaque fois|à chaque fois|dès que (?:je|tu))(?!\\p{L})",
  stated:
    "^(?:(?:le|la|les|l['’]|mon|ma|mes|notre|nos|tous les|toutes les) ?)?(?:[\\p{L}\\d'’-]+ ){1,4}?(?:est|sont|a|ont|va|vont|doit|doivent|se \\p{L}{3,}|s['’]\\p{L}{3,}|passe|tourne|coûte|commence|finit|habite|travaille|vient|prend|fait) ",
  notes:
    "^(?:(?:ok|d[’']accord|bien|parfait|très bien|entendu|ah)[,.! ]+)*(?:noté|c[’']est noté|bien noté|compris|entendu|d[’']accord|je (?:note|retiens|m[’']en souviendrai|prends note|garderai)|mis à jour|félicitations|désormais)(?!\\p{L})",
  greets:
    "^(?:(?:bonjour|salut|bonsoir|coucou|merci(?: beaucoup| bien)?|ok|d[’']accord|parfait|super|génial|oui|non|au revoir|à (?:bientôt|plus)|très bien|c[’']est bon|voilà)[,.! ]*)+$",
  same: "(?<!\\p{L})(?:pareil(?:le)?s?|même|inchangée?s?|ne changent? pas|n[’']a pas changé|reste(?:nt)? (?:la|le|les|à)|comme (?:avant|prévu))(?!\\p{L})",
  asking:
    "[?]|(?<!\\p{L})(?:qu['’]est-ce|est-ce|quoi|comment|combien|quel(?:le)?s?|pourquoi|où|quand est-ce|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu (?:peux|pourrais|sais|connais|as une idée)|vous (?:pouvez|pourriez|savez))(?!\\p{L})",
  orders:
    "^(?:(?:ok|alors|maintenant|puis|s['’]il (?:te|vous) plaît|et|bon|merci|salut|bonjour)[, ]+)*(?:donne\\p{L}*|écris\\p{L}*|écrivez|fai(?:s|tes)\\p{L}*|montre\\p{L}*|explique\\p{L}*|traduis\\p{L}*|résume\\p{L}*|rédige\\p{L}*|corrige\\p{L}*|propose\\p{L}*|trouve\\p{L}*|cherche\\p{L}*|ajoute\\p{L}*|enlève|supprime|change|mets|calcule|compare|aide\\p{L}*|dis\\p{L}*|prépare\\p{L}*|crée|génère|raccourcis|rappelle-moi|range|trie)(?![\\p{L}])|^(?:j['’]aurais besoin|j['’]ai besoin|il me faut|il me faudrait|je voudrais|j['’]aimerais|je cherche) (?:d['’]|une? |des |de )",
  you: "(?<!\\p{L})(?:tu|te|toi|ton|ta|tes|vous|votre|vos)(?!\\p{L})|(?<!\\p{L})t['’]",
  once: "(?<!\\p{L})(?:(?:juste|seulement|uniquement) (?:pour )?(?:cette fois|aujourd['’]hui|ce soir|demain|cette|ce(?:t)?|lui|elle|eux)|(?:pour )?cette fois(?:-ci)?|exceptionnellement|pour une fois|à titre exceptionnel)(?!\\p{L})",
  self: '',
  recurring:
    '(?<!\\p{L})(?:(?:chaque|tous les) (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|jour|mois|matin|semaine)s?)(?!\\p{L})',
  thing: '',
  rule: '',
  passing:
    '(?<!\\p{L})(?:erreurs?|échou\\p{L}*|cassé|bug|problèmes?|merci|désolé|bizarre|peut-être|encore|semble|plus tard|attends)(?!\\p{L})',
  mood: "(?:je (?:me sens|sens|crois|pense|souhaite)|j[’'](?:espère|ai hâte|aimerais)|je suis (?:très |si |un peu )?(?:heureu\\p{L}*|triste|fatigué\\p{L}*|stressé\\p{L}*|content\\p{L}*)|bien sûr|avec plaisir|enchanté\\p{L}*)(?!\\p{L})",
  agrees: '(?:oui|exactement|bien sûr|tout à fait)(?!\\p{L})',
  opener:
    "(?:bonjour|salut|bonsoir|alors|bon|au fait|ah|ok|oui|note|une chose|avant que j[’']oublie|aussi|et|mais|pour info|contexte|d[’']ailleurs|mise à jour)(?:[,.:!]+\\s*|\\s+)",
  task: "(?:ajoute\\p{L}*|change\\p{L}*|fai(?:s|tes)|donne\\p{L}*|enlève|supprime|mets|mettez|écris|écrivez|essaie|vérifie|traduis|explique|résume|montre|cherche|aide|peux|pouvez|pourrais|pourriez|veux|voudrais|crée|corrige|utilise|réponds|continue|compare|merci|super|parfait|bien|mieux|ok|oui|non|ça|c[’']est|ce|cet|cette|ces|il|elle|on|tu|vous|quoi|que|qui|comment|quand|où|pourquoi|si|je (?:pense|crois|vois|sais|veux|voudrais|peux|ne sais|trouve|suis (?:sûr|perdu|bloqué))|peut-être|encore|voilà|là|ici|hm+)(?![\\p{L}:])",
  standing:
    '(?<!\\p{L})(?:toujours|jamais|chaque|tou(?:te)?s|seulement|uniquement|maximum|au plus|au moins|désormais|sans|partout)(?!\\p{L})',
  own: "(?<!\\p{L})(?:je|j[’']\\p{L}+|mon|ma|mes|nous|notre|nos|moi)(?!\\p{L})",
  went: "(?<!\\p{L})(?:hier|tout à l[’']heure|la semaine dernière|déjà)(?!\\p{L})",
  muses:
    '(?<!\\p{L})(?:sens|heureu\\p{L}*|triste|fatigué\\p{L}*|seule?(?= et)|stressé\\p{L}*|espère|devrai\\p{L}*|pourrai\\p{L}*|peut-être|je pense|je crois|semble|mieux|il faut|il faudrait)(?!\\p{L})',
  says: '',
  follows: '^(?:il|elle|ils|elles)(?!\\p{L})',
}

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'

export const french: Language = {
  code: 'fr',
  stopWords: STOP_WORDS,
  wording,
  shape,
  calendar: {
    months: MONTHS.split(' '),
    weekdays: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
    relative: {
      yesterday: String.raw`\bhier\b`,
      'before yesterday': String.raw`\bavant-hier\b`,
      today: String.raw`\baujourd['’]hui\b`,
      'last week': String.raw`\bla semaine dernière`,
      'this week': String.raw`\bcette semaine\b`,
      'last month': String.raw`\ble mois dernier\b`,
      'this month': String.raw`\bce mois-ci\b`,
      'last year': String.raw`\bl['’](?:an dernier|année dernière)`,
      'this year': String.raw`\bcette année`,
    },
    ago: String.raw`\bil y a (?<amount>\d+|une?|deux|trois|quatre|cinq|six) (?<unit>jour|semaine|mois|an)`,
    numbers: { un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6 },
    unitDays: { jour: 1, semaine: 7, mois: 30, an: 365 },
  },
  asks: {
    when: String.raw`(?<!\p{L})(?:quand|quel(?:le)? (?:jour|date|heure|année|mois))(?!\p{L})`,
    howMany: String.raw`(?<!\p{L})combien(?!\p{L})`,
    firstPerson: String.raw`(?<!\p{L})(?:je|moi|mes)(?!\p{L})|(?<!\p{L})j['’]`,
    latest: String.raw`(?<!\p{L})(?:derni(?:er|ère)s?|actuel(?:le)?(?:ment)?|le plus récent)(?!\p{L})`,
  },
  about: {
    self: {
      asks: String.raw`(?<!\p{L})(?:qui suis-je|je suis qui|comment (?:est-ce que )?je m['’]appelle|(?:quel est|connais-tu|tu connais) mon (?:nom|prénom|métier|travail)|que sais-tu (?:de|sur) moi|qu['’]est-ce que tu sais (?:de|sur) moi|qui est l['’]utilisat(?:eur|rice))(?!\p{L})`,
      tells: String.raw`\b(?:[Jj]e m['’]appelle|[Mm]on nom est|[Aa]ppelle[z-]*moi|[Jj]e suis (?=\p{Lu}|(?:une? |le |la )?\p{L}+(?:eur|euse|iste|ien|ienne|trice|ier|ière|cat|cate|cin|ecte|ant|ante)(?!\p{L}))|[Jj]e travaille (?:comme|chez|dans|à|pour|en)|[Ll]['’]utilisat(?:eur|rice) (?:est|s['’]appelle))`,
    },
    who: {
      asks: String.raw`(?<!\p{L})(?:qui|à qui|quelle personne)(?!\p{L})`,
      tells: String.raw`(?:(?:[Dd]emande[zr]?|[Vv]oir|[Cc]ontacte[zr]?|[Pp]arle[zr]?) (?:à |avec )?(?=\p{Lu})|(?:responsable|chef\p{L}*|fournisseur|contact)(?: \p{L}+){0,4} est (?=\p{Lu})|\p{Lu}\p{Ll}+ (?:s['’]occupe|gère|valide|relit|approuve|dirige)(?!\p{L}))`,
    },
  },
  stance: {
    speaker: String.raw`(?<!\p{L})l['’]utilisat(?:eur|rice)(?!\p{L})`,
    telling: String.raw`\b(?:préfère|veut)\b`,
    no: String.raw`(?<!\p{L})(?:pas|jamais|sans|aucune?|rien)(?!\p{L})`,
    ended: String.raw`(?<!\p{L})(?:ne [^,.]{1,20} plus|arrêté de|autrefois)(?!\p{L})`,
    perhaps: String.raw`(?<!\p{L})(?:peut-être|sans doute|probablement|pense à|envisage\p{L}*|un jour)(?!\p{L})`,
    order: String.raw`\b(?:toujours|jamais|ne|pas|je|on|nous)\b|[jn]['’]`,
    slots: [
      /(?<slot>j['’]habite(?: à)?|je m['’]appelle|je travaille chez) (?<value>[^,.;]+)/iu,
      /(?<!\p{L})(?:mon|ma|notre) (?<slot>\p{L}+) (?:est|s['’]appelle) (?<value>[^,.;]+)/iu,
    ],
    places: [
      [
        /(?<!\p{L})(?:habit(?:e|es|ons|ez|ent)|viv(?:ons|ez|ent)|vi[st])(?: maintenant)? (?:à|en|au|aux) (?<value>[^,.;]+)/iu,
        /(?<!\p{L})(?:d|em)?ménagé (?:à|en|au|aux) (?<value>[^,.;]+)/iu,
      ],
      [/(?<!\p{L})travaill(?:e|es|ons|ez|ent)(?: maintenant)? chez (?<value>[^,.;]+)/iu],
    ],
    replacements: [/(?<b>[\w.+#-]+) (?:au lieu de|plutôt que) (?<a>[\w.+#-]+)/iu],
    moving:
      'repoussé repoussée reporté reportée décalé déplacé avancé maintenant nouveau nouvelle utilise utilisons avons travaille semaine mois',
    inUse: String.raw`\b(?:utilis\w+|est|choisi|opté|passons)\b|décidé`,
    changed: String.raw`(?<!\p{L})(?:maintenant|désormais|ne [^,.]{1,20} plus|plus de|à partir d\p{L}*|au lieu de|finalement|report\p{L}+|décal\p{L}+|avanc\p{L}+|chang\p{L}+|remplac\p{L}+|nouve(?:au|lle)s?|passe(?:r|nt|ons)? (?:à|au)|en fait|prolong\p{L}+|quitt\p{L}+|parti\p{L}*|plutôt que)(?!\p{L})`,
    rivals: [
      'temps plein|temps partiel|mi-temps|indépendante?|au chômage|retraitée?',
      'de nuit|de jour|du matin|en roulement',
      'célibataire|fiancée?|mariée?|séparée?|divorcée?',
      'végétarien(?:ne)?|végane?',
      'à distance|en télétravail|au bureau|hybride',
      'quotidien|hebdomadaire|bimensuel|mensuel',
    ],
    others: 'femme|mari|fils|fille|mère|père|frère|sœur|collègue|chef|ami[e]?',
    over: String.raw`(?<!\p{L})(?:ne [^,.]{1,20} plus|plus de|au lieu de|plutôt que|parti|quitté|annulé|remplac\p{L}+)(?!\p{L})`,
  },
  hello: 'bonjour|salut|bonsoir',
  labels: {
    preference: 'préférences?',
    decision: 'décisions?|décidé',
    lesson: 'leçons?',
    fact: 'faits?',
  },
  smallWords: `je tu il elle nous vous mon ma mes ton ta tes son sa ses notre nos le la les un une des du de et ou en dans
avec pour par sur que qui ne pas est sont suis ai a ont habite travaille préfère toujours jamais très plus
mais comme quand se me te lui leur ce cette ces aux au chez`,
  page: pageOf('Mémoire', ['Préférences', 'Faits', 'Décisions', 'Leçons'], {
    until: 'jusqu’au @link',
    more: 'Suite dans @folder',
    asOf: 'au @day',
    past: 'Passé',
  }),
  kept: {
    filler: String.raw`(?:merci|super|parfait|pardon|encore une chose)[,.:!]+\s*`,
    closer: String.raw`(?:,? (?:s['’]il (?:te|vous) pla[iî]t|stp|svp|merci|à la place))+(?=[.!]*$)`,
    now: String.raw`(?<!\p{L})(?:maintenant|actuellement|en ce moment|pour l['’]instant|aujourd['’]hui|demain|hier|récemment|bientôt|ces jours-ci|cette semaine|ce mois-ci|cette année|ce trimestre|(?:la semaine|le mois|l['’]année|le trimestre) (?:prochaine?|dernière?|dernier)|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) prochain)(?!\p{L})`,
    reach: {
      day: String.raw`(?<!\p{L})(?:aujourd['’]hui|demain)(?!\p{L})`,
      week: String.raw`(?<!\p{L})(?:cette semaine|la semaine prochaine|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) prochain)(?!\p{L})`,
      month: String.raw`(?<!\p{L})(?:ce mois-ci|le mois prochain)(?!\p{L})`,
    },
    stays: String.raw`(?<!\p{L})(?:anniversaire|fête|férié|née?|chaque|tous les|annuel\p{L}*|depuis|dès|à partir|commence|débute|ouvre|était|a été|expire)(?!\p{L})`,
    ends: String.raw`(?<!\p{L})(?:jusqu['’]\p{L}+|finit|se termine|en congé|en vacances|absente?)(?!\p{L})`,
    demands: String.raw`(?<!\p{L})(?:il faut|doit|doivent|interdit\p{L}*|obligatoire\p{L}*|toujours|jamais)(?!\p{L})|^(?:demande|utilise|écris|réponds|évite)[sz]? `,
    likes: String.raw`(?<!\p{L})(?:préfère|aime|voudrais|veux|s['’]il te plaît)(?!\p{L})`,
    atPresent: String.raw`(?<!\p{L})(?:actuellement|en ce moment)(?!\p{L})`,
  },
  letter: { greeting: 'bonjour|salut|chère?', signOff: 'cordialement|bien à (?:toi|vous)' },
}
