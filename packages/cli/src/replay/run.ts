import { createDaypack, type DaypackOptions, type Plan, type View } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { digester, type Digester } from '../measure/digest.ts'
import { cacheMeter } from '../measure/meter.ts'
import { requestsOf } from '../transcripts/requests.ts'
import type { Transcript } from '../transcripts/transcript.ts'

/** One request of the replay: what is shown, what it cost, and the epoch that came with it, if any. */
export type ReplayStep = {
  readonly step: number
  readonly of: number
  readonly view: View
  readonly plan: Plan | undefined
  /** Tokens sent. */
  readonly sent: number
  /** Tokens the whole history would take. */
  readonly full: number
  /** In tokens of plain input, up to and including this step. */
  readonly cost: number
  readonly fullCost: number
  readonly breaks: number
}

export type Figures = {
  readonly name: string
  readonly steps: number
  readonly cost: number
  /** Of what it would have cost to send everything every time. */
  readonly share: number
  readonly breaks: number
  readonly epochs: number
  readonly most: number
  readonly problems: number
}

const STEP_MS = 20_000
const OUTPUT_PRICE = 5

type Body = { readonly system?: unknown; readonly messages: readonly object[] }

/** Send a recorded session through the engine as its agent would have: the full history before every reply. */
export async function replay(
  name: string,
  transcript: Transcript,
  options: DaypackOptions,
  count: (text: string) => number,
  onStep?: (step: ReplayStep) => void | Promise<void>,
): Promise<Figures> {
  let now = transcript.times.find((time) => time !== undefined) ?? 0
  const pack = await createDaypack({ ...options, now: () => now, retention: false })
  const session = await pack.session(name)
  const digest = digester(count)
  const meters = { sent: cacheMeter(), full: cacheMeter() }
  const of = transcript.messages.filter((message) => message.role === 'assistant').length
  let [step, cost, fullCost, breaks, epochs, most, problems] = [0, 0, 0, 0, 0, 0, 0]
  let before: readonly string[] = []
  for (const { request, reply, time, billed } of requestsOf(transcript, 'anthropic')) {
    now = Math.max(now, time ?? now + STEP_MS)
    const { request: sent, plan, problem } = await session.prepare(anthropic, request as never)
    if (problem !== undefined) problems++
    const output = (billed?.output ?? count(JSON.stringify(reply.blocks))) * OUTPUT_PRICE
    const bill = priced(sent, digest, meters.sent, now)
    const unmanaged = priced(request as unknown as Body, digest, meters.full, now)
    cost += bill.cost + output
    fullCost += unmanaged.cost + output
    if (before.some((id, index) => id !== bill.ids[index])) breaks++
    if (plan?.entries.some((entry) => entry.kind === 'mark' && entry.name === 'epoch')) epochs++
    before = bill.ids
    most = Math.max(most, bill.tokens)
    step++
    await onStep?.({
      step,
      of,
      view: session.view,
      plan,
      sent: bill.tokens,
      full: unmanaged.tokens,
      cost,
      fullCost,
      breaks,
    })
    const [written] = anthropic.encode({ messages: [reply] }, { messages: [] }).messages as { content: [] }[]
    const usage = {
      input_tokens: 0,
      cache_read_input_tokens: bill.cached,
      cache_creation_input_tokens: bill.tokens - bill.cached,
      output_tokens: output / OUTPUT_PRICE,
    }
    await session.settle(anthropic, { content: written?.content ?? [], usage })
  }
  await pack.close()
  return { name, steps: step, cost, share: cost / Math.max(1, fullCost), breaks, epochs, most, problems }
}

function priced(
  body: Body,
  digest: Digester,
  meter: ReturnType<typeof cacheMeter>,
  now: number,
): { cost: number; tokens: number; cached: number; ids: string[] } {
  const parts = body.messages.map((message) => digest(message as never))
  const { cost, input, cached } = meter(
    parts.flatMap((part) => part.blocks),
    now,
  )
  return { cost, tokens: input, cached, ids: parts.map((part) => part.blocks.map((block) => block.id).join()) }
}
