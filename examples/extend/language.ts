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
    decision: /\b(?:we|ik) (?:hebben|heb) (?:besloten|gekozen)\b|\bwe gaan (?:voor|met)\b/i,
    preference: /\b(?:ik|we) (?:wil|willen|gebruik|gebruiken) liever\b|\bvoortaan\b|\b(?:altijd|nooit)\b/i,
    fact: /\bik (?:woon|werk|heet|studeer|spreek)\b|\bmijn [\p{L} ]{2,30} (?:is|heet)\b/iu,
    refers: /\b(?:die|deze|dat) (?:optie|manier)\b/i,
    question: /[?？]\s*$|^(?:wat|wie|waar|wanneer|waarom|hoe|welke?)\b/i,
    fragment: /:$|^(?:als|wanneer|zodra|tenzij)\b/i,
    habit: /\b(?:altijd|nooit|liever|voortaan|elke?|iedere?)\b/i,
    atHand: /\b(?:dit|dat|deze|die|het)\b/i,
    moved: /\b(?:verplaatst|verzet|verschoven|uitgesteld) (?:naar|tot)\b/i,
    due: /\b(?:deadline|inleveren|af)\b/i,
    scheduled: /\b(?:examen|bruiloft|verjaardag|vergadering|lancering)\b/i,
    onDay: /\bis (?:nu )?(?:op )?@/i,
    momentary: /\b(?:vandaag|vanavond|nu even|op dit moment|gisteren|morgen)\b/i,
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
    when: String.raw`\b(?:wanneer|welke (?:dag|datum|maand)|hoe laat|hoe lang)\b`,
    howMany: String.raw`\bhoe(?:veel| vaak| oud)\b`,
    firstPerson: String.raw`\b(?:ik|mij|mijn)\b`,
    latest: String.raw`\b(?:laatste|nieuwste|huidige)\b`,
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
  related: `
meeting: vergadering overleg afspraak
boss: baas chef leidinggevende
home: woon huis wonen verhuisd
`,
  stance: {
    no: String.raw`\b(?:niet|geen|nooit|zonder)\b`,
    order: String.raw`\b(?:altijd|graag|gebruik(?:en)?|ik|we)\b`,
    slots: [/(?<slot>ik woon) in (?<value>[^,.;]+)/i],
    replacements: [/\b(?<b>[\w.+#-]+) in plaats van (?<a>[\w.+#-]+)/i],
    moving: 'verplaatst verzet verschoven uitgesteld nu',
    inUse: String.raw`\b(?:gebruik(?:t|en)?|met|is)\b`,
  },
  labels: { preference: 'voorkeur', decision: 'besluit', lesson: 'les', fact: 'feit' },
}
