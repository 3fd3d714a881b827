import data from './secrets.json' with { type: 'json' }

/** A rule of `secrets.json`: group `s` of the pattern, where there is one, is the secret, the rest its surroundings. */
export type SecretRule = {
  readonly name: string
  readonly pattern: RegExp
  /** Must be found in the text in lower case before the pattern is tried. */
  readonly hint: RegExp
  readonly accept: (secret: string) => boolean
}

type RuleData = (typeof data)['inContext'][number] | (typeof data)['longRuns'][number]

/** What looks like a secret must pass these to be one. */
const CHECKS: Readonly<Record<string, (secret: string) => boolean>> = {
  digit: (secret) => /[0-9]/.test(secret),
  mixed: hasLettersAndDigits,
  'mixed or signed': (secret) => hasLettersAndDigits(secret) || /[!@#$%^&*]/.test(secret.slice(0, -1)),
  'mixed case': isMixedThroughout,
  real: (secret) => !isPlaceholder(secret),
  'real value': (secret) => !isPlaceholder(secret.slice(secret.indexOf('=') + 1)),
  random: isRandom,
  dense: (secret) => /[a-z]/.test(secret) && /[A-Z]/.test(secret) && /\d/.test(secret) && entropy(secret) > 4.5,
  'no option': (secret) => !/^[-/<{]/.test(secret),
}

const standingAlone = (source: string) => `(?<![A-Za-z0-9])(?:${source})(?![A-Za-z0-9])`
/** Found wherever one of the keys is: most texts have none, and a look for each costs a hundred times as much. */
const ANY_KEY = new RegExp(standingAlone(data.keys.map(([, , source = '']) => source).join('|')))
const NAMED_KEYS = data.keys.map(([name = '', , source = '']): SecretRule => ({
  name,
  hint: /^/,
  pattern: new RegExp(standingAlone(source), 'g'),
  accept: () => true,
}))
const LONG_RUNS = data.longRuns.map(ruleOf)

/** Keys that stand in one run of characters: tried on long runs alone, not on the whole text. */
export const KEY_RULES: readonly SecretRule[] = [...NAMED_KEYS, ...LONG_RUNS]

/** Those that may be found in these runs. */
export function keyRulesFor(runs: string): readonly SecretRule[] {
  return ANY_KEY.test(runs) ? KEY_RULES : LONG_RUNS
}

/** Secrets recognised by their surroundings. */
export const CONTEXT_RULES: readonly SecretRule[] = data.inContext.map(ruleOf)

function ruleOf(rule: RuleData): SecretRule {
  const checks = ('accept' in rule ? rule.accept : []).map((name) => CHECKS[name]!)
  return {
    name: rule.name,
    hint: hintOf(typeof rule.hints === 'string' ? wordsOf(rule.hints).map((word) => word.toLowerCase()) : rule.hints),
    pattern: new RegExp(
      rule.pattern.replace(/@(?:password|vendors|link)/g, (name) => anyOf(wordsOf(name))),
      'ignoreCase' in rule ? 'gi' : 'g',
    ),
    accept: (secret) => checks.every((check) => check(secret)),
  }
}

/** One look for all of them: hundreds of searches would cost more than the rest of a short text. */
function hintOf(words: readonly string[]): RegExp {
  return new RegExp(words.map((word) => word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|'))
}

function wordsOf(name: string): string[] {
  return data.words[name.slice(1) as keyof typeof data.words].split('|')
}

function anyOf(words: readonly string[]): string {
  // The longest first: `pass` would leave `word` to the rest.
  return words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.\-']/g, String.raw`\$&`).replaceAll(' ', String.raw`\s`))
    .join('|')
}

/** Letters of both cases and digits, and mostly no words: names have both too. */
function isMixedThroughout(run: string): boolean {
  if (!/[A-Z]/.test(run) || !/[a-z]/.test(run) || !/[0-9].*[0-9]/.test(run)) return false
  return (run.match(/[A-Z]?[a-z]{3,}/g) ?? []).join('').length <= 0.6 * run.length
}

/** No word, name or path: letters and digits in no order. */
function isRandom(secret: string): boolean {
  return (
    hasLettersAndDigits(secret) && entropy(secret) > 3 && !isPlaceholder(secret) && !/^[./~]|\/.*\/.*\./.test(secret)
  )
}

function hasLettersAndDigits(secret: string): boolean {
  return /[0-9]/.test(secret) && /[A-Za-z]/.test(secret)
}

function isPlaceholder(secret: string): boolean {
  return PLACEHOLDER.test(secret) || new Set(secret).size < 4
}

const PLACEHOLDER =
  /^(?:\$|%|process\.|os\.|env\.|config\.|import|require|your|my_|example|changeme|redacted|placeholder|\[redacted|x{3,}|\*{3,}|\.{3,}|undefined|null|none|true|false)/i

/** Bits per character. */
function entropy(text: string): number {
  const counts = Map.groupBy(text, (char) => char).values()
  return [...counts].reduce((bits, { length }) => bits - (length / text.length) * Math.log2(length / text.length), 0)
}
