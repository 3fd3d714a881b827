import rules from './personal.json' with { type: 'json' }
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

const digits = (text: string): string => text.replaceAll(/\D/g, '')

/** What has the shape of one of the rules of `personal.json` must pass this to be one. */
const CHECKS: Readonly<Record<string, (found: string) => boolean>> = {
  'mail-address': (found) => /\.[A-Za-z]{2,}$/.test(found) && !/@(?:example\.|localhost)|^git@/.test(found),
  'payment-card': (found) => /^(?:3[47]|4|5[1-5]|2[2-7]|6)/.test(digits(found)) && luhn(digits(found)),
  iban: (found) => mod97(found.replaceAll(' ', '')) === 1,
  'phone-number': (found) => digits(found).length >= 9 && digits(found).length <= 16,
  'chinese-id': chineseId,
  'spanish-id': spanishId,
  'french-id': frenchId,
  'german-tax-id': (found) => germanTaxId(digits(found)),
  'brazilian-id': (found) => cpf(digits(found)),
}
const RULES = rules.map(({ rule, pattern, ignoreCase }: { rule: string; pattern: string; ignoreCase?: boolean }) => ({
  rule,
  pattern: new RegExp(pattern, ignoreCase ? 'gi' : 'g'),
  accept: CHECKS[rule] ?? (() => true),
}))

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
