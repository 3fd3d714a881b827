import type { Language } from './language.ts'

export const italian: Language = {
  code: 'it',
  stopWords: `di il lo gli della delle degli dei nel nella che chi cosa quando perché sono è non più quale quali`,
  letter: { greeting: 'ciao|caro|cara', signOff: 'cordiali saluti' },
  about: {
    self: {
      asks: String.raw`(?<!\p{L})(?:chi sono(?: io)?|come mi chiamo|qual è il mio (?:nome|lavoro)|che cosa sai di me|cosa sai di me|chi è l['’]utente)(?!\p{L})`,
      tells: String.raw`\b(?:[Mm]i chiamo|[Ii]l mio nome è|[Ss]ono (?=\p{Lu})|[Ll]avoro (?:come|per|in|da)(?!\p{L}))`,
    },
  },
}
