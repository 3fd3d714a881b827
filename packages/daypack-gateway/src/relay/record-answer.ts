import { DaypackError, type Millis } from 'daypack'
import { objectIn, sseReader, type JsonObject } from 'daypack/internal'
import { unpack } from '../http/encoding.ts'
import { EVENT_FRAMES, frameReader } from '../http/event-frames.ts'
import { relay } from '../http/relay.ts'
import { backward, type Answer } from '../http/upstream.ts'
import { type GatewayWire } from '../wires/wire.ts'

export type RecordOptions = {
  readonly pingMs: Millis
  /** Called once, with the whole reply, when its last piece was handed on; must not throw. */
  readonly record: (reply: JsonObject) => void
  /** Called when nothing more comes, with a reply or without; must not throw. */
  readonly over?: () => void
  /** Told that a reply could not be read; must not throw. */
  readonly onProblem: (problem: unknown) => void
}

/** A reply that is longer is handed on and not read: no model writes as much. */
const MOST_COPIED = 64 * 1024 * 1024

/** The answer goes on as it comes; a copy is read for the reply and its bill. */
export function recordAnswer(answer: Answer, wire: GatewayWire, options: RecordOptions): Answer {
  const { pingMs, record, over, onProblem } = options
  const response = unpack(answer)
  if (!response.body) {
    over?.()
    return handOn(response)
  }
  const type = String(response.headers['content-type'])
  const isFramed = type.includes(EVENT_FRAMES)
  const isStream = isFramed || type.includes('text/event-stream')
  const copy = isStream ? streamCopy(wire, isFramed ? frameReader : sseReader) : wholeCopy()
  let size = 0
  let isRecorded = false
  const recordOnce = () => {
    const reply = isRecorded ? undefined : copy.reply()
    if (!reply) return
    isRecorded = true
    record(reply)
  }
  const body = relay(response.body, {
    onBytes(bytes) {
      size += bytes.length
      if (size > MOST_COPIED)
        throw new DaypackError('unsupported', `A reply of more than ${MOST_COPIED} bytes is not read.`)
      copy.write(bytes)
      // Some clients stop reading at the last event and never see the end of the stream.
      if (isStream) recordOnce()
    },
    onEnd() {
      copy.end()
      recordOnce()
      over?.()
    },
    onProblem(problem) {
      copy.drop()
      onProblem(problem)
      over?.()
    },
    ...(isStream && !isFramed && { ping: { text: wire.ping, everyMs: pingMs } }),
  })
  return { status: response.status, headers: backward(response.headers), body }
}

export function handOn(answer: Answer): Answer {
  return { ...answer, headers: backward(answer.headers) }
}

type Copy = { write(bytes: Uint8Array): void; end(): void; reply(): JsonObject | undefined; drop(): void }

function streamCopy(wire: GatewayWire, readerOf: typeof sseReader): Copy {
  let collector = wire.collector()
  const reader = readerOf((data) => {
    if (data === '[DONE]') return collector.end?.()
    const event = objectIn(data)
    if (event) collector.event(event)
  })
  return {
    write: (bytes) => reader.write(bytes),
    end() {
      reader.end()
      collector.end?.()
    },
    reply: () => (reader.overflowed ? undefined : collector.response()),
    drop: () => void (collector = wire.collector()),
  }
}

function wholeCopy(): Copy {
  const decoder = new TextDecoder()
  let text = ''
  return {
    write: (bytes) => void (text += decoder.decode(bytes, { stream: true })),
    end: () => void (text += decoder.decode()),
    reply: () => objectIn(text),
    drop: () => void (text = ''),
  }
}
