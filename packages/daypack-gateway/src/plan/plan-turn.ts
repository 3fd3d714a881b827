import type { Decoded, Tokens, Models } from 'daypack'
import { windowOf, readBody, type JsonObject } from 'daypack/internal'
import {
  modelOf,
  receivedList,
  sentBodyOf,
  wholeList,
  type Agent,
  type SentBody,
  type SentRequest,
  type Turn,
} from '../session/agent.ts'
import type { GatewayWire } from '../wires/wire.ts'
import { boundsOf, outputFor, replyRoom, withOutput, type Bounds } from './reply-reserve.ts'
import { unmasked } from './unmask.ts'

export type TurnOptions = {
  readonly window?: Tokens
  readonly models?: Models
  readonly onProblem: (problem: unknown) => void
}

export type ReadTurn = Turn & { readonly decoded: Decoded }

/** What to send for this turn. The log has it when this resolves; a repeat of the last request gets the same bytes. */
export async function planTurn(agent: Agent, turn: ReadTurn, options: TurnOptions): Promise<SentBody> {
  agent.turn++
  const { last } = agent
  if (last && Buffer.compare(last.turn.bytes, turn.bytes) === 0) {
    agent.tally.repeated++
    return sentBodyOf(last)
  }
  return sentBodyOf((agent.last = await planRequest(agent, turn, options)))
}

/** Also plans again, for a provider that refused the last request as too long. */
export async function planRequest(agent: Agent, turn: ReadTurn, options: TurnOptions): Promise<SentRequest> {
  const { wire, body, request, decoded } = turn
  const { session } = agent
  const window = windowFor(modelOf(request), options)
  await setWindow(agent, window, modelOf(request)).catch(() => {})
  const whole = unmasked(receivedList(turn), agent.last && wholeList(agent.last))
  const like = whole ? { ...request, [wire.list]: whole } : request
  const bounds = boundsOf(window, request, wire)
  const maxOutput = replyRoom(session.view.usages, bounds, request, decoded.maxOutput)
  agent.reserve = maxOutput
  const decode = () => ({ ...(whole ? wire.codec.decode(like) : decoded), maxOutput })
  const { request: planned, problem, plan } = await session.prepare({ ...wire.codec, decode }, like, { aside: false })
  if (problem !== undefined) options.onProblem(problem)
  agent.withheld = []
  const kept = planned === request ? undefined : wire.write(planned, body.request)
  const bare = agent.hasNoReasoning ? wire.withoutReasoning(kept ?? body.request) : undefined
  const free = wire.sharesWindow && plan ? plan.budget.window - plan.budget.used.tokens : undefined
  const isBilled = session.view.usages.length > 0
  const output = free === undefined ? Infinity : outputFor(free, plan?.budget.window ?? window, maxOutput, isBilled)
  const next = withOutput(bare ?? kept ?? body.request, output, bounds) ?? bare ?? kept
  if (next) agent.tally.changed++
  agent.planned = turn.bytes.length
  return {
    turn,
    next,
    isMarked: kept !== undefined && kept[wire.list] !== planned[wire.list],
    ...(whole && { unmasked: whole }),
    spare: Math.max(0, output - (decoded.maxOutput ?? 0)),
  }
}

export function dropReasoning(agent: Agent, wire: GatewayWire, text: string): string | undefined {
  const dropped = repaired(agent, text, (request) => wire.withoutReasoning(request))
  if (dropped !== undefined) agent.hasNoReasoning = true
  return dropped
}

export function lowerOutput(agent: Agent, text: string, output: Tokens, bounds: Bounds): string | undefined {
  const lowered = repaired(agent, text, (request) => withOutput(request, output, bounds))
  if (lowered !== undefined && agent.last) agent.last = { ...agent.last, isStale: true }
  return lowered
}

function repaired(
  agent: Agent,
  text: string,
  repair: (request: JsonObject) => JsonObject | undefined,
): string | undefined {
  const body = readBody(text)
  const next = body && repair(body.request)
  if (!next) return undefined
  agent.tally.repaired++
  if (agent.last) agent.last = { ...agent.last, next }
  return body.write(next)
}

export function windowFor(model: string | undefined, { window, models }: Omit<TurnOptions, 'onProblem'>): Tokens {
  return window ?? windowOf(model, models).tokens
}

/** The `window` mark: `of` is set where it is the model's own, absent where a refusal taught it. */
type Learned = { readonly tokens?: Tokens; readonly of?: Tokens; readonly model?: string }

async function setWindow({ session }: Agent, tokens: Tokens, model: string | undefined): Promise<void> {
  const known = session.view.marks.get('window')?.data as Learned | undefined
  if (known?.tokens === tokens || known?.of === tokens) return
  // What an overflow taught is smaller than what the table says, and stays while the model is the same.
  const isLearned = known?.tokens !== undefined && known.of === undefined && known.tokens < tokens
  if (isLearned && (known.model === undefined || known.model === model)) return
  await session.mark('window', { tokens, of: tokens })
}
