import type { Settled } from '../read/failures.ts'
import { clip, clipList, clipOutput, flat } from '../text/clip.ts'
import { clipSpeech } from '../text/sentences.ts'
import type { Event } from '../read/events.ts'
import type { Claim } from '../weigh/claims.ts'

/** Who speaks in an event that is no call. */
export const WHO: Partial<Record<Event['kind'], string>> = {
  user: 'USER: ',
  agent: 'AGENT: ',
  thought: 'THOUGHT: ',
  instruction: 'INSTRUCTIONS loaded: ',
  handover: 'EARLIER SUMMARY: ',
  output: 'OUTPUT that came later: ',
  stop: '(the user interrupted the agent)',
}

/** One event in about `limit` characters; `root`: the folder all paths share. */
export function eventLine({ event: given, same }: Pick<Claim, 'event' | 'same'>, limit: number, root = ''): string {
  const event = below(given, root)
  const who = WHO[event.kind]
  if (event.kind === 'stop') return who ?? ''
  if (who !== undefined) {
    const what = event.head === '' ? '' : `${event.head} `
    if (same !== undefined) return `${who}${clip(flat(event.text), 60)} (the same words as at [${same}])`
    // Of instructions whole sentences: half of a rule is none.
    const as = event.kind === 'instruction' ? 'page' : event.kind === 'user' ? 'wish' : 'speech'
    const said = clipSpeech(event.text, Math.max(24, limit - what.length), as)
    return `${who}${what}${event.kind === 'thought' ? flat(said) : said}`
  }
  if (event.state === 'rejected') return rejected(event, limit)
  const share = event.effect === 'write' || event.kind === 'change' ? 0.6 : 0.4
  const head = clippedHead(event.head, Math.max(40, limit * share, limit - event.text.length - 4))
  const mark =
    event.state === undefined
      ? ' (no result recorded)'
      : event.state === 'failed' && event.kind !== 'command'
        ? ' FAILED'
        : ''
  const later = event.settled === undefined ? '' : ` (${again(event.settled)})`
  const body = cutTo(event, Math.max(24, limit - head.length - 4))
  if (body === '') return `${head}${mark}${later}`
  return `${head}${mark}${later}${(event.kind === 'change' && mark === '') || head.endsWith(':') ? ' ' : ' → '}${body}`
}

/** What the user answered to a call; empty when nothing, or when it is told with the call. */
export function answerLine({ said, state }: Event, limit: number): string {
  return said === undefined || said === '' || state === 'rejected'
    ? ''
    : `USER: ${clipSpeech(said, Math.max(80, limit), 'wish')}`
}

function cutTo(event: Event, max: number): string {
  const { text, full = text, cut } = event
  if (full.length <= max && cut !== 'start') return full.trim()
  if (cut === 'speech' || cut === 'page') return clipSpeech(text, max, cut)
  // What came is told before what went.
  if (event.kind === 'change' && text.trim().length > max)
    return clip(text.slice(Math.max(0, text.indexOf('＋ '))).trim(), max)
  if (cut === 'start') return clip(text.trim(), max)
  if (cut === 'list') return clipList(text, max)
  // Of a failure, and in little room, the lines that tell how it went.
  return text.length > max || event.state === 'failed' ? clip(text, max) : clipOutput(full, text, max)
}

/** A command without the folder it changed to first, a file with the last of its folders, a task by its name. */
function clippedHead(given: string, max: number): string {
  if (given.length <= max) return given
  const head = given.replace(/”, told: .*$/s, '”')
  return clip(head.replace(/^\$ cd \S+ && (?=\S)/, '$ ').replace(/^(\w+) \/?(?:[^\s/]+\/)+(?=[^\s/]+\/)/, '$1 …/'), max)
}

/** A call without the folder all paths share. */
export function below(event: Event, root: string): Event {
  if (root === '' || WHO[event.kind] !== undefined) return event
  const cut = (text: string): string => text.replaceAll(`${root}/`, '').replaceAll(root, '.')
  const { full } = event
  return {
    ...event,
    head: event.kind === 'command' ? event.head : cut(event.head),
    // What stands in a file is told as it stands there.
    text: event.kind === 'change' || event.cut === 'page' ? event.text : cut(event.text),
    ...(full !== undefined && { full: cut(full) }),
  }
}

/** The folder that shortens the absolute paths of the calls most; empty when there is none. */
export function rootOf(events: readonly Event[]): string {
  const heads = events.flatMap(({ kind, head }) => (kind === 'look' || kind === 'change' ? [head] : []))
  // A relative path is below the folder the agent was in: nobody may take it for one below ours.
  if (heads.some((head) => /^\w+ [^\s/]\S*\//.test(head))) return ''
  const paths = heads.flatMap((head) => /\s(\/[^\s:]+)/.exec(head)?.[1] ?? [])
  if (paths.length < FEW_PATHS) return ''
  const shared = new Map<string, number>()
  for (const path of paths)
    for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1))
      shared.set(path.slice(0, at), (shared.get(path.slice(0, at)) ?? 0) + 1)
  const [root] = [...shared].reduce((most, one) => (one[0].length * one[1] > most[0].length * most[1] ? one : most), [
    '',
    0,
  ] as [string, number])
  return root.length >= SHORT_ROOT ? root : ''
}

/** Fewer paths share nothing worth a line, and a shorter folder saves nothing. */
const FEW_PATHS = 3
const SHORT_ROOT = 12

/** What was rejected stands with what the user said to it. */
function rejected(event: Event, limit: number): string {
  const what = clip(flat(`${event.head} ${event.text}`), Math.max(80, limit * 0.5))
  const said = event.said ? `, saying: “${clipSpeech(event.said, Math.max(200, limit))}”` : ''
  return `REJECTED by the user: ${what}${said}`
}

/** What is known of the try that took the place of a failure. */
function again({ seq, isSure, place = `at [${seq}]` }: Settled): string {
  return `${isSure ? 'went through' : 'tried again'} ${place}`
}
