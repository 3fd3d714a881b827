/**
 * Where somebody else begins to speak in a text of the user's: a pasted chat, a mail, a letter, or what stands behind a
 * line that announces it. From there to the end, since nobody can say where it ends. -1: nowhere.
 */
export function othersStart(lines: readonly string[], letters: Letters): number {
  const starts = [
    lines.findIndex((line, index) => isMailHead(line, lines[index + 1]) || isAnnouncement(line, lines[index + 1])),
    chatLines(lines)[0] ?? -1,
    letterStart(lines, letters),
  ].filter((start) => start >= 0)
  return starts.length === 0 ? -1 : Math.min(...starts)
}

/** The lines of a pasted chat or mail, as far as its shape shows: to the first blank line behind the last turn, or to the end. */
export function othersSpan(lines: readonly string[]): { readonly from: number; readonly to: number } | undefined {
  const chat = chatLines(lines)
  const head = lines.findIndex((line, index) => isMailHead(line, lines[index + 1]))
  const [from] = chat
  if (from === undefined) return head < 0 ? undefined : { from: head, to: lines.length }
  const blank = lines.findIndex((line, index) => index > (chat.at(-1) ?? 0) && line.trim() === '')
  return { from, to: blank < 0 ? lines.length : blank }
}

/** How letters begin and end, by language. */
export type Letters = { readonly greeting: RegExp; readonly signOff: RegExp }

/** Where a letter with greeting and signature begins: nobody signs what they tell their assistant. -1: nowhere. */
function letterStart(lines: readonly string[], { greeting, signOff }: Letters): number {
  const end = lines.findIndex(
    (line, index) => signOff.test(line.trim().slice(0, 80)) && (lines[index + 1] ?? '').trim() !== '',
  )
  if (end < 0) return -1
  return Math.max(
    0,
    lines.slice(0, end).findIndex((line) => greeting.test(line.trim().slice(0, 100))),
  )
}

/** `[10:32] Bob: …`, `12/11/26, 10:32 - Bob: …`, `Bob  10:32 AM`, `Bob — Today at 10:32`. */
const STAMPED =
  /^\s{0,4}(?:\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s{1,3}\d{1,2}:\d{2}|\[\d{1,2}:\d{2}(?::\d{2})?\]\s{0,3}\S)|^\S.{0,40}\s(?:[—–-]\s{0,2})?(?:today at |yesterday at |heute um |hoy a las )?\d{1,2}:\d{2}(?:\s?[AP]M)?$/iu
const SPOKEN_LINE =
  /^\s{0,4}(?:[-*]\s)?\*{0,2}(?<name>\p{Lu}[\p{L}\p{N} ._'’-]{0,30}|\p{sc=Han}{2,4}|@[\w.-]{1,30})\*{0,2}\s?[:：]\s{0,3}\S/u

/** The lines on which somebody's turn begins: with the times of others, or people who take turns. */
function chatLines(lines: readonly string[]): readonly number[] {
  const stamped = lines.flatMap((line, index) => (line.length < 500 && STAMPED.test(line) ? [index] : []))
  if (stamped.length >= 2) return stamped
  const said = lines.flatMap((line, index) => {
    const name = SPOKEN_LINE.exec(line.slice(0, 80))?.groups?.['name']
    return name === undefined ? [] : [{ name, index }]
  })
  const names = new Set(said.map(({ name }) => name))
  return names.size >= 2 && said.length > names.size ? said.map(({ index }) => index) : []
}

/** The head of a mail, or the line that says that one follows. */
function isMailHead(line: string, next: string | undefined): boolean {
  const text = line.trim()
  if (text.length > 200) return false
  if (/^-{2,}.*(?:original message|forwarded|weitergeleitet|reenviado|transféré)|^begin forwarded message/i.test(text))
    return true
  if (/^(?:from|von|de|发件人|發件人|寄件者|差出人)[:：]/i.test(text) && /^\s*[\p{L}-]{1,12}[:：]/u.test(next ?? ''))
    return true
  return next !== undefined && WROTE.test(text)
}

const WROTE =
  /(?:\b(?:wrote|schrieb|escribió)|a écrit|写道|写的是|さんからのメール|さんが書きました) ?[:：]$|^(?:-{2,}.*)?(?:原始邮件|转发邮件|轉寄郵件|転送メッセージ)/i

/** A line that announces what is pasted behind it. */
function isAnnouncement(line: string, next: string | undefined): boolean {
  const text = line.trim()
  if (text.length > 200 || next === undefined || !/[:：]$/.test(text)) return false
  return SAID.test(text) || (POINTING.test(text) && KIND.test(text))
}

/** `This is what Kim said:` */
const SAID =
  /(?:\b(?:said|says|told me|posted|sagte|sagt|meinte|dijo|dice|a dit)|(?:说|說|发|發|写|寫)(?:的|了|道)?|と言って(?:い|た|いた|いました|ました)?) ?[:：]$/i
const POINTING =
  /\b(?:here(?:['’]s| is| are)?|this|these|below|following|got|received|sent|see|read|says|attached|pasted?|hier|folgend\w*|aquí|siguiente|voici|suivante?)\b|如下|下面|这|以下|次の/i
const KIND =
  /\b(?:mail|email|e-mail|message|readme|document|article|page|post|log|output|file|ticket|issue|transcript|report|comment|error|text|response|result|nachricht|datei|fehler|ausgabe|correo|mensaje|archivo|salida|courriel|fichier|sortie)s?\b|邮件|文档|文章|网页|日志|输出|内容|メール|ログ/i
