import type { Block, Json, MediaBlock, Message, OpaqueBlock, TextBlock, ToolCallBlock, ToolResultBlock } from 'daypack'
import fc from 'fast-check'

export function runs(fallback = 100): number {
  return Number(process.env['DAYPACK_RUNS'] ?? fallback)
}

export type HistoryOptions = {
  readonly maxTurns?: number
  readonly maxRounds?: number
  readonly maxText?: number
  /** Signed reasoning in front of some assistant messages (the messages then belong to the anthropic codec). */
  readonly reasoning?: boolean
  readonly media?: boolean
  /** Histories that stop in mid-turn: after a request, or after tool results. */
  readonly open?: boolean
  /** Call ids as other providers write them: too long, with characters elsewhere forbidden. */
  readonly foreignIds?: boolean
}

export type History = { readonly system?: Message; readonly messages: readonly Message[] }

export function arbHistory(options: HistoryOptions = {}): fc.Arbitrary<History> {
  return fc
    .record({ system: fc.option(arbText(options.maxText), { nil: undefined }), messages: arbMessages(options) })
    .map(({ system, messages }) => (system ? { system: says('system', system), messages } : { messages }))
}

/** A valid conversation in canonical form: unique ids, each call answered once by the next tool message. */
export function arbMessages(options: HistoryOptions = {}): fc.Arbitrary<Message[]> {
  const { maxTurns = 4, open = true } = options
  return fc
    .tuple(
      fc.array(arbTurn(options), { minLength: 1, maxLength: maxTurns }),
      open ? fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }) : fc.constant(undefined),
      fc.constantFrom(...(options.foreignIds ? idStyles : idStyles.slice(0, 1))),
    )
    .map(([turns, cut, idStyle]) => numbered(turns.flat(), idStyle)(cut))
}

/** Text with what breaks naive code: surrogate pairs, combining marks, CRLF, one huge line, many short ones. */
export function arbText(maxText = 3_000): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.lorem({ maxCount: 12 }) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map(visible) },
    { weight: 2, arbitrary: fc.constantFrom(...oddTexts) },
    {
      weight: 1,
      arbitrary: fc
        .integer({ min: 200, max: maxText })
        .map((size) => '{"k":"v😀"},'.repeat(size).slice(0, size))
        .map(whole),
    },
    { weight: 1, arbitrary: fc.integer({ min: 20, max: Math.max(20, maxText / 25) }).map(manyLines) },
  )
}

export function arbOutput(maxText = 3_000): fc.Arbitrary<string> {
  return fc.oneof({ weight: 5, arbitrary: arbText(maxText) }, { weight: 1, arbitrary: fc.constant('') })
}

/** The input of a tool call: always an object, as every provider demands. */
export function arbInput(): fc.Arbitrary<Json> {
  const leaf = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.integer(), fc.boolean(), fc.constant(null))
  const value = fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 3 }),
    fc.dictionary(key, leaf, { maxKeys: 3, noNullPrototype: true }),
  )
  return fc.oneof(
    fc.record({ path: fc.constantFrom('src/a.ts', 'docs/Übersicht.md', '/tmp/x y.log', '資料.txt') }),
    fc.record({ command: fc.lorem({ maxCount: 6 }) }),
    fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }),
  )
}

const key = fc.string({ minLength: 1, maxLength: 8 }).filter((name) => name !== '__proto__' && !/^\d+$/.test(name))

const oddTexts = [
  '👩‍👩‍👧‍👦 family and 🇩🇪 flag',
  '日本語のテキスト。長い文章です。',
  'e\u0301 combining',
  'a\r\nb\r\nc',
  'tab\there',
  '</tool_result>',
  '"quoted" \\ back',
  '<|endoftext|>',
  '\u2028line separator',
  'مرحبا بالعالم',
  '0',
  '[object Object]',
  '{"json": true}',
  '```ts\nconst x = 1\n```',
]

function manyLines(count: number): string {
  return Array.from({ length: count }, (_, line) => `${line + 1}: line ${line} of the output`).join('\n')
}

function visible(text: string): string {
  return text.trim() === '' ? 'x' : text
}

/** Never end inside a surrogate pair. */
function whole(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}

