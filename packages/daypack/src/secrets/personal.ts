import type { Secret } from './redact.ts'

/**
 * Personal data by its shape and its check digits: mail addresses, phone numbers, payment cards, IBANs, and identity
 * numbers of the United States, China, Germany, Spain, France, Italy and Brazil. For `findSecrets`, where notes must not
 * hold any: names and addresses of people are not found.
 *
 * @example
 * import { findPersonalData } from 'daypack/memory'
 *
 * if (findPersonalData('Write to ada@harbour.org.').length !== 1) throw new Error('an address')
 */
export function findPersonalData(text: string): readonly Secret[] {
  return RULES.flatMap(({ rule, pattern, accept }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index }) =>
      accept(found) ? [{ rule, from: index, to: index + found.length }] : [],
    ),
  )
}

type Rule = { readonly rule: string; readonly pattern: RegExp; readonly accept: (found: string) => boolean }

const digits = (text: string): string => text.replaceAll(/\D/g, '')
const always = (): boolean => true

const RULES: readonly Rule[] = [
  {
    rule: 'mail-address',
    pattern: /(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}(?![\w-])/g,
    accept: (found) => /\.[A-Za-z]{2,}$/.test(found) && !/@(?:example\.|localhost)|^git@/.test(found),
  },
  {
    rule: 'payment-card',
    pattern: /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])/g,
    accept: (found) => /^(?:3[47]|4|5[1-5]|2[2-7]|6)/.test(digits(found)) && luhn(digits(found)),
  },
  {
    rule: 'iban',
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g,
    accept: (found) => mod97(found.replaceAll(' ', '')) === 1,
  },
  {
    rule: 'phone-number',
    pattern: /(?<![\w+.])\+[1-9]\d{0,2}(?:[ ./-]?\(?\d{1,5}\)?){2,6}(?![\w.])/g,
    accept: (found) => digits(found).length >= 9 && digits(found).length <= 16,
  },
  {
    rule: 'us-social-security',
    pattern: /(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g,
    accept: always,
  },
  { rule: 'chinese-id', pattern: /(?<!\w)[1-9]\d{5}(?:19|20)\d{9}[\dX](?!\w)/gi, accept: chineseId },
  { rule: 'spanish-id', pattern: /(?<!\w)[XYZ\d]\d{7}-?[A-Z](?!\w)/g, accept: spanishId },
  {
    rule: 'french-id',
    pattern: /(?<!\d)[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}(?!\d)/g,
    accept: frenchId,
  },
  { rule: 'italian-id', pattern: /(?<!\w)[A-Z]{6}\d{2}[ABCDEHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?!\w)/g, accept: always },
  {
    rule: 'german-tax-id',
    pattern: /(?<![\d.-])[1-9]\d ?\d{3} ?\d{3} ?\d{3}(?![\d.-])/g,
    accept: (found) => germanTaxId(digits(found)),
  },
  { rule: 'brazilian-id', pattern: /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g, accept: (found) => cpf(digits(found)) },
]

function luhn(number: string): boolean {
  let total = 0
  for (let at = 0; at < number.length; at++) {
    const digit = Number(number[number.length - 1 - at])
    const twice = digit * 2
    total += at % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice
  }
  return total % 10 === 0
}

function mod97(iban: string): number {
  const letters = iban.slice(4) + iban.slice(0, 4)
  let rest = 0
  for (const char of letters) {
    const value = Number.parseInt(char, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

function chineseId(id: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const total = weights.reduce((sum, weight, at) => sum + weight * Number(id[at]), 0)
  return '10X98765432'[total % 11] === id[17]?.toUpperCase()
}

function spanishId(id: string): boolean {
  const number = Number(id.slice(0, 8).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter))))
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === id.at(-1)
}

function frenchId(id: string): boolean {
  const number = digits(id)
  return 97 - (Number(number.slice(0, 13)) % 97) === Number(number.slice(13))
}

/** ISO 7064 mod 11, 10; one digit comes twice or three times among the first ten. */
function germanTaxId(id: string): boolean {
  const most = Math.max(...Array.from('0123456789', (digit) => id.slice(0, 10).split(digit).length - 1))
  if (most < 2 || most > 3) return false
  let product = 10
  for (const digit of id.slice(0, 10)) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === Number(id[10])
}

function cpf(id: string): boolean {
  const check = (length: number): number => {
    let total = 0
    for (let at = 0; at < length; at++) total += Number(id[at]) * (length + 1 - at)
    return ((total * 10) % 11) % 10
  }
  return new Set(id).size > 1 && check(9) === Number(id[9]) && check(10) === Number(id[10])
}
