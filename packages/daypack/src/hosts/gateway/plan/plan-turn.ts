import type { Decoded } from '../../../model/codec.ts'
import type { Json, JsonObject, Tokens } from '../../../model/json.ts'
import type { Budget } from '../../../passes/pass.ts'
import { windowOf, type Models } from '../../../tokens/models.ts'
import { readBody, type Body } from '../../../wire/body.ts'
import type { Lane, Sent } from '../session/conversation.ts'
import { outputFor, replyRoom, withOutput } from './reply-reserve.ts'
import { unmasked } from './unmask.ts'
import type { GatewayWire } from '../wires/wire.ts'

export type Turn = {
  readonly wire: GatewayWire
  readonly body: Body
  readonly request: JsonObject
}

export type TurnOptions = {
  readonly window?: Tokens
  readonly models?: Models
  readonly onProblem: (problem: unknown) => void
}

export type ReadTurn = Turn & { readonly decoded: Decoded }

export type SentBody = string | undefined

/** What to send for this turn. The log has it when this resolves; a repeat of the last request gets the same bytes. */
export async function planTurn(lane: Lane, turn: ReadTurn, options: TurnOptions): Promise<SentBody> {
  lane.turn++
  if (lane.last && isSameText(lane.last.body, turn.body)) {
    lane.tally.repeated++
    return lane.last.sentBody
  }
  return (lane.last = await planRequest(lane, turn, options)).sentBody
}

function isSameText(a: Body, b: Body): boolean {
  return a === b || (a.length === b.length && a.text() === b.text())
}

export async function planRequest(lane: Lane, turn: ReadTurn, options: TurnOptions): Promise<Sent> {
  await setWindow(lane, windowFor(turn, options), modelOf(turn.request)).catch(() => {})
  return prepareRequest(lane, turn, options)
}

export function dropReasoning(lane: Lane, wire: GatewayWire, text: string): string | undefined {
  const body = readBody(text)
  const request = body && wire.withoutReasoning(body.request)
  if (!request) return undefined
  lane.hasNoReasoning = true
  lane.tally.repaired++
  const sentBody = body.write(request)
  if (lane.last) lane.last = { ...lane.last, sentBody, sentList: listOf(wire, request) }
  return sentBody
}

export function lowerOutput(lane: Lane, text: string, output: Tokens, window: Tokens): string | undefined {
  const body = readBody(text)
  const request = body && withOutput(body.request, output, window)
  if (!request) return undefined
  lane.tally.repaired++
  const sentBody = body.write(request)
  if (lane.last) lane.last = { ...lane.last, sentBody, isOff: true }
  return sentBody
}

/** Also plans again, for a provider that refused the last request as too long. */
export async function prepareRequest(lane: Lane, turn: ReadTurn, options: TurnOptions): Promise<Sent> {
  const { wire, body, request, decoded } = turn
  const receivedList = listOf(wire, body.request)
  const whole = unmasked(receivedList, lane.last?.wholeList)
  const like = whole === receivedList ? request : { ...request, [wire.list]: whole }
  const window = windowFor(turn, options)
  const maxOutput = replyRoom(lane.session.view.usages, window, request, decoded.maxOutput)
  lane.reserve = maxOutput
  const codec = {
    ...wire.codec,
    decode: () => ({ ...(like === request ? decoded : wire.codec.decode(like)), maxOutput }),
  }
  const { request: planned, problem, plan } = await lane.session.prepare(codec, like, { aside: false })
  if (problem !== undefined) options.onProblem(problem)
  lane.withheld = []
  const kept = planned === request ? undefined : wire.write(planned, body.request)
  const bare = lane.hasNoReasoning ? wire.withoutReasoning(kept ?? body.request) : undefined
  const output =
    wire.sharesWindow && plan ? freeIn(plan.budget, maxOutput, lane.session.view.usages.length > 0) : undefined
  const fitting = output === undefined ? undefined : withOutput(bare ?? kept ?? body.request, output, window)
  const next = fitting ?? bare ?? kept
  const sentBody = next && body.write(next)
  if (next) lane.tally.changed++
  const { messages } = decoded
  lane.known = Math.max(
    0,
    messages.findLastIndex(({ role }) => role === 'assistant'),
  )
  return {
    body,
    sentBody,
    messages,
    receivedList,
    wholeList: whole,
    sentList: listOf(wire, next ?? body.request),
    next,
    behind: next ? lengthBehind(body, next, wire.list) : 0,
    model: modelOf(request),
    spare: output === undefined ? Infinity : Math.max(0, output - (decoded.maxOutput ?? 0)),
  }
}

function freeIn({ window, used }: Budget, room: Tokens, isBilled: boolean): Tokens {
  return outputFor(window - used.tokens, window, room, isBilled)
}

function lengthBehind(body: Body, request: JsonObject, list: string): number {
  const keys = Object.keys(request)
  const after = keys.slice(keys.indexOf(list) + 1).map((key) => [key, request[key]])
  const rest = body.write(Object.fromEntries(after))
  return rest === '{}' ? ']}'.length : rest.length + 1
}

export function windowFor({ request }: Pick<Turn, 'request'>, { window, models }: TurnOptions): Tokens {
  return window ?? windowOf(modelOf(request), models).tokens
}

/** The `window` mark: `of` is set where it is the model's own, absent where a refusal taught it. */
type Learned = { readonly tokens?: Tokens; readonly of?: Tokens; readonly model?: string }

async function setWindow({ session }: Lane, tokens: Tokens, model: string | undefined): Promise<void> {
  const known = session.view.marks.get('window')?.data as Learned | undefined
  if (known?.tokens === tokens || known?.of === tokens) return
  // What an overflow taught is smaller than what the table says, and stays while the model is the same.
  const isLearned = known?.tokens !== undefined && known.of === undefined && known.tokens < tokens
  if (isLearned && (known.model === undefined || known.model === model)) return
  await session.mark('window', { tokens, of: tokens })
}

export function listOf(wire: GatewayWire, body: JsonObject): readonly Json[] {
  return (body[wire.list] ?? []) as readonly Json[]
}

export function modelOf(request: JsonObject): string | undefined {
  return typeof request['model'] === 'string' ? request['model'] : undefined
}
