import { readFileSync } from 'node:fs'
import { DaypackError } from 'daypack'
import { readTranscript, type Transcript } from 'daypack/replay'

/** The session in a file: a transcript of an agent we know, or a request as it was sent to Anthropic or OpenAI. */
export function readSession(file: string): Transcript {
  const bytes = bytesOf(file)
  const transcript = readTranscript(bytes)
  if (transcript.messages.length === 0)
    throw new DaypackError(
      'unsupported',
      `${file} holds no session we can read: Claude Code or pi JSONL, OpenAI or Anthropic messages, SWE-agent .traj, OpenHands, LangGraph, SpecStory.`,
    )
  return transcript
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new DaypackError('not-found', `${file} cannot be read: ${(error as Error).message}.`)
  }
}
