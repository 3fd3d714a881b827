import type { Language } from './language.ts'

export const italian: Language = {
  code: 'it',
  stopWords: `di il lo gli della delle degli dei nel nella che chi cosa quando perché sono è non più quale quali`,
  letter: { greeting: 'ciao|caro|cara', signOff: 'cordiali saluti' },
}
