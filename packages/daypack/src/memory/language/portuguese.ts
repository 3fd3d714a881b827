import type { Language } from './language.ts'

export const portuguese: Language = {
  code: 'pt',
  stopWords: `o um uma uns umas da do das na no nos em não qual quais quem onde quanto são foi foram ao aos à às pelo pela`,
  about: {
    self: {
      asks: String.raw`(?<!\p{L})(?:quem sou(?: eu)?|como (?:é que )?(?:eu )?me chamo|qual é (?:o )?meu (?:nome|trabalho)|o que (?:você sabe|sabes) (?:de|sobre) mim|quem é o utilizador|quem é o usuário)(?!\p{L})`,
      tells: String.raw`\b(?:(?:[Mm]e chamo|[Cc]hamo-me)|(?:[Oo] )?[Mm]eu nome é|[Ss]ou (?:o |a )?(?=\p{Lu})|[Tt]rabalho (?:como|na|no|em|para)(?!\p{L}))`,
    },
  },
}
