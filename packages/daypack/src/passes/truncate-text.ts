import { cutHead } from './cut/cut.ts'
import { newlines } from '../model/lines.ts'
import { MARKER } from './notices.ts'

export type TruncateOptions = {
  readonly maxBytes?: number
  /** Where the whole text is, and which of its lines this one begins with. */
  readonly filePath?: string
  readonly startLine?: number
  /** Lines of the whole text; default: those of this one. */
  readonly totalLines?: number
}

const MAX_BYTES = 51_200
/** What is over by no more than this at the second cut stays. */
const SLACK_BYTES = 100
/** Our own notice, at the very end and word for word; anything else that looks like it is text. */
const NOTICE = new RegExp(
  `\n${MARKER}\nThe output above was truncated\\.\nThe full content is saved to the file and contains (\\d+) lines in total\\.\nThis excerpt starts at line (\\d+) and covers the next \\d+ bytes\\.(?:\nIf the current content is not enough, call \`read_file\` with file_path=(.+) start_line=\\d+ to read more\\.)?$`,
)

/**
 * CoPaw's `truncate_text_output`: whole lines up to `maxBytes`, then where to read on; may cut its own output again.
 *
 * @example
 * import { truncateText } from 'daypack/presets'
 *
 * const first = truncateText('line\n'.repeat(20_000), { filePath: 'tool_result/a.txt' })
 * const second = truncateText(first, { maxBytes: 1_000 })
 * if (!second.includes('file_path=tool_result/a.txt start_line=201')) throw new Error('the same file, an earlier line')
 */
export function truncateText(text: string, options: TruncateOptions = {}): string {
  const { maxBytes = MAX_BYTES } = options
  const notice = NOTICE.exec(text)
  const content = notice ? text.slice(0, notice.index + 1) : text
  const data = Buffer.from(content)
  if (data.length <= maxBytes + (notice ? SLACK_BYTES : 0)) return text
  const startLine = notice ? Number(notice[2]) : (options.startLine ?? 1)
  const totalLines = notice
    ? Number(notice[1])
    : options.totalLines || newlines(data) + (content.endsWith('\n') ? 0 : 1)
  const filePath = notice ? notice[3] : options.filePath
  const { to, line } = cutHead(data, maxBytes)
  const kept = data.toString('utf8', 0, to)
  return [
    kept.endsWith('\n') ? kept.slice(0, -1) : kept,
    MARKER,
    'The output above was truncated.',
    `The full content is saved to the file and contains ${totalLines} lines in total.`,
    `This excerpt starts at line ${startLine} and covers the next ${maxBytes} bytes.`,
    ...(filePath === undefined
      ? []
      : [
          `If the current content is not enough, call \`read_file\` with file_path=${filePath} start_line=${startLine + line - 1} to read more.`,
        ]),
  ].join('\n')
}
