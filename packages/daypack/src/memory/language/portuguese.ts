import type { Language } from './language.ts'

export const portuguese: Language = {
  code: 'pt',
  stopWords: `o um uma uns umas da do das na no nos em não qual quais quem onde quanto são foi foram ao aos à às pelo pela`,
}
