import type { Changes, Language, Shape, Wording } from './language.ts'
import { either, opening, pageOf, words } from './tables.ts'

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
      '(?:réponds|répondez|écris|écrivez|utilise|utilisez)(?:-moi)? toujours',
      '(?:tutoie|vouvoie)-moi|(?:on se|tu peux me) (?:tutoie|tutoyer)',
      "pas d(?:e |[’'])\\p{L}+,? s[’']il (?:te|vous) plaît",
      '(?:évite|évitez) (?!ça|cela|ce)\\p{L}+',
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
      'je suis (?:diabétique|cœliaque|intolérante?|asthmatique|enceinte|retraitée?|mariée?|divorcée?|célibataire|gaucher|gauchère)',
      "(?:ma|mon) (?:femme|mari|conjointe?|copine|copain|fils|fille|mère|père|frère|sœur|chienn?e?|chatte?|chef|cheffe|patronn?e?)(?: \\p{L}+)? (?:est|a|ne|n['’]|s['’]appelle|travaille|habite|mange|adore|déteste|prend)",
      'je (?:tiens|dirige|gère|enseigne|étudie|loue|élève|fabrique|prends|paie|paye|bosse) \\p{L}+',
      "c['’]est \\p{L}+ qui (?:valide|gère|s['’]occupe|décide|signe|paie|paye|relit|approuve|fait)",
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

