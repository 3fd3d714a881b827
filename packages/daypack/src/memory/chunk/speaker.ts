/** `Name: text`, `**Name**: text`, `<Name>: text`, `[10:31] Name: text`, `D1:3 Name: text`, with an optional bullet before. */
const TURN =
  /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\[[^\]\n]{1,40}\]\s*|\([^)\n]{1,40}\)\s*|[A-Za-z]?\d[\d:./-]*\s+)?(?:(\*\*|__|`)?<?(\p{L}[\p{L}\p{M}\p{N} ._'’-]{0,30}?)>?(?:\s\([^)\n]{1,40}\))?\s*(?:[:：]\1|\1(?:\s?\([^)\n]{1,40}\))?\s?[:：]))(?<!:(?=[^\s"“'*]))\s*(?=\S)/u

/** Words that head a line in notes without being anybody's name. */
const LABELS = new Set(
  'note notes todo fix fixed bug decision decided result results goal goals status update summary context example warning error question answer reason cause date time tags tag source see http https file path version default input output usage lesson preference action next done why what how when where who 注意 备注 决定 结论 原因 问题 目标 状态 时间 日期 标签 来源 示例'.split(
    ' ',
  ),
)

/** Who speaks on this line, as written; undefined when it is no turn of a dialogue. */
export function speakerOf(line: string): string | undefined {
  const name = TURN.exec(line.slice(0, 200))?.[2]?.trim()
  if (name === undefined || LABELS.has(name.toLowerCase()) || name.split(/\s+/).length > 3) return undefined
  return name
}

/** Two or more turns, on more than half of the lines: a dialogue written line by line. */
export function isDialogue(lines: readonly string[]): boolean {
  const turns = lines.filter((line) => speakerOf(line) !== undefined).length
  return turns >= 2 && turns * 2 > lines.filter((line) => line.trim() !== '').length
}
