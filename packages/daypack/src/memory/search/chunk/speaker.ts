/** Before a name: quote marks, a bullet or number, and up to four stamps such as [10:31], (D1:3), 13:56, 8/5/2023 or a dash. */
const BEFORE =
  String.raw`^\s*(?:>\s?)*\s*(?:[-*+•]\s+|\d+[.)]\s+)?(?:\[[ xX]\]\s+)?` +
  String.raw`(?:\*\*(?=[[(]))?(?:(?:\[[^\]\n]{1,60}\]|\([^)\n]{1,60}\)|[A-Za-z]?\d[\d:./,-]*(?:\s?[ap]\.?m\.?)?(?=\s)|[-–—](?=\s))\s*){0,4}`
const NAME = String.raw`(\*\*|__|\x60|\*|_)?[<【「]?(\p{L}[\p{L}\p{M}\p{N} ._'’-]{0,30}?)[>】」]?`
const AFTER = String.raw`(?:\s*[([（][^)\]）\n]{1,60}[)\]）])?`
/** An ASCII colon is one only before a space, a quote or a mark: not in https:// or 10:30. */
const COLON = String.raw`(?:：|:(?=[\s"“'*_]))`
const TURN = new RegExp(
  String.raw`${BEFORE}${NAME}${AFTER}\s*(?:${COLON}(?:\1|\*\*)?|\1${AFTER}\s?${COLON}(?:\*\*)?)\s*(?=\S)`,
  'u',
)

/** Words that head a line in notes without being anybody's name. */
const LABELS = new Set(
  `note notes todo fix fixed bug decision decided result results goal goals status update summary context example warning error question
answer reason cause date time day tags tag source see http https file path version default input output usage lesson preference action
next done why what how when where who session conversation dialogue dialog topic subject title location place participants speakers
image photo picture caption event events description link url tip tips important
注意 备注 决定 结论 原因 问题 目标 状态 时间 日期 标签 来源 示例 会话 对话 主题 标题 地点 参与者 图片 照片 总结 描述 事件`.split(
    /\s+/,
  ),
)

/** Who speaks on this line, as written; undefined when it is no turn of a dialogue. */
export function speakerOf(line: string): string | undefined {
  const name = TURN.exec(line.slice(0, 240))?.[2]?.trim()
  return name !== undefined && isName(name) ? name : undefined
}

/** What is said in a turn, without its stamps and its speaker; `before` is what stood there. */
export function saidIn(text: string, speaker: string | undefined): { readonly before: string; readonly said: string } {
  if (speaker === undefined) return { before: '', said: text }
  if (/^\s*\|/.test(text)) return { before: '', said: text.slice(text.lastIndexOf('\n') + 1).replace(speaker, ' ') }
  const [before = ''] = speakerOf(text) === speaker ? (TURN.exec(text.slice(0, 240)) ?? []) : []
  return { before, said: text.slice(before.length) }
}

/** Who speaks under a heading that is nothing but a name, with a time in brackets perhaps. */
export function speakerOfHeading(heading: string): string | undefined {
  const name = heading.replace(/\s*[([（][^)\]）]{1,60}[)\]）]\s*$|[:：]\s*$/gu, '').trim()
  return /^\p{L}[\p{L}\p{M}\p{N} ._'’-]{0,30}$/u.test(name) && isName(name) ? name : undefined
}

function isName(name: string): boolean {
  return !LABELS.has(name.toLowerCase().replace(/\s*\d+$/, '')) && name.split(/\s+/).length <= 3
}

/**
 * A dialogue written line by line: two or more turns, on more than half of the lines, or on a fifth of them where somebody
 * speaks again, since turns may have further lines.
 */
export function isDialogue(lines: readonly string[]): boolean {
  const speakers = lines.map(speakerOf).filter((name) => name !== undefined)
  const written = lines.filter((line) => line.trim() !== '').length
  if (speakers.length < 2) return false
  return speakers.length * 2 > written || (new Set(speakers).size < speakers.length && speakers.length * 5 >= written)
}
