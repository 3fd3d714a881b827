import { contentTerms, share } from '../trust/terms.ts'
import { isDue, isMove, isOnDay } from '../write/wording/index.ts'
import { daysNamed, withoutDays } from '../text/days-named.ts'

/**
 * Whether a new statement takes back an old one, as far as wording alone can tell: the same thing has another value, is
 * now forbidden or allowed, or is replaced by name. Silent when in doubt.
 */
export function contradicts(now: string, old: string): boolean {
  const [a, b] = [now.slice(0, MAX_STATEMENT), old.slice(0, MAX_STATEMENT)]
  return otherValue(a, b) || reversed(a, b) || replaced(a, b) || isMoved(a, b)
}

/** Whoever needs more to say it says more than one thing. */
const MAX_STATEMENT = 1_000

/** `my X is A`, `use A for X`, `prefer A for X`: the same X with another value. */
const SLOTS: readonly RegExp[] = [
  /\b(?:my|our|the|user'?s?) (?<slot>(?:[\w-]+ ){0,3}[\w-]+) (?:is|are) (?:now |called )?(?<value>.+)/i,
  /\b(?:i|we|user|project|team)?\s*(?:now )?(?:uses?|prefers?|runs?|deploys?(?: to| on)?|works? (?:at|for)|lives? in) (?<value>[^,.;]+?) (?:for|as) (?:the |our |my |all )?(?<slot>[^,.;]+)/i,
  /\b(?<slot>i (?:live|work|study)) (?:in|at|for) (?<value>[^,.;]+)/i,
  /(?<slot>call me|my name is|i am called) (?<value>[^,.;]+)/i,
  /我(?:的)?(?<slot>名字|生日|邮箱|时区|公司|团队|职业|电话|地址)(?:是|叫|为)(?<value>[^，。；,.;]+)/,
  /我(?<slot>叫|住在|姓)(?<value>[^，。；,.;]+)/,
  /(?<slot>vivo en|trabajo en|me llamo|ich wohne in|ich heiße|ich arbeite bei|j['’]habite(?: à)?|je m['’]appelle|je travaille chez) (?<value>[^,.;]+)/iu,
  /(?<!\p{L})(?:mi|nuestr[oa]|meine?|unsere?|mon|ma|notre) (?<slot>\p{L}+) (?:es|se llama|ist|heißt|est|s['’]appelle) (?<value>[^,.;]+)/iu,
  /(?:私|僕|わたし)は(?<value>.{1,20}?)(?<slot>に住んで|で働いて)/u,
  /(?:私|僕|わたし)の(?<slot>名前|誕生日|会社|職業|住所)は(?<value>[^。、]+?)(?:です|だ|。|$)/u,
  /(?<slot>[\p{Script=Han}\w]{2,12})(?:使用|用的是|采用|部署在)(?<value>[^，。；,.;]+)/u,
]

function otherValue(now: string, old: string): boolean {
  return SLOTS.some((pattern) => {
    const [left, right] = [pattern.exec(now)?.groups, pattern.exec(old)?.groups]
    if (left === undefined || right === undefined) return false
    if (!sameWords(left['slot'] ?? '', right['slot'] ?? '')) return false
    const [value, before] = [contentTerms(left['value'] ?? ''), contentTerms(right['value'] ?? '')]
    return value.size > 0 && before.size > 0 && share(before, value) < 0.5 && share(value, before) < 0.5
  })
}

function sameWords(a: string, b: string): boolean {
  if (a.trim().toLowerCase() === b.trim().toLowerCase()) return true
  const [left, right] = [contentTerms(a), contentTerms(b)]
  return left.size > 0 && share(left, right) === 1 && share(right, left) === 1
}

const NEVER =
  /\b(?:never|no longer|not|don'?t|do not|doesn'?t|avoid|stop|without|isn'?t|nunca|no|nie|niemals|nicht|kein\w*|jamais|pas)\b|不要|不再|别|禁止|避免|不喜欢|ない|ません/i
const ALWAYS_WORDS =
  /\b(?:always|please|never|no longer|not|don'?t|do not|doesn'?t|avoid|stop|any ?more|using|use|i|we|isn'?t|prefer|like|siempre|nunca|no|uso|usar|usamos|immer|nie|niemals|nicht|kein\w*|ich|wir|toujours|jamais|ne|pas|je|on|nous)\b|[jn]['’]|不要|不再|别|禁止|避免|始终|总是|一律|请|以后|都|要|使用|用|我们?|不喜欢|喜欢/gi

/** The same words with and without a `not`. */
function reversed(now: string, old: string): boolean {
  if (NEVER.test(now) === NEVER.test(old)) return false
  const [left, right] = [now, old].map((text) => contentTerms(text.replace(ALWAYS_WORDS, ' ')))
  if (left === undefined || right === undefined || left.size === 0) return false
  return share(left, right) === 1 && share(right, left) >= 0.99
}

/** `replace A with B`, `switched from A to B`, `B instead of A`: an old statement about using A that does not know B. */
const REPLACEMENTS: readonly RegExp[] = [
  /\breplac(?:e|ed|ing) (?<a>[\w.+#-]+) (?:with|by) (?<b>[\w.+#-]+)/i,
  /\b(?:switch|mov|migrat)\w* (?:over )?from (?<a>[\w.+#-]+) to (?<b>[\w.+#-]+)/i,
  /\b(?<b>[\w.+#-]+) (?:instead of|rather than|not) (?<a>[\w.+#-]+)/i,
  /(?<!\p{L})(?:cambi|migr|pas)\p{L}* de (?<a>[\w.+#-]+) (?:a|à) (?<b>[\w.+#-]+)/iu,
  /(?<!\p{L})von (?<a>[\w.+#-]+) (?:auf|zu) (?<b>[\w.+#-]+)/iu,
  /(?<b>[\w.+#-]+) (?:en vez de|en lugar de|statt|anstelle von|au lieu de|plutôt que) (?<a>[\w.+#-]+)/iu,
  /(?<a>[\w.+#-]+)から(?<b>[\w.+#-]+)(?:に|へ)/u,
  /(?:从|由)\s?(?<a>[\p{Script=Han}\w.+#-]{1,20})\s?(?:换成|改为|改成|迁移到|切换到)\s?(?<b>[\p{Script=Han}\w.+#-]{1,20})/u,
  /把\s?(?<a>[\p{Script=Han}\w.+#-]{1,20}?)\s?(?:换成|改为|改成|替换为|替换成)\s?(?<b>[\p{Script=Han}\w.+#-]{1,20})/u,
]
const IN_USE =
  /\b(?:uses?|using|runs?|prefers?|with|on|chose|decided|go with|stick|database|is|us(?:o|a|amos|an)|utiliz\w+|nutz\w*|verwend\w*|utilis\w+|est|ist|es)\b|使用|使|用|采用|是/i

function replaced(now: string, old: string): boolean {
  return REPLACEMENTS.some((pattern) => {
    const { a = '', b = '' } = pattern.exec(now)?.groups ?? {}
    return a !== '' && hasWord(old, a) && !hasWord(old, b) && IN_USE.test(old) && !NEVER.test(old)
  })
}

function hasWord(text: string, word: string): boolean {
  const wanted = contentTerms(word)
  return wanted.size > 0 && share(wanted, contentTerms(text)) === 1
}

/** `the deadline moved to March 9`: takes back the one day an old statement about the same thing names. */
function isMoved(now: string, old: string): boolean {
  const [to, from] = [daysNamed(now), daysNamed(old)]
  if (to.length === 0 || from.length !== 1 || to.includes(from[0] ?? '')) return false
  const [about, before] = [contentTerms(withoutDays(now)), contentTerms(withoutDays(old))]
  if (isMove(now)) return (isDue(now) && isDue(old)) || share(about, before) > 0
  return isOnDay(now) && isOnDay(old) && share(before, about) === 1
}
