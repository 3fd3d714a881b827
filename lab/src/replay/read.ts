import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { DaypackError, isDaypackError } from 'daypack'
import { openCodeExport } from './opencode.ts'
import { bytesIn, readTranscript } from '../transcripts/read.ts'
import type { Transcript } from '../transcripts/transcript.ts'

/** What can be read, in words. */
export const FORMATS =
  'Claude Code, Codex, Copilot CLI, pi, OpenCode, Gemini CLI and Qwen Code sessions, OpenAI, Anthropic or AI SDK messages as JSON, SWE-agent .traj, OpenHands, LangGraph and SpecStory, and what `daypack export` wrote'

/** The session in a file: a transcript of an agent we know, or a request as it was sent to Anthropic or OpenAI. */
export function readSession(file: string): Transcript {
  const bytes = sessionBytes(file)
  const transcript = transcriptOf(bytes)
  if (transcript && isTalk(transcript)) return transcript
  throw new DaypackError(
    'unsupported',
    `${file} holds no session Daypack can read (${looksLike(bytes)}). It reads ${FORMATS}.`,
  )
}

/** What can be read of these sessions; the others are passed over. */
export function* readable<Found extends { readonly file: string }>(
  found: Iterable<Found>,
): Generator<Found & { readonly transcript: Transcript }> {
  for (const one of found) {
    try {
      yield { ...one, transcript: readSession(one.file) }
    } catch {
      // Not one of ours, or damaged.
    }
  }
}

/** The bytes of a session, wherever its agent keeps them. */
export function sessionBytes(file: string): Uint8Array {
  return openCodeExport(file) ?? openCodeSession(file) ?? bytesOf(file)
}

function transcriptOf(bytes: Uint8Array): Transcript | undefined {
  try {
    return readTranscript(bytes)
  } catch (error) {
    if (isDaypackError(error) && error.code === 'damaged') throw error
    return undefined
  }
}

/** Somebody asks and somebody answers, in words or calls. */
function isTalk({ messages }: Transcript): boolean {
  const says = (role: string) => messages.some((message) => message.role === role && message.blocks.length > 0)
  return says('user') && says('assistant')
}

/** What an unknown file is, as far as its first record tells. */
function looksLike(bytes: Uint8Array): string {
  if (bytes.includes(0)) return 'it is binary'
  const text = new TextDecoder().decode(bytes).trim()
  if (text === '') return 'it is empty'
  for (const candidate of [text, text.slice(0, text.indexOf('\n') + 1)]) {
    try {
      const value: unknown = JSON.parse(candidate)
      const record: unknown = Array.isArray(value) ? value[0] : value
      const names = Object.keys(Object(record)).slice(0, 6)
      return `${Array.isArray(value) ? 'a JSON list' : 'JSON'} with ${names.length > 0 ? `the fields ${names.join(', ')}` : 'no fields'}`
    } catch {
      // Not that.
    }
  }
  return 'it is not JSON'
}

/** OpenCode keeps a session in many files: those of its messages and their parts, brought together. */
function openCodeSession(file: string): Uint8Array | undefined {
  const found = /^(.*[/\\]storage)[/\\]session[/\\].*[/\\](ses_[^/\\]+)\.json$/.exec(path.resolve(file))
  if (!found?.[1] || !found[2]) return undefined
  const [, storage, id] = found
  const messages = jsonIn(storage, 'message', id).map((info) => ({
    info,
    parts: jsonIn(storage, 'part', String((info as { id?: unknown }).id)),
  }))
  return Buffer.from(JSON.stringify({ info: { id }, messages }))
}

/** The JSON files of a folder in its storage by name, which is by time; what a name or a link finds elsewhere is none of them. */
function jsonIn(storage: string, kind: string, id: string): unknown[] {
  const folder = path.join(storage, kind, id)
  try {
    if (realpathSync(folder) !== path.join(realpathSync(storage), kind, path.basename(id))) return []
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map(({ name }) => name)
      .toSorted()
      .map((name): unknown => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
  } catch {
    return []
  }
}

function bytesOf(file: string): Uint8Array {
  try {
    return bytesIn(file)
  } catch (error) {
    throw new DaypackError('not-found', `${file} cannot be read: ${(error as Error).message}.`)
  }
}