function says(role: 'system' | 'user' | 'assistant', text: string): Message {
  return { role, blocks: [{ type: 'text', text }] }
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const arbImage: fc.Arbitrary<MediaBlock> = fc.constantFrom(
  { type: 'media', mediaType: 'image/png', content: { text: png }, width: 1, height: 1 },
  { type: 'media', mediaType: '', content: { text: 'https://example.com/picture.jpg' } },
)
const arbReasoning: fc.Arbitrary<OpaqueBlock> = fc.oneof(
  fc
    .record({ thinking: fc.lorem({ maxCount: 8 }), signature: fc.base64String({ minLength: 8, maxLength: 40 }) })
    .map((fields): OpaqueBlock => ({ type: 'opaque', purpose: 'reasoning', wire: { type: 'thinking', ...fields } })),
  fc
    .base64String({ minLength: 8, maxLength: 40 })
    .map((data): OpaqueBlock => ({ type: 'opaque', purpose: 'reasoning', wire: { type: 'redacted_thinking', data } })),
)

type Round = {
  text: string | undefined
  reasoning: OpaqueBlock | undefined
  calls: readonly Call[]
  aside: string | undefined
}
type Call = { tool: string; input: Json; output: string; isError: boolean; image: MediaBlock | undefined }

function arbTurn(options: HistoryOptions): fc.Arbitrary<Message[]> {
  const { maxRounds = 3, maxText, reasoning = false, media = true } = options
  const image = media ? rarely(arbImage) : fc.constant(undefined)
  const call: fc.Arbitrary<Call> = fc.record({
    tool: fc.constantFrom('read_file', 'run_command', 'search', 'web_fetch'),
    input: arbInput(),
    output: arbOutput(maxText),
    isError: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
    image,
  })
  const thought = reasoning ? fc.option(arbReasoning, { nil: undefined }) : fc.constant(undefined)
  const round: fc.Arbitrary<Round> = fc.record({
    text: fc.option(arbText(maxText), { nil: undefined }),
    reasoning: thought,
    calls: fc.array(call, { minLength: 1, maxLength: 4 }),
    aside: rarely(fc.constant('By the way: keep it short.')),
  })
  return fc
    .record({
      request: arbText(maxText),
      image,
      rounds: fc.array(round, { maxLength: maxRounds }),
      answer: arbText(maxText),
      thought,
    })
    .map(({ request, image: picture, rounds, answer, thought: last }) => [
      { role: 'user', blocks: [{ type: 'text', text: request }, ...(picture ? [picture] : [])] } satisfies Message,
      ...rounds.flatMap(roundMessages),
      assistant([...(last ? [last] : []), { type: 'text', text: answer }]),
    ])
}

function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
}

function roundMessages(round: Round): Message[] {
  const calls = round.calls.map((call): ToolCallBlock => ({
    type: 'tool-call',
    callId: '',
    tool: call.tool,
    input: call.input,
  }))
  const results = round.calls.map((call): ToolResultBlock => ({
    type: 'tool-result',
    callId: '',
    tool: call.tool,
    content: { text: call.output },
    ...(call.image ? { attachments: [call.image] } : {}),
    ...(call.isError ? { isError: true } : {}),
  }))
  const text: TextBlock[] = round.text === undefined ? [] : [{ type: 'text', text: round.text }]
  const aside: TextBlock[] = round.aside === undefined ? [] : [{ type: 'text', text: round.aside }]
  return [
    assistant([...(round.reasoning ? [round.reasoning] : []), ...text, ...calls]),
    { role: 'tool', blocks: [...results, ...aside] },
  ]
}

function assistant(blocks: readonly Block[]): Message {
  const signed = blocks.some((block) => block.type === 'opaque')
  return { role: 'assistant', blocks, ...(signed ? { codec: 'anthropic' } : {}) }
}

type IdStyle = (index: number) => string
const idStyles: readonly IdStyle[] = [
  (index) => `toolu_${String(index).padStart(6, '0')}`,
  (index) => `call_${index}_${'x'.repeat(60)}`,
  (index) => `functions.read:${index}`,
  (index) => `呼び出し/${index}`,
]

/** Give every call of the conversation its own id, then cut it `cut` messages before its end, but never inside an atom. */
function numbered(messages: readonly Message[], idStyle: IdStyle): (cut: number | undefined) => Message[] {
  let next = 0
  let ids: string[] = []
  const all = messages.map((message): Message => {
    if (message.role === 'assistant') ids = []
    let answered = 0
    const blocks = message.blocks.map((block): Block => {
      if (block.type === 'tool-call') {
        const callId = idStyle(next++)
        ids.push(callId)
        return { ...block, callId }
      }
      return block.type === 'tool-result' ? { ...block, callId: ids[answered++] ?? '' } : block
    })
    return { ...message, blocks }
  })
  return (cut) => {
    const kept = cut === undefined ? all : all.slice(0, Math.max(1, all.length - cut))
    const open = kept.at(-1)?.blocks.some((block) => block.type === 'tool-call') ?? false
    return open ? all.slice(0, kept.length + 1) : kept
  }
}