const THINGS =
  '(?:production|prod|préprod|serveur|base de données|port|branche|dépôt|file|cache|déploiements?|sauvegardes?|logs|alertes|tickets|factures|paiements|commandes|livraisons?|réunions?|bureau|budget|loyer|menu|cours|école|mot de passe|clé|code|configuration|api|domaine|compte|licence|équipe|entreprise|boutique|appli|site|service|tests|dates|prix|titres|mails|courriers|rapports|documents|commits|commentaires|noms|réponses|répétitions?|wifi)'

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
  self: "^(?:(?:bonjour|salut|bonsoir|alors|au fait)[,!.:]? )?(?:je (?:tiens|dirige|gère|enseigne|étudie|loue|travaille|bosse|vis|cuisine|bois|mange|prends|paie|paye|joue|cours|nage|conduis|élève|vends|fabrique|cultive|dors|parle)|j['’](?:habite|enseigne|étudie|élève|utilise|anime|écris un|écris une)|nous (?:sommes|vivons|habitons|travaillons|vendons|ouvrons|fermons|livrons)|on (?:est|vit|habite|travaille|vend|ouvre|ferme|livre|déploie|utilise)) (?!sûr|content|d['’]accord|perdu|bloqué|désolé|prêt)",
  recurring:
    '(?<!\\p{L})(?:(?:chaque|tous les) (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|jour|mois|matin|semaine)s?)(?!\\p{L})',
  thing: `(?:^|[,;] )(?:(?:le|la|les|l['’]|notre|nos|mon|ma|mes) ?)?(?:\\p{L}+ ){0,1}${THINGS}(?: (?!qui|que)[\\p{L}'’]+){0,4}? (?:est|sont|tourne|tournent|coûte|coûtent|commence|finit|ouvre|ferme|passe|passent|arrive|arrivent|va|vont|se (?:fait|font|trouve|trouvent|signe|signent)|a lieu|ont lieu)(?!\\p{L})`,
  rule: "^(?:pas de|pas d['’]|aucune?|jamais de|sans|uniquement|seulement) ?(?!problème|souci|doute|idée|erreur|grave)[\\p{L}-]+[^.!?]{0,40}[.!]?$|^(?:les )?(?:commits|commentaires|réponses|messages|titres|noms|variables|textes|dates|mails) (?:\\p{L}+ ){0,3}?(?:toujours |uniquement )?(?:en|avec|sans|courts?|courtes?)(?!\\p{L})|(?:tutoie|vouvoie|appelle)[sz]?-moi|(?:ne|n['’])\\s?(?:me |m['’])?(?:utilise|mets|mettez|écris|propose|envoie|recommande|mentionne)[sz]? (?:pas|jamais|plus) (?!ça|cela|ce)",
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
  says: "^(?:le |la |les |l['’]|mon |ma |mes |notre |nos )?[\\p{L}-]+ (?:[\\p{L}-]+ )?(?:est|sont|a|aime|déteste|préfère|veut|ne mange|mange|prend|habite|travaille|s['’]appelle) (?!bien|bon|mal|faux|cassé|vide|là|ici|prêt|super|mieux|trop|pas)",
  request:
    "^(?:et )?(?:quel(?:le)?s?|combien|comment|pourquoi|où|quoi) |^(?:donne|écris|fais|montre|explique|traduis|résume|propose|rédige)(?:-moi)? (?:une?|des|deux|trois|cinq|dix|\\d+|ce|cette|le|la) |^(?:une?|deux|trois|cinq|dix|\\d+|encore une?) [^,]*(?<!\\p{L})s['’]il (?:te|vous) plaît|^(?:j['’]aurais|j['’]ai) besoin d|^(?:il me (?:faut|faudrait)|je (?:veux|voudrais|cherche)) (?:une?|des|deux|trois) |^(?:première?|dernière?) (?:phrase|ligne|version)|^(?:renomme|reformule|raccourcis|corrige|ajoute|réécris) \\S",
  setting:
    '^(?:je suis en train|on est en train|nous sommes en train) d|^(?:je|on) (?:prépare|fais|fait|écris|écrit|cherche) une?(?!\\p{L})',
  hearsay:
    "^(?:selon|d['’]après) (?:mon|ma|mes|le|la|les|une?) |^(?!(?:je|nous|tu|vous|il|elle|on|ça|c)(?!\\p{L})|(?:(?:mon|ma|le|la|notre) )?(?:médecin|docteure?|dentiste|vétérinaire|avocate?|kiné|notaire|propriétaire)(?!\\p{L}))(?:[\\p{L}'’-]+ ){1,4}?(?:pense(?:nt)?|croi(?:t|ent)|dit|disait|disent|trouve(?:nt)? (?:que|ça)|prétend|jure|répète|affirme|m['’]a dit|nous a dit|me dit|insiste pour)(?!\\p{L})",
  must: '(?<!\\p{L})(?:doit|doivent|il faut|interdit\\p{L}*|obligatoire\\p{L}*|jamais|toujours|uniquement|aucune?|pas le droit)(?!\\p{L})',
  announces:
    '(?<!\\p{L})(?:retiens|souviens-toi|note[sz]?|règles?|conventions?|consignes?|pour (?:ce|notre|le) (?:projet|dépôt)|notre (?:stack|environnement)|à mon sujet)(?!\\p{L})',
  moment:
    "(?<!\\p{L})(?:dans (?:\\p{L}+|\\d+) minutes|batterie|mal (?:à la tête|au ventre|au dos)|(?:j['’]ai|on a) (?:faim|soif|sommeil|froid|chaud)|crevée?s?|épuisée?s?|(?:il|ça) (?:pleut|neige)|aucune idée|en retard|raté (?:le|mon) (?:bus|train|métro)|(?:je suis|on est) (?:dans le|à la|à l['’]|au) (?:train|bus|métro|gare|aéroport)|le (?:premier|deuxième|dernier) (?:paragraphe|titre|exemple|nom)|la (?:première|deuxième|dernière) (?:phrase|ligne|version|idée)|j['’]en (?:peux plus|ai marre)|ça (?:ne )?marche pas|depuis (?:\\p{L}+ |\\d+ )?(?:heures?|minutes))(?!\\p{L})",
  given:
    "(?:une )?(?:petite |dernière )?question|(?:s['’]il te plaît,? )?(?:traduis|corrige|résume|raccourcis|reformule|améliore)|voici (?!ma|mon|mes|notre|nos)|(?:c['’]est|voilà) (?:le|la) (?:mail|message|texte|lettre)|[^.:\\n]{2,30} (?:écrit|a écrit|m['’]a (?:écrit|envoyé))",
  happened:
    "^(?:je viens|on vient) de |^(?:j['’]ai|on a) (?:raté|perdu|cassé|renversé|oublié|brûlé|dormi|mangé|bu)(?!\\p{L})",
  aside:
    ",\\s*(?:et |mais )?(?:qu['’]est-ce que|comment|pourquoi|tu (?:penses|crois|sais|as)|vous (?:pensez|avez)|qu['’]en penses)(?!\\p{L})[^,.!]*$",
  follows: '^(?:il|elle|ils|elles)(?!\\p{L})',
}

