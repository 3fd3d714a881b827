import { anyLanguage } from '../language/index.ts'

/** A user message longer than this is a pasted document, not something the user says. */
const MAX_SPOKEN = 4_000

/** What a message says in the user's own words, and what they only quote or paste. */
export type Spoken = {
  readonly own: string
  /** Between two code fences: most likely the user's, but a pasted page that holds fences itself looks the same. */
  readonly between: readonly string[]
  readonly pasted: readonly string[]
}

/** When in doubt it is pasted: what is taken for a document is kept in the day's log, and only there. */
export function spokenParts(text: string): Spoken {
  if (text.length > 10 * MAX_SPOKEN || REPORTED.test(text)) return { own: '', between: [], pasted: [text] }
  const { rest, fenced, between } = withoutFences(text)
  const inner = between.map(spokenParts)
  const pasted = [...fenced, ...inner.flatMap((part) => part.pasted)]
  const cut = (found: string): string => (pasted.push(found), '\n')
  const marked = QUOTES.reduce((left, pattern) => left.replace(pattern, cut), rest)
  const lines = marked.split('\n')
  const from = firstOf(
    lines.findIndex((line, index) => isAnnouncement(line, lines[index + 1])),
    chatStart(lines),
    letterStart(lines),
  )
  const own = from < 0 ? marked : lines.slice(0, from).join('\n')
  if (from >= 0) pasted.push(lines.slice(from).join('\n'))
  const told = { between: inner.map((part) => part.own).filter(Boolean), pasted }
  return own.length > MAX_SPOKEN ? { ...told, own: '', pasted: [...pasted, own] } : { ...told, own: own.trim() }
}

function firstOf(...places: readonly number[]): number {
  const found = places.filter((place) => place >= 0)
  return found.length === 0 ? -1 : Math.min(...found)
}

/** `[10:32] Bob: …`, `12/11/26, 10:32 - Bob: …`, `Bob  10:32 AM`, `Bob — Today at 10:32`. */
const STAMPED =
  /^\s{0,4}(?:\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s{1,3}\d{1,2}:\d{2}|\[\d{1,2}:\d{2}(?::\d{2})?\]\s{0,3}\S)|^\S.{0,40}\s(?:[—–-]\s{0,2})?(?:today at |yesterday at |heute um |hoy a las )?\d{1,2}:\d{2}(?:\s?[AP]M)?$/iu
