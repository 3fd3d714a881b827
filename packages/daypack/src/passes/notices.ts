import type { HeadCut } from './cut/cut.ts'
import type { Reader } from '../tools/reader.ts'

/** What a notice may say about a cut. Notices are made from this, and never read back from a text. */
export type NoticeFacts = {
  readonly tool: string
  /** Where the original can be read. Absent: it could not be saved. */
  readonly path?: string
  /** The original is the file itself, as the tool read it, not our copy. */
  readonly isFile: boolean
  readonly totalLines: number
  readonly totalBytes: number
  readonly totalChars: number
  /** The line of the original the excerpt starts at. */
  readonly startLine: number
  readonly head: HeadCut
  readonly keptBytes: number
  /** The limit in bytes, where only a start is kept and bytes are what counts. */
  readonly limitBytes?: number
  /** The call read the whole file, as far as its input tells. */
  readonly isWholeFile?: boolean
  readonly keptChars: number
  readonly tailBytes: number
  readonly hasErrors: boolean
  readonly reader: Reader
}

export type Notice = (facts: NoticeFacts) => {
  readonly before?: string
  readonly between?: string
  readonly further?: string
  readonly text: string
}

export const MARKER = '<<<TRUNCATED>>>'

/**
 * The grammar of CoPaw and QwenPaw: marker, total lines, start line, bytes covered, the call that reads on.
 *
 * @example
 * import { offload, truncated } from 'daypack/presets'
 *
 * if (offload({ maxBytes: 20_000, notice: truncated }).name !== 'offload') throw new Error('for the notice of a pass')
 */
export const truncated: Notice = (facts) => {
  const { head, totalLines, startLine, tailBytes } = facts
  const covered = facts.limitBytes ?? (tailBytes > 0 || facts.hasErrors ? head.to : facts.keptBytes)
  const tail = tailBytes > 0 ? ` The last ${tailBytes} bytes follow after the gap.` : ''
  const lines = [
    MARKER,
    'The output above was truncated.',
    whereItIs(facts, totalLines),
    `This excerpt starts at line ${startLine} and covers the next ${covered} bytes.${tail}`,
    ...(facts.path === undefined
      ? []
      : [`If the current content is not enough, call ${resumeCall(facts)} to read more.`]),
  ]
  return { between: gap(facts), text: lines.join('\n') }
}

/**
 * The default preset: as few words as carry it, between head and tail.
 *
 * @example
 * import { offload, terse } from 'daypack/presets'
 *
 * if (offload({ maxBytes: 20_000, notice: terse }).name !== 'offload') throw new Error('for the notice of a pass')
 */
export const terse: Notice = (facts) => {
  const where = facts.path === undefined ? 'it could not be saved' : readOn(facts)
  const said = `[${facts.totalBytes - facts.keptBytes} of ${facts.totalBytes} bytes left out; ${where}]`
  return facts.tailBytes > 0 ? { between: `\n${said}\n`, further: '\n[…]\n', text: '' } : { text: `\n${said}` }
}

/** mini-claude's tier 0.5: what was saved where, then the first lines. */
export const saved: Notice = (facts) => {
  const size = (facts.totalBytes / 1024).toFixed(1)
  const place =
    facts.path === undefined
      ? 'The full output could not be saved.'
      : `Full output saved to ${facts.path}. You can use ${facts.reader.name} to see the full result.`
  const shown =
    facts.head.column === undefined ? `first ${facts.head.line - 1} lines` : `first ${facts.keptBytes} bytes`
  return {
    before: `[Result too large (${size} KB, ${facts.totalLines} lines). ${place}]\n\nPreview (${shown}):\n`,
    text: '',
  }
}

/** mini-claude's head and tail, with the count between; the path after it is our addition: no cut without a way back. */
export function middle(word: (chars: number) => string): Notice {
  return (facts) => {
    const between = `\n\n[... ${word(facts.totalChars - facts.keptChars)} ...]\n\n`
    return { between, text: facts.path === undefined ? '' : `\n\n[Full output: ${facts.path}]` }
  }
}

/** Claude Code's level 1: a short preview and where the rest is. */
export const preview: Notice = (facts) => {
  const size = (facts.totalBytes / 1024).toFixed(1)
  const place =
    facts.path === undefined
      ? 'The full output could not be saved.'
      : `The full output (${size} KB, ${facts.totalLines} lines) is saved at ${facts.path}.`
  const more = facts.path === undefined ? '' : ` Read it with ${resumeCall(facts)}.`
  return { text: `\n[Preview: the first ${facts.keptBytes} bytes. ${place}${more}]` }
}

type Place = Pick<NoticeFacts, 'reader' | 'path'> & { readonly head: Pick<HeadCut, 'line' | 'column'> }

export function readOn(place: Place): string {
  return place.reader.name === '' ? `the rest is in ${resumeCall(place)}` : `read on with ${resumeCall(place)}`
}

/** The call that reads on, with the arguments the tool really has: `read_file` with file_path=… start_line=…. */
export function resumeCall({ reader: { name, resume }, path, head }: Place): string {
  if (name === '') return `${path} from line ${head.line} on`
  if (resume === 'shell' || resume === 'script')
    return `\`${name}\`${resume === 'script' ? ', as a shell command' : ''}: sed -n '${head.line},$p' '${path}'`
  const line = resume.line === undefined ? '' : ` ${resume.line}=${head.line}`
  const isInside = head.column !== undefined && resume.column !== undefined
  return `\`${name}\` with ${resume.path}=${path}${line}${isInside ? ` ${resume.column}=${head.column}` : ''}`
}

function whereItIs(facts: NoticeFacts, totalLines: number): string {
  if (facts.path === undefined)
    return `The full content (${facts.totalBytes} bytes, ${totalLines} lines) could not be saved to a file.`
  if (facts.isFile && !facts.isWholeFile)
    return `The full content is in the file itself; this call read ${totalLines} lines of it.`
  return `The full content is saved to the file and contains ${totalLines} lines in total.`
}

function gap(facts: NoticeFacts): string {
  return `\n[... ${facts.totalBytes - facts.keptBytes} bytes left out ...]\n`
}
