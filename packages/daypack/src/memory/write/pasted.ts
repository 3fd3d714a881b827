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
  const from = lines.findIndex((line, index) => isAnnouncement(line, lines[index + 1]))
  const own = from < 0 ? marked : lines.slice(0, from).join('\n')
  if (from >= 0) pasted.push(lines.slice(from).join('\n'))
  const told = { between: inner.map((part) => part.own).filter(Boolean), pasted }
  return own.length > MAX_SPOKEN ? { ...told, own: '', pasted: [...pasted, own] } : { ...told, own: own.trim() }
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
