import { either, opening, words, type Wording } from './wording.ts'

const PLEASE = "s['’]il (?:te|vous) plaît|et|aussi"

export const french: Wording = {
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
      "(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|notez?|n['’]oubliez? pas)(?: (?:que\\s|qu['’])|[ ]?[:,])",
    ),
  ),
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
