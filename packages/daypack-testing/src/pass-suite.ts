import { type Edit, type Message, type Pass, type Plan, validate } from 'daypack'
import { isStored, parseBlockId, requestSeq, toolCalls, toolResults } from 'daypack/internal'
import { anthropic, openaiChat } from 'daypack/codecs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbMessages, type HistoryOptions } from './arbitraries.ts'
import { openDesk, type Desk } from './desk.ts'

export type PassSuiteOptions = {
  readonly history?: HistoryOptions
  readonly windows?: readonly number[]
  readonly idleMs?: readonly number[]
  /** Generated cases for each property; DAYPACK_RUNS or 100 without it. */
  readonly numRuns?: number
  /** Stop at the first case that fails, without looking for the smallest. */
  readonly endOnFailure?: boolean
}

/**
 * The laws every pass must keep, over generated sessions: shrink, settle, undo, pairing, pins, calm and recall.
 *
 * @example
 * import { trim } from 'daypack/presets'
 * import { passSuite } from 'daypack-testing/suites'
 *
 * passSuite('trim', () => trim({ maxBytes: 500 }), { windows: [3_000], numRuns: 10 })
 */
export function passSuite(name: string, make: () => Pass, options: PassSuiteOptions = {}): void {
  describe(`laws of ${name}`, () => {
    it('hold in epochs and with every request', () => keepsLaws(make, options))
    it('in a calm turn no byte that was sent changes, and work is on what is new', () => staysCalm(make, options))
  })
}

export async function keepsLaws(make: () => Pass, options: PassSuiteOptions = {}): Promise<void> {
  const property = fc.asyncProperty(arbCase(options), async ({ messages, pin, ...desk }) => {
    const made = openDesk(desk)
    await made.say(...messages)
    if (pin !== undefined && pin < messages.length) made.mark('pin', { seq: pin + 1 })
    await checkLaws(made, make())
  })
  await fc.assert(property, runs(options))
}

/** Rejects with the smallest session in which the pass changes what was sent although nothing called for it. */
export async function staysCalm(make: () => Pass, options: PassSuiteOptions = {}): Promise<void> {
  const property = fc.asyncProperty(arbCase(options), fc.nat({ max: 20 }), async ({ messages, ...desk }, at) => {
    const calm = openDesk({ ...desk, idleMs: 0, window: 10_000_000, timing: 'tide' })
    await checkCalmGrowth(calm, messages, at, make())
  })
  await fc.assert(property, runs(options))
}

function arbCase({ history = {}, windows = [600, 2_000, 8_000], idleMs = [0, 10 * 60_000] }: PassSuiteOptions) {
  return fc.record({
    messages: arbMessages({ maxTurns: 4, maxText: 1_500, ...history }),
    timing: fc.constantFrom('tide' as const, 'eager' as const),
    window: fc.constantFrom(...windows),
    idleMs: fc.constantFrom(...idleMs),
    inlineMaxBytes: fc.constantFrom(64, 1_000_000),
    pin: fc.option(fc.nat({ max: 30 }), { nil: undefined }),
  })
}

function runs({ numRuns, endOnFailure = false }: PassSuiteOptions): { numRuns?: number; endOnFailure: boolean } {
  return numRuns === undefined ? { endOnFailure } : { numRuns, endOnFailure }
}

async function checkLaws(desk: Desk, pass: Pass): Promise<void> {
  const whole = await desk.shown()
  const before = JSON.stringify(desk.view.items)
  const plan = await desk.run([pass])
  expect(
    plan.skipped.filter(({ by, why }) => by === pass.name && why.startsWith('it failed')),
    'it must not throw',
  ).toEqual([])
  expect(JSON.stringify(plan.entries.length > 0 ? [] : desk.view.items), 'a view is not changed in place').toBe(
    plan.entries.length > 0 ? '[]' : before,
  )
  const own = ownEdits(plan, pass)
  const after = await desk.shown()
  expect(plan.after.tokens, 'shrink: no more tokens than before').toBeLessThanOrEqual(plan.before.tokens)
  checkPairing(after)
  checkAccepted(whole, after)
  checkUntouched(desk, whole, after)
  if (!JSON.stringify(whole).includes('\ufffd')) checkCharacters(after)
  checkRecall(desk, own, pass)
  const again = await desk.plan([pass])
  // Where the planner had to make it fit, the pass sees another view than the one it spoke about.
  const isAlone = plan.entries.every((entry) => entry.kind !== 'edits' || entry.by === pass.name)
  if (isAlone) expect(ownEdits(again, pass), 'settle: planning again proposes nothing').toEqual([])
  await checkUndo(desk, whole)
}

