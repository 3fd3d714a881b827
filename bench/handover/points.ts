// Places in the training recordings where a hand-over is written: each with what the agent needed next.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { gather } from '../../packages/daypack/src/handover/read/evidence.ts'
import { texts } from '../../packages/daypack/src/handover/read/texts.ts'
import type { KnownFiles } from '../../packages/daypack/src/files/known.ts'
import { pathWorth } from '../../packages/daypack/src/files/path-worth.ts'
import type { Message } from '../../packages/daypack/src/model/message.ts'
import { byBytes } from '../../packages/daypack/src/tokens/count.ts'
import { needsOf } from '../../lab/src/measure/needs.ts'
import { userWords, type Word } from '../../lab/src/measure/user-words.ts'
import type { Gold } from '../../lab/src/exam/formats.ts'
import { readTranscripts } from '../../lab/src/transcripts/read.ts'
import type { Transcript } from '../../lab/src/transcripts/transcript.ts'
import { data } from '../data.ts'
import { bodiesIn, type Body } from './bodies.ts'
import { readPoints } from '../readers/formats.ts'
import { joined, recordingsFor } from '../readers/recordings.ts'
import { partOf, type Part } from '../replay/parts.ts'

export type Place = {
  readonly name: string
  readonly history: readonly Message[]
  /** About, by bytes. */
  readonly tokens: number
  /** What the next messages needed, and none of them showed before. */
  readonly lines: readonly string[]
  readonly names: readonly string[]
  readonly words: readonly Word[]
  readonly keyPoints: readonly string[]
  readonly written: readonly Written[]
  readonly bodies: readonly Body[]
}

/** A line of code that an edit of the session wrote and that still stands in its file, and how many messages ago. */
export type Written = { readonly text: string; readonly age: number }

const AHEAD = 60
/** Of a session, by its tokens. */
const SHARES = [0.35, 0.75]
/** More of them, where only those count that are followed by edits. */
const EDIT_SHARES = [0.3, 0.45, 0.6, 0.7, 0.8, 0.9]
const LEAST = 28_000
const REPOSITORIES = ['agentv-codex', 'entire-cli', 'specstory']

/** The places of the training part, a session `every` so many. */
export function trainingPlaces(every = 1, only?: string, isForEdits = false): Place[] {
  const found: Place[] = []
  for (const repository of REPOSITORIES) {
    for (const [nth, { id, messages }] of recordingsIn(repository).entries()) {
      if (nth % every !== 0 || (only !== undefined && !`${repository}/${id}`.includes(only))) continue
      const sums = sumsOf(messages)
      const sum = sums.at(-1) ?? 0
      for (const share of isForEdits ? EDIT_SHARES : SHARES) {
        const at = messages.findIndex(({ role }, index) => role === 'assistant' && (sums[index] ?? 0) >= sum * share)
        if (at > 0 && (sums[at] ?? 0) >= LEAST) found.push(placeAt(`${repository}/${id.slice(0, 8)}`, messages, at))
      }
    }
  }
  return isForEdits ? found.filter(({ lines }) => lines.length > 0) : found
}

/** Recordings of one repository, joined to so many tokens and a tenth more: each as long as windows of 128k and 200k are folded at. */
export function longPlaces(tokens: number, most: number): Place[] {
  return REPOSITORIES.flatMap((repository) => {
    const found: Place[] = []
    let chosen: Transcript[] = []
    let sum = 0
    for (const { transcript } of recordingsIn(repository)) {
      chosen.push(transcript)
      sum += sumsOf(transcript.messages).at(-1) ?? 0
      if (sum < tokens * 1.1) continue
      const { messages } = joined(chosen)
      const sums = sumsOf(messages)
      const at = messages.findIndex(({ role }, index) => role === 'assistant' && (sums[index] ?? 0) >= tokens)
      found.push(placeAt(`${repository}/long${found.length + 1}`, messages, at))
      chosen = []
      sum = 0
      if (found.length >= most) break
    }
    return found
  })
}

