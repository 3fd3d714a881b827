import type { Block, Codec, Message, Rendered } from 'daypack'
import { toolCalls, toolResults } from 'daypack/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbHistory, runs, type History } from './arbitraries.ts'

export type CodecCase<Req, Res> = {
  readonly codec: Codec<Req, Res>
  readonly requests: readonly (readonly [name: string, request: Req])[]
  /** Default: generated histories, written by the codec itself. */
  readonly arb?: fc.Arbitrary<Req>
  /** A request without a conversation, to write other codecs' histories into. */
  readonly bare: Req
  /** What the provider would say; empty when it accepts the request. */
  readonly rejects?: (request: Req) => readonly unknown[]
  /** `false`: the wire knows no tools, so histories that call some are not tried. */
  readonly tools?: false
}

/**
 * What every codec must keep, on recorded and generated requests.
 *
 * @example
 * import { openaiChat } from 'daypack/codecs'
 * import { codecSuite } from 'daypack-testing/suites'
 *
 * const bare = { model: 'm', messages: [] }
 * const requests = [['a greeting', { ...bare, messages: [{ role: 'user', content: 'Hello.' }] }]] as const
 * codecSuite({ codec: openaiChat, requests, bare })
 */
export function codecSuite<Req, Res>({ codec, requests, bare, rejects, tools, ...given }: CodecCase<Req, Res>): void {
  const plain = arbHistory(tools === false ? { maxRounds: 0 } : {})
  const arb = given.arb ?? plain.map((history) => codec.encode(history, bare))
  describe(`codec ${codec.name}`, () => {
    test.each(requests)('%s comes out exactly as it went in', (_, request) => {
      identity(codec, request)
    })

    test('generated requests come out exactly as they went in', () => {
      fc.assert(
        fc.property(arb, (request) => identity(codec, request)),
        { numRuns: runs() },
      )
    })

    test('a changed tool result leaves everything else as it was', () => {
      fc.assert(
        fc.property(arb, fc.nat(), (request, pick) => checkTouched(codec, request, pick)),
        { numRuns: runs() },
      )
    })

    test('residues never hold a copy of the content', () => {
      fc.assert(
        fc.property(arb, (request) => checkResidues(codec.decode(request).messages)),
        { numRuns: runs() },
      )
    })

    test('a history of another codec is written from what it says', () => {
      const histories = arbHistory({ reasoning: true, foreignIds: true, ...(tools === false && { maxRounds: 0 }) })
      fc.assert(
        fc.property(histories, (history) => checkForeign(codec, bare, history, rejects)),
        { numRuns: runs() },
      )
    })
  })
}

/** Both forms of the law: taken over as the same objects, and rebuilt from stored messages. */
export function identity<Req>(codec: Codec<Req>, request: Req): void {
  const frozen = freeze(request)
  const { system, messages } = codec.decode(frozen)
  const lead = system ? { system } : {}
  const sourced = messages.map((message, source) => ({ ...message, source }))
  const untouched = codec.encode({ ...lead, messages: sourced }, frozen)
  expect(untouched, 'where nothing changed, encode returns `like` itself').toBe(frozen)
  const stored = JSON.parse(JSON.stringify(messages)) as Message[]
  expect(JSON.stringify(codec.encode({ ...lead, messages: stored }, frozen))).toBe(JSON.stringify(frozen))
}

function checkTouched<Req>(codec: Codec<Req>, request: Req, pick: number): void {
  const { system, messages } = codec.decode(request)
  const places = messages.flatMap((message, at) =>
    message.blocks.flatMap((block, index) => (block.type === 'tool-result' ? [{ at, index }] : [])),
  )
  const place = places[pick % Math.max(1, places.length)]
  if (!place) return
  const cut = (block: Block): Block => (block.type === 'tool-result' ? { ...block, content: { text: '(cut)' } } : block)
  const rendered: Rendered['messages'] = messages.map((message, source) =>
    source === place.at
      ? { ...message, blocks: message.blocks.map((block, index) => (index === place.index ? cut(block) : block)) }
      : { ...message, source },
  )
  const again = codec.decode(codec.encode({ ...(system ? { system } : {}), messages: rendered }, request)).messages
  expect(again.length).toBe(messages.length)
  for (const [at, message] of again.entries()) {
    const before = messages[at]
    if (at !== place.at) expect(message).toEqual(before)
    else
      message.blocks.forEach((block, index) => {
        if (index !== place.index) expect(block).toEqual(before?.blocks[index])
        else expect(block).toMatchObject({ type: 'tool-result', content: { text: '(cut)' } })
      })
  }
}

function checkResidues(messages: readonly Message[]): void {
  for (const message of messages) {
    const residues = JSON.stringify([
      message.wire,
      message.blocks.map((block) => (block.type === 'opaque' ? null : block.wire)),
    ])
    for (const result of toolResults(message)) {
      const text = 'text' in result.content ? result.content.text : ''
      if (text.length > 40) expect(residues).not.toContain(JSON.stringify(text).slice(1, 41))
    }
  }
}

function checkForeign<Req>(
  codec: Codec<Req>,
  bare: Req,
  history: History,
  rejects?: (request: Req) => readonly unknown[],
): void {
  const messages = history.messages.map((message) => ({ ...message, codec: 'another' }))
  const request = codec.encode({ ...history, messages }, bare)
  if (rejects) expect(rejects(request)).toEqual([])
  const again = codec.decode(request).messages
  const calls = (list: readonly Message[]) =>
    list.flatMap((message) => toolCalls(message).map(({ tool, input }) => ({ tool, input })))
  expect(calls(again)).toEqual(calls(history.messages))
  const results = (list: readonly Message[]) =>
    list.flatMap((message) => toolResults(message).map(({ content }) => content))
  expect(results(again)).toEqual(results(history.messages))
  const ids = again.flatMap((message) => toolCalls(message).map((call) => call.callId))
  expect(new Set(ids).size).toBe(ids.length)
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) freeze(part)
  return Object.freeze(value)
}
