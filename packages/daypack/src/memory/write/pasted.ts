/** A user message longer than this is a pasted document, not something the user says. */
const MAX_SPOKEN = 4_000

/** What a message says in the user's own words, and what they only quote or paste. */
export type Spoken = { readonly own: string; readonly pasted: readonly string[] }

/** When in doubt it is pasted: what is taken for a document is kept in the day's log, and only there. */
export function spokenParts(text: string): Spoken {
  if (text.length > 10 * MAX_SPOKEN || REPORTED.test(text)) return { own: '', pasted: [text] }
  const pasted: string[] = []
  const cut = (found: string): string => (pasted.push(found), '\n')
  const marked = QUOTES.reduce((rest, pattern) => rest.replace(pattern, cut), withoutFences(text, cut))
  const lines = marked.split('\n')
  const from = lines.findIndex((line, index) => isAnnouncement(line, lines[index + 1]))
  const own = from < 0 ? marked : lines.slice(0, from).join('\n')
  if (from >= 0) pasted.push(lines.slice(from).join('\n'))
  return own.length > MAX_SPOKEN ? { own: '', pasted: [...pasted, own] } : { own: own.trim(), pasted }
}

/** All from the first fence to the last: what is pasted between two fences may hold fences itself, and end them early. */
function withoutFences(text: string, cut: (found: string) => string): string {
  const lines = text.split('\n')
  const fences = lines.flatMap((line, index) => (FENCE.test(line) ? [index] : []))
  const [first] = fences
  if (first === undefined) return text
  const last = fences.length % 2 === 0 ? (fences.at(-1) ?? first) : lines.length - 1
  const inside = cut(lines.slice(first, last + 1).join('\n'))
  return [...lines.slice(0, first), inside, ...lines.slice(last + 1)].join('\n')
}

const FENCE = /^\s*(?:(?:[-*+>]|\d{1,9}[.)])\s*){0,9}(?:`{3}|~{3})/

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