function ownEdits(plan: Plan, pass: Pass): Edit[] {
  return plan.entries.flatMap((entry) => (entry.kind === 'edits' && entry.by === pass.name ? [...entry.edits] : []))
}

function checkPairing(messages: readonly Message[]): void {
  let open = new Set<string>()
  for (const message of messages) {
    for (const result of toolResults(message))
      expect(open.delete(result.callId), `pairing: a result without its call ${result.callId}`).toBe(true)
    if (message.role === 'tool') continue
    expect([...open], 'pairing: calls without a result').toEqual([])
    open = new Set(toolCalls(message).map((call) => call.callId))
  }
}

function checkAccepted(before: readonly Message[], after: readonly Message[]): void {
  if (before === after || errors(before).length > 0) return
  expect(errors(after), 'providers accept it').toEqual([])
}

const TOOLS = ['read_file', 'run_command', 'search', 'web_fetch']

function errors(messages: readonly Message[]): string[] {
  const tools = TOOLS.map((name) => ({ name, input_schema: { type: 'object' as const } }))
  const body = anthropic.encode({ messages }, { model: 'claude-opus-4-5', max_tokens: 1_000, tools, messages: [] })
  const chat = openaiChat.encode({ messages }, { model: 'gpt-5', messages: [] })
  return [...validate(anthropic, body), ...validate(openaiChat, chat)].flatMap(({ rule, path, level }) =>
    level === 'error' ? [`${rule} ${path}`] : [],
  )
}

function checkUntouched(desk: Desk, before: readonly Message[], after: readonly Message[]): void {
  const request = requestSeq(desk.view)
  const texts = JSON.stringify(after)
  for (const slot of desk.view.slots) {
    if (slot.seq !== request && !desk.view.pins.has(slot.seq)) continue
    const at = desk.view.slots.indexOf(slot)
    if (desk.view.pins.has(slot.seq)) expect(texts, 'a pinned message stays').toContain(JSON.stringify(before[at]))
    else
      for (const block of slot.message.blocks)
        if (block.type === 'text')
          expect(texts, 'the latest request stays').toContain(JSON.stringify(block.text).slice(1, -1))
  }
}

function checkCharacters(messages: readonly Message[]): void {
  for (const message of messages) {
    for (const block of message.blocks) {
      const text =
        block.type === 'tool-result' && !isStored(block.content)
          ? block.content.text
          : block.type === 'text'
            ? block.text
            : ''
      expect(text.isWellFormed(), 'no half surrogate pair').toBe(true)
      expect(text, 'no half character').not.toContain('\ufffd')
    }
  }
}

/** Everything a crop leaves out is durable: under its ref, or in the log itself; folded messages are in the log. */
function checkRecall(desk: Desk, edits: readonly Edit[], pass: Pass): void {
  for (const edit of edits) {
    if (edit.op === 'fold') {
      const slots = desk.view.slots.filter((slot) => slot.seq >= edit.from && slot.seq <= edit.to)
      expect(slots.length, `recall: ${pass.name} folded what is not in the log`).toBeGreaterThan(0)
      for (const ref of edit.summary.refs ?? []) expect(desk.blobs.has(ref), 'recall: a ref of the summary').toBe(true)
    }
    if (edit.op !== 'crop') continue
    const { seq, index, attachment } = parseBlockId(edit.block)
    const outer = desk.view.slots.find((slot) => slot.seq === seq)?.message.blocks[index]
    const block = attachment === undefined || outer?.type !== 'tool-result' ? outer : outer.attachments?.[attachment]
    if (block?.type !== 'tool-result' && block?.type !== 'media') continue
    const original = isStored(block.content) ? desk.blobs.get(block.content.ref) : block.content.text
    expect(original, 'recall: the original').toBeDefined()
    if (edit.note.ref !== undefined) expect(desk.blobs.get(edit.note.ref), 'recall: by its ref').toBe(original)
    else expect(isStored(block.content), 'recall: without a ref the log itself holds the text').toBe(false)
  }
}

async function checkUndo(desk: Desk, whole: readonly Message[]): Promise<void> {
  desk.revertAll()
  expect(await desk.shown(), 'undo: the view is what it was').toEqual(whole)
}

async function checkCalmGrowth(desk: Desk, messages: readonly Message[], at: number, pass: Pass): Promise<void> {
  let sent: readonly Message[] = []
  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant' && index >= at) {
      await desk.run([pass])
      const now = await desk.shown()
      expect(now.slice(0, sent.length), 'calm: what was sent stays').toEqual(sent)
      sent = now
    }
    await desk.say(message)
  }
}