const RELATED = `
database: base-de-données base données bdd
frontend: frontend interface
backend: backend serveur
testing: tests test
deploy: déploiement déployer mise-en-ligne sortie lancement
hosting: hébergement serveur cloud
error: erreur erreurs panne bug
choice: choix choisi décidé décision
replace: remplacer migrer changer passer
preference: préférence préfère préféré
config: configuration réglages
document: document documents documentation fichier
repository: dépôt
review: relecture relire vérifier revue
approval: approbation validation valide valider signature signer
charge: responsable s-occupe gère dirige
meeting: réunion réunions rendez-vous
deadline: échéance délai date-limite rendu remise rendre
budget: budget coût coûts prix dépenser combien
pay: payer paiement paiements facture factures régler
supplier: fournisseur fournisseurs livre livraison livraisons
customer: client clients cliente usager
team: équipe collègue collègues
boss: chef cheffe patron patronne directeur directrice
secret: mot-de-passe code
key: clé clés clef
computer: ordinateur
phone: téléphone portable numéro
reply: réponse réponses répondre
address-form: tutoyer vouvoyer tutoie vouvoie
home: maison appartement habite habiter vis vit logement déménagé ville adresse
work: travail travaille métier emploi boulot bosse poste
off: congé congés repos fermé fermeture vacances
child: enfant enfants fils fille
parents: mère père parents maman papa
sibling: frère sœur
spouse: mari femme épouse époux conjoint conjointe
friend: ami amie copain copine
doctor: médecin docteur docteure hôpital
sick: malade maladie
medicine: médicament médicaments comprimé comprimés traitement
allergy: allergie allergique intolérant intolérante cœliaque gluten | manger mange
food: nourriture repas manger mange cuisine recette plat
drink: boire boisson bois
vacation: vacances voyage
car: voiture
music: musique chanson chorale répétition
book: livre roman lire
exercise: sport gym course natation
school: école lycée collège université
teach: cours enseigne prof professeur élèves
exam: examen note
gift: cadeau
birthday: anniversaire
pet: animal chien chat
rent: loyer propriétaire
`

const NUMBERS = 'une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze'

