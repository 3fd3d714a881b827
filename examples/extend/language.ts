import type { SpokenLanguage } from 'daypack/memory'

/**
 * A language from outside, as one table: memory then notes what is said in Dutch, knows its dates and questions, finds
 * without its small words, and sees when a statement takes an older one back. All but `code` and `stopWords` may be left out.
 */
export const dutch: SpokenLanguage = {
  code: 'nl',
  stopWords: `de het een en van ik je jij hij zij wij we dat dit die deze is was zijn ben bent niet geen voor met op aan in
    naar uit over bij als dan maar om te er wat wie waar wanneer hoe mijn jouw onze ons ook nog al wel`,
  wording: {
    decision: String.raw`\b(?:we|ik) (?:hebben|heb) (?:besloten|gekozen)\b|\bwe gaan (?:voor|met)\b`,
    preference: String.raw`\b(?:ik|we) (?:wil|willen|gebruik|gebruiken) liever\b|\bvoortaan\b|\b(?:altijd|nooit)\b`,
    fact: String.raw`\bik (?:woon|werk|heet|studeer|spreek)\b|\bmijn [\p{L} ]{2,30} (?:is|heet)\b`,
    question: String.raw`[?？]\s*$|^(?:wat|wie|waar|wanneer|waarom|hoe|welke?)\b`,
    fragment: String.raw`:$|^(?:als|wanneer|zodra|tenzij)\b`,
    atHand: String.raw`\b(?:dit|dat|deze|die|het)\b`,
    momentary: String.raw`\b(?:vandaag|vanavond|nu even|op dit moment|gisteren|morgen)\b`,
  },
  calendar: {
    months: [
      ...['jan(?:uari)?', 'feb(?:ruari)?', 'maart', 'apr(?:il)?', 'mei', 'juni', 'juli', 'aug(?:ustus)?'],
      ...['sept(?:ember)?', 'okt(?:ober)?', 'nov(?:ember)?', 'dec(?:ember)?'],
    ],
    weekdays: ['zondag', 'maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag'],
    relative: { yesterday: String.raw`\bgisteren\b`, today: String.raw`\bvandaag\b` },
  },
  asks: {
    firstPerson: String.raw`\b(?:ik|mij|mijn)\b`,
  },
  about: {
    self: {
      asks: String.raw`\b(?:wie ben ik|hoe heet ik|wat weet je (?:over|van) mij)\b`,
      tells: String.raw`\b(?:[Ii]k heet|[Mm]ijn naam is|[Ii]k ben (?=\p{Lu}))`,
    },
    who: {
      asks: String.raw`\bwie\b`,
      tells: String.raw`\b(?:[Vv]raag|[Bb]el) (?:het )?(?:aan )?(?=\p{Lu})|\p{Lu}\p{Ll}+ (?:regelt|beheert|keurt)\b`,
    },
  },
  related: {
    meeting: 'vergadering overleg afspraak',
    boss: 'baas chef leidinggevende',
    home: 'woon huis wonen verhuisd',
  },
  labels: { preference: 'voorkeur', decision: 'besluit', lesson: 'les', fact: 'feit' },
}
