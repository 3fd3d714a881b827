import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { DaypackError, type Decoded } from 'daypack'
import { anthropic } from 'daypack/codecs/anthropic'
import { openaiChat } from 'daypack/codecs/openai-chat'
import { readTranscript, type Transcript } from 'daypack/testing/transcripts'

type Wire = { readonly role?: unknown; readonly content?: unknown }

/** The session in a file: a transcript of an agent we know, or a request as it was sent to Anthropic or OpenAI. */
export function readSession(file: string): Transcript {
  const bytes = bytesOf(file)
  const transcript = fromRequest(bytes) ?? readTranscript(bytes)
  if (transcript.messages.length === 0)
    throw new DaypackError(
      'unsupported',
      `${file} holds no session we can read: Claude Code or pi JSONL, OpenAI or Anthropic messages, SWE-agent .traj, OpenHands, LangGraph, SpecStory.`,
    )
  return transcript
}

function bytesOf(file: string): Uint8Array {
  try {
    const bytes = readFileSync(file)
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
  } catch (error) {
    throw new DaypackError('not-found', `${file} cannot be read: ${(error as Error).message}.`)
  }
}

/** `{ messages: […] }`, or a list with Anthropic's blocks in it; other lists are read as transcripts. */
function fromRequest(bytes: Uint8Array): Transcript | undefined {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
  const body = Array.isArray(value)
    ? { messages: value }
    : (value as { messages?: unknown; system?: unknown; history?: unknown } | null)
  if (!body || !Array.isArray(body.messages) || 'history' in body) return undefined
  const messages = body.messages as Wire[]
  if (!messages.every((message) => typeof message?.role === 'string')) return undefined
  const isAnthropic = 'system' in body || messages.some(hasAnthropicBlock)
  if (Array.isArray(value) && !isAnthropic) return undefined
  const decoded: Decoded = isAnthropic ? anthropic.decode(body as never) : openaiChat.decode(body as never)
  const tools = decoded.messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool-call' ? [block.tool] : [])),
  )
  return {
    format: 'openai-messages',
    messages: decoded.messages.map(({ role, blocks }) => ({ role, blocks })),
    times: decoded.messages.map(() => undefined),
    usage: [],
    tools: [...new Set(tools)],
    compactions: [],
    ...(decoded.system && { system: decoded.system }),
  }
}

function hasAnthropicBlock({ content }: Wire): boolean {
  return (
    Array.isArray(content) &&
    content.some(
      (part: { type?: unknown }) =>
        part?.type === 'tool_use' || part?.type === 'tool_result' || part?.type === 'thinking',
    )
  )
}
