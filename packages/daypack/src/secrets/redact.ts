import { createHmac } from 'node:crypto'
import type { Awaitable, Json } from '../model/json.ts'
import { encodedSecrets, splitSecrets } from './hidden-secrets.ts'
import { longRuns } from './long-runs.ts'
import { CONTEXT_RULES, keyRulesFor, type SecretRule } from './secret-rules.ts'

/** Where a secret is in a text, in UTF-16 units. */
export type Secret = { readonly rule: string; readonly from: number; readonly to: number }
/** Finds secrets. Must not throw on odd text. */
export type FindSecrets = (text: string) => Awaitable<readonly Secret[]>

/**
 * Our own rule table, also in what is encoded or parted over lines: no dependency, linear time.
 *
 * @example
 * import { findSecrets, redacted } from 'daypack/memory'
 *
 * const text = 'The key is AKIAIOSFODNN7EXAMPLE.'
 * if (redacted(text, findSecrets(text)).includes('AKIA')) throw new Error('the key is gone')
 */
export function findSecrets(text: string): readonly Secret[] {
  if (text.length < SHORTEST) return []
  const long = longRuns(text)
  const plain = plainSecrets(text, long)
  const encoded = long.longest < SHORTEST_ENCODED ? [] : encodedSecrets(text, plainSecrets)
  return [...plain, ...encoded, ...splitSecrets(text, keys)]
}

const SHORTEST = 8
const SHORTEST_ENCODED = 24

/** Keys that name their issuer. */
function keys(text: string): readonly Secret[] {
  return applyRules(keyRulesFor(text), text)
}

function plainSecrets(text: string, { runs, place } = longRuns(text)): readonly Secret[] {
  if (text.length < SHORTEST) return []
  return [
    ...privateKeys(text),
    ...webTokens(text),
    ...keys(runs).map(({ rule, from, to }) => ({ rule, from: place(from), to: place(from) + to - from })),
    ...applyRules(CONTEXT_RULES, text),
  ]
}

function applyRules(rules: readonly SecretRule[], text: string): Secret[] {
  if (text === '') return []
  const lower = text.toLowerCase()
  const found: Secret[] = []
  for (const rule of rules) {
    if (!rule.hint.test(lower)) continue
    for (const match of text.matchAll(rule.pattern)) {
      const secret = match.groups?.['s'] ?? match[0]
      if (!rule.accept(secret)) continue
      const from = match.index + match[0].lastIndexOf(secret)
      found.push({ rule: rule.name, from, to: from + secret.length })
    }
  }
  return found
}

/**
 * The text with each secret replaced by its kind and a keyed fingerprint, which tells two secrets apart and gives neither
 * away; without a key, by its kind alone. Redacting again changes nothing.
 *
 * @example
 * import { redacted } from 'daypack/memory'
 *
 * const text = redacted('pin 1234', [{ rule: 'pin', from: 4, to: 8 }])
 * if (text !== 'pin [redacted pin]') throw new Error('what was found is named, not shown')
 */
export function redacted(text: string, secrets: readonly Secret[], key?: Uint8Array): string {
  let result = ''
  let end = 0
  for (const { rule, from, to } of mergeOverlapping(secrets)) {
    const print = key && createHmac('sha256', key).update(text.slice(from, to)).digest('hex').slice(0, 8)
    result += `${text.slice(end, from)}[redacted ${rule}${print === undefined ? '' : ` ${print}`}]`
    end = to
  }
  return end === 0 ? text : result + text.slice(end)
}

/** A function that takes the secrets out of a text: our own rules and whatever other finders are given. */
export function redactor(key: Uint8Array, finders: readonly FindSecrets[] = []): (text: string) => Promise<string> {
  return async (text) => {
    const own = findSecrets(text)
    const others = await Promise.all(finders.map(async (find) => find(text)))
    return redacted(text, [...own, ...others.flat()], key)
  }
}

/**
 * Every text in a value without its secrets, by our own rules; a value without any is the same object.
 *
 * @example
 * import { withoutSecrets } from 'daypack/memory'
 *
 * const clean = withoutSecrets({ key: ['AKIAIOSFODNN7EXAMPLE'] })
 * if (JSON.stringify(clean).includes('AKIA')) throw new Error('at any depth')
 */
export function withoutSecrets(value: Json): Json {
  if (typeof value === 'string') return redacted(value, findSecrets(value))
  if (typeof value !== 'object' || value === null) return value
  let changed = false
  const clean = (each: Json): Json => {
    const result = withoutSecrets(each)
    if (result !== each) changed = true
    return result
  }
  const copy = Array.isArray(value)
    ? value.map(clean)
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clean(each)]))
  return changed ? copy : value
}

/** Sorted, overlapping finds as one; the earliest names it. */
function mergeOverlapping(secrets: readonly Secret[]): Secret[] {
  const result: Secret[] = []
  for (const secret of secrets.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1)
    if (last !== undefined && secret.from < last.to)
      result[result.length - 1] = { ...last, to: Math.max(last.to, secret.to) }
    else result.push(secret)
  }
  return result
}

const BEGIN_KEY = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g

/** From the first line to the last; without a last line, as far as it looks like a key. */
function privateKeys(text: string): Secret[] {
  const found: Secret[] = []
  for (const { 0: first, index } of text.includes('PRIVATE KEY') ? text.matchAll(BEGIN_KEY) : []) {
    if (index < (found.at(-1)?.to ?? 0)) continue
    const body = /(?:[A-Za-z0-9+/=\s:,.-]|\\[nr])*/y
    body.lastIndex = index + first.length
    const rest = body.exec(text)?.[0] ?? ''
    const end = /-----END [A-Z0-9 ]{1,40}-----/.exec(rest)
    const length = end === null ? rest.trimEnd().length : end.index + end[0].length
    found.push({ rule: 'private-key', from: index, to: index + first.length + length })
  }
  return found
}

/** Three base64url parts, the first two of them JSON objects. */
function webTokens(text: string): Secret[] {
  const found: Secret[] = []
  for (let at = text.indexOf('eyJ'); at >= 0; at = text.indexOf('eyJ', at + 3)) {
    const run = /[A-Za-z0-9_-]*\.?[A-Za-z0-9_-]*\.?[A-Za-z0-9_-]*/y
    run.lastIndex = at
    const token = run.exec(text)?.[0] ?? ''
    const [head = '', body = '', signature = ''] = token.split('.')
    if (head.length > 12 && body.startsWith('eyJ') && body.length > 8 && signature.length > 8) {
      found.push({ rule: 'web-token', from: at, to: at + token.length })
    }
    at += Math.max(0, token.length - 3)
  }
  return found
}