const change: Changes = {
  corrects:
    "pardon|erreur de ma part|je me suis trompée?|je voulais dire|correction|je corrige|faute de frappe|coquille|non,? attends|attends,? non|oublie ça|plutôt dit|je me suis mal exprimée?|c['’]était faux|mauvais (?:numéro|jour)|mauvaise (?:date|heure|adresse)",
  instead:
    "maintenant|désormais|dorénavant|à présent|à la place|au lieu d\\p{L}*|plutôt que|finalement|en fait|ne [^,.]{1,20} plus|n['’][^,.]{1,20} plus|plus (?:à|au|en|chez|de)|remplac\\p{L}+|chang\\p{L}+|pass(?:e|ent|ons|é|ée|és) (?:à|au|aux|de|en|sur)|déménag\\p{L}+|repouss\\p{L}+|report\\p{L}+|décal\\p{L}+|avanc\\p{L}+|augment\\p{L}+|bais\\p{L}+|rédui\\p{L}+|quitt\\p{L}+|nouve(?:au|l|lle|aux)|à partir d\\p{L}*|dès (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|le|la)|depuis \\p{L}+|repris|reprend|prend(?:re)? (?:la suite|le relais)|devient|devenue?|rebaptisée?|renommée?",
  only: 'seulement|uniquement|rien que|que',
  reverts:
    "de nouveau|comme (?:avant|prévu|d['’]habitude)|retour (?:à|au)|on revient (?:à|au|sur)|revenue?s? (?:à|au)|à nouveau|initial\\p{L}*|d['’]origine|on garde",
  unsure:
    "peut-être|éventuellement|si|on pourrait|je pourrais|j['’]hésite|on hésite|j['’]envisage|on envisage|ce serait|il se peut|probablement|sans doute|je me demande|un jour|j['’]aimerais|on aimerait|supposons|imagine",
  adds: '(?<=\\S )(?:aussi|également|en plus|un autre|une autre|un deuxième|une deuxième|un second|une seconde|les deux|en outre)',
  article: "le|la|les|l['’]|un|une|mon|ma|mes|notre|nos|ce|cet|cette",
  points: "il|elle|ils|elles|ça|c['’]est|cela|celui-ci|celle-ci",
  duty: "s['’]occupe\\p{L}*|gère\\p{L}*|valid\\p{L}+|relit|approuve|signe|paie|paye|récupère|cherche|amène|dépose|cuisine|garde|responsable|contact|chargée? de|mon (?:chef|médecin|dentiste|propriétaire|coach|prof)|ma (?:cheffe|dentiste|propriétaire|prof)|notre (?:contact|comptable|fournisseur|propriétaire)",
  copula: "est|sont|sera|c['’]est",
  naming: "s['’]appelle(?:nt|ra)?|nomm\\p{L}+|baptis\\p{L}+|nom|appelons",
  sorts: {
    time: `(?:à |vers )?\\d{1,2} ?h(?: ?\\d\\d)?(?!\\p{L})|\\d{1,2}:\\d\\d|(?:à|vers) (?:${NUMBERS}) heures?(?: et (?:demie|quart)| moins le quart)?|midi|minuit`,
    date: '(?:le|au|du) \\d{1,2}(?! ?\\p{L}|\\d|[.:,]\\d| ?%)',
    address: "\\d+(?: bis)?,? (?:rue|avenue|boulevard|place|chemin|allée|impasse) [\\p{L} ’'-]{3,30}",
    amount:
      '(?:une?|deux|trois|quatre|demi|demie) (?:comprimés?|gouttes|cuillères?|gélules?)|moitié|double|une fois|deux fois|trois fois|\\d+(?:[.,]\\d+)? ?(?:mg|kg|g|ml|l|km|grammes|kilos?|litres?|kilomètres|minutes|heures|personnes|invités|euros|€|%|pour cent|semaines|jours|pages|tasses|points|places)',
    'part of day': "le matin|l['’]après-midi|le soir|la nuit|le midi",
    colour:
      'rouges?|bleue?s?|verte?s?|jaunes?|orange|violet(?:te)?s?|roses?|marron|noire?s?|blanc(?:he)?s?|grise?s?|turquoise|beige',
    language: 'français|anglais|allemand|espagnol|italien|portugais|chinois|japonais|russe|arabe|néerlandais',
    length: 'courte?s?|brève?s?|concise?s?|longue?s?|détaillée?s?|en détail',
    tone: 'formel(?:le)?s?|informel(?:le)?s?|tutoyer|vouvoyer|tutoie|vouvoie|familier|soutenu',
    theme: 'mode (?:clair|sombre)|thème (?:clair|sombre)|tabulations|espaces',
    frequency:
      'quotidien(?:ne)?s?|hebdomadaires?|mensuel(?:le)?s?|trimestriel(?:le)?s?|tous les (?:jours|mois|deux \\p{L}+)|toutes les (?:semaines|deux semaines)|chaque (?:jour|semaine|mois)|(?:une|deux|trois) fois par \\p{L}+',
    drink: 'cafés?|thés?|décaféiné|déca|bières?|vin|tisanes?|eau',
    transport: 'bus|métro|train|vélo|voiture|moto|à pied|tram(?:way)?|taxi|trottinette|rer',
    person:
      'femme|mari|compagnon|compagne|fils|fille|mère|maman|père|papa|frère|sœur|grand-mère|grand-père|tante|oncle|voisine?|collègue|moi',
  },
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
    numbers: {
      ...{ un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, huit: 8, neuf: 9, dix: 10 },
      ...{ onze: 11, douze: 12, quinze: 15, vingt: 20, trente: 30 },
    },
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
  change,
  stance: {
    no: String.raw`(?<!\p{L})(?:pas|jamais|sans|aucune?|rien)(?!\p{L})`,
    order: String.raw`\b(?:toujours|jamais|ne|pas|je|on|nous)\b|[jn]['’]`,
    slots: [
      /(?<slot>j['’]habite(?: à)?|je m['’]appelle|je travaille chez) (?<value>[^,.;]+)/iu,
      /(?<!\p{L})(?:mon|ma|notre) (?<slot>\p{L}+) (?:est|s['’]appelle) (?<value>[^,.;]+)/iu,
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
    saidTo: 'en réponse à',
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
    atPresent: String.raw`(?<!\p{L})(?:actuellement|en ce moment)(?!\p{L})`,
  },
  related: RELATED,
  letter: { greeting: 'bonjour|salut|chère?', signOff: 'cordialement|bien à (?:toi|vous)' },
}