const SPOKEN_LINE =
  /^\s{0,4}(?:[-*]\s)?\*{0,2}(?<name>\p{Lu}[\p{L}\p{N} ._'’-]{0,30}|\p{sc=Han}{2,4}|@[\w.-]{1,30})\*{0,2}\s?[:：]\s{0,3}\S/u

/** Where a pasted chat begins: lines with the times of others, or people who take turns. -1: nowhere. */
function chatStart(lines: readonly string[]): number {
  const stamped = lines.flatMap((line, index) => (line.length < 500 && STAMPED.test(line) ? [index] : []))
  if (stamped.length >= 2) return stamped[0] ?? -1
  const said = lines.flatMap((line, index) => {
    const name = SPOKEN_LINE.exec(line.slice(0, 80))?.groups?.['name']
    return name === undefined ? [] : [{ name, index }]
  })
  const names = new Set(said.map(({ name }) => name))
  return names.size >= 2 && said.length > names.size ? (said[0]?.index ?? -1) : -1
}

const SIGN_OFF = anyLanguage(({ letter }) => letter && `^(?:${letter.signOff})[,.!]?$`)
const GREETING = anyLanguage(({ letter }) => letter && `^(?:${letter.greeting})(?!\\p{L}).{0,60}[,:!]?$`)

/** Where a letter with greeting and signature begins: nobody signs what they tell their assistant. -1: nowhere. */
function letterStart(lines: readonly string[]): number {
  const end = lines.findIndex(
    (line, index) => SIGN_OFF().test(line.trim().slice(0, 80)) && (lines[index + 1] ?? '').trim() !== '',
  )
  if (end < 0) return -1
  return Math.max(
    0,
    lines.slice(0, end).findIndex((line) => GREETING().test(line.trim().slice(0, 100))),
  )
}

/** All from the first fence to the last leaves the text: what is pasted may hold fences itself, and end its own early. */
function withoutFences(text: string): { rest: string; fenced: string[]; between: string[] } {
  const lines = text.split('\n')
  const fences = lines.flatMap((line, index) => (FENCE.test(line) ? [index] : []))
  const [first] = fences
  if (first === undefined) return { rest: text, fenced: [], between: [] }
  const isEven = fences.length % 2 === 0
  const last = isEven ? (fences.at(-1) ?? first) : lines.length - 1
  const inside = lines.slice(first, last + 1)
  const rest = [...lines.slice(0, first), '\n', ...lines.slice(last + 1)].join('\n')
  return { rest, ...((isEven ? inTurn(inside) : undefined) ?? { fenced: [inside.join('\n')], between: [] }) }
}

/** Fenced and between in turn; undefined when a fence opens in another one, or does not close. */
function inTurn(lines: readonly string[]): { fenced: string[]; between: string[] } | undefined {
  const [fenced, between]: [string[][], string[][]] = [[], []]
  let open: string | undefined
  for (const line of lines) {
    const [, ticks, info = ''] = FENCE.exec(line) ?? []
    const place = open === undefined ? between : fenced
    if (ticks === undefined || (open !== undefined && !ticks.startsWith(open))) place.at(-1)?.push(line)
    else if (open === undefined) {
      open = ticks
      fenced.push([line])
      between.push([])
    } else if (info.trim() === '') {
      open = undefined
      fenced.at(-1)?.push(line)
    } else return undefined
  }
  if (open !== undefined) return undefined
  const joined = (parts: readonly string[][]): string[] => parts.map((part) => part.join('\n')).filter(Boolean)
  return { fenced: joined(fenced), between: joined(between) }
}

const FENCE = /^\s*(?:(?:[-*+>]|\d{1,9}[.)])\s*){0,9}(`{3,}|~{3,})([^\n]*)/

/** Long quotes; quoted lines and those that go on from them; tags, also unclosed; comments; links. */
const QUOTES: readonly RegExp[] = [
  /(?:"""|''')[\s\S]*?(?:"""|'''|$)/g,
  /(?:^|\n)[^\S\n]*>[^\n]*(?:\n(?![^\S\n]*\n)[^\n]+)*/g,
  /<([a-z][\w-]{0,40})(?:\s[^<>]{0,200})?>[\s\S]*?<\/\1\s*>/gi,
  /(?:^|\n)[^\S\n]*<[a-z][\w-]{0,40}(?:\s[^<>]{0,200})?>[\s\S]*$/gi,
  /<!--[\s\S]*?(?:-->|$)/g,
  /!?\[[^[\]\n]{0,500}\]\([^()\n]{0,2000}\)/g,
]

/** A result that a framework sends in the user's name. */
const REPORTED =
  /^\s*(?:observation|(?:tool|function|command)[ _-]?(?:call )?(?:result|output|response)s?)\s*(?:[:\n([]|$)/i

/** From this line on somebody else speaks: the head of a mail, or a line that announces what is pasted behind it. */
function isAnnouncement(line: string, next: string | undefined): boolean {
  const text = line.trim()
  if (text.length > 200) return false
  if (/^-{2,}.*(?:original message|forwarded|weitergeleitet|reenviado|transféré)|^begin forwarded message/i.test(text))
    return true
  if (/^(?:from|von|de|发件人|差出人)[:：]/i.test(text) && /^\s*[\p{L}-]{1,12}[:：]/u.test(next ?? '')) return true
  if (next === undefined || !/[:：]$/.test(text)) return false
  return /\bwrote:$|\bschrieb:$|\bescribió:$|a écrit ?:$/i.test(text) || (POINTING.test(text) && KIND.test(text))
}

const POINTING =
  /\b(?:here(?:['’]s| is| are)?|this|these|below|following|got|received|sent|see|read|says|attached|pasted?|hier|folgend\w*|aquí|siguiente|voici|suivante?)\b|如下|下面|这|以下|次の/i
const KIND =
  /\b(?:mail|email|e-mail|message|readme|document|article|page|post|log|output|file|ticket|issue|transcript|report|comment|error|text|response|result|nachricht|datei|fehler|ausgabe|correo|mensaje|archivo|salida|courriel|fichier|sortie)s?\b|邮件|文档|文章|网页|日志|输出|内容|メール|ログ/i