function sumsOf(messages: readonly Message[]): number[] {
  let sum = 0
  return messages.map((message) => (sum += sizeOf(message)))
}

type Recording = { readonly id: string; readonly messages: readonly Message[]; readonly transcript: Transcript }

function recordingsIn(repository: string): Recording[] {
  const source = path.join(data, 'trajectories', repository)
  return readdirSync(source)
    .toSorted()
    .flatMap((file) =>
      readTranscripts(path.join(source, file)).flatMap((transcript) => {
        const { id = file, messages } = transcript
        return partOf(repository, id) === 'train' ? [{ id, messages, transcript }] : []
      }),
    )
}

/** The points of the exams that were sat, with their key points; those of one part. `exams`: the file exams.json.br. */
export function examPlaces(exams: string, part: Part): Place[] {
  const all = JSON.parse(brotliDecompressSync(readFileSync(exams)).toString('utf8')) as Record<string, Gold>
  const points = readPoints()
  return Object.entries(all).flatMap(([file, gold]) => {
    const point = file.endsWith('.gold.json') ? points.find(({ id }) => id === gold.point) : undefined
    if (!point) return []
    const isTrain = point.set === 'train' || point.sessions.every((id) => partOf(point.repository, id) === 'train')
    if (isTrain !== (part === 'train')) return []
    const { messages } = joined(recordingsFor(data, point).map(({ transcript }) => transcript))
    const keyPoints = gold.gold.flatMap((one) => one.keyPoints)
    return [{ ...placeAt(`${file.split('/')[0]}/${point.id}`, messages, point.at), keyPoints }]
  })
}

/** Training points of other kinds than coding. */
export function otherPlaces(): Place[] {
  const points = readPoints()
  return points
    .filter(({ set, kind }) => set === 'train' && kind !== 'coding')
    .map((point) => {
      const { messages } = joined(recordingsFor(data, point).map(({ transcript }) => transcript))
      return placeAt(`${point.kind}/${point.id}`, messages, point.at)
    })
}

function placeAt(name: string, messages: readonly Message[], at: number): Place {
  const history = messages.slice(0, at)
  const needs = needsOf(messages.slice(0, at + AHEAD))
  const lines = new Set<string>()
  const names = new Set<string>()
  const before = allSaid(history)
  let since = ''
  const { files } = gather(history)
  for (let index = at; index < Math.min(messages.length, at + AHEAD); index++) {
    const { lines: quoted = [], stale = [] } = needs.get(index) ?? {}
    for (const line of quoted) if (!since.includes(line) && before.includes(line)) lines.add(line)
    for (const one of stale) if (!since.includes(one) && before.includes(one)) names.add(one)
    since += allSaid(messages.slice(index, index + 1))
  }
  return {
    name: `${name}@${at}`,
    history,
    tokens: history.reduce((sum, message) => sum + sizeOf(message), 0),
    lines: [...lines],
    names: [...names],
    words: userWords(history),
    keyPoints: [],
    written: writtenIn(files, history.length),
    bodies: bodiesIn(files, messages.slice(at, at + AHEAD)),
  }
}

/** Shorter lines stand in many places. */
const TELLING = 16

/** What a shell would have filled in is no file. */
const NO_PATH = /[$*`]/

/** Tests, looks and what programs wrote apart: nobody is asked about their lines. */
function writtenIn({ files }: KnownFiles, now: number): Written[] {
  return [...files.values()].flatMap(({ path: file, lines }) =>
    lines.flatMap((line) => {
      const text = line?.text.trim() ?? ''
      if (line?.written === undefined || text.length < TELLING || pathWorth(file) < 1 || NO_PATH.test(file)) return []
      return [{ text, age: now - line.written }]
    }),
  )
}

const { count } = byBytes(3.6)
const sizeOf = (message: Message) => texts(message).reduce((sum, { text }) => sum + count(text), 0)

export function allSaid(messages: readonly Message[]): string {
  return messages.flatMap((message) => texts(message).map(({ text }) => `${text}\n`)).join('')
}
