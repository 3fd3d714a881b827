// OpenClaw's own trigger, cut point, preparation and compaction; the summaries are the ones everybody gets.
import type { Tokens } from '../../../packages/daypack/src/model/json.ts'
import type { Strategy } from '../../../lab/src/measure/replay.ts'
import { summaryOf } from '../summarizer.ts'
import { piEntries, piSettings, positionOfEntry } from './pi-entries.ts'
import { PeerState } from './state.ts'
import { messagesOf, user } from './wire.ts'

type Outcome<Value> = { readonly ok: boolean; readonly value?: Value; readonly error?: unknown }
type Prepared = { readonly firstKeptEntryId: string }
type Compacted = Prepared & { readonly summary: string; readonly details: object }
type AgentCore = {
  readonly COMPACTION_SUMMARY_PREFIX: string
  readonly COMPACTION_SUMMARY_SUFFIX: string
  readonly shouldCompact: (tokens: Tokens, window: Tokens, settings: object) => boolean
  readonly prepareCompaction: (entries: object[], settings: object, keepsRequest: boolean) => Outcome<Prepared>
  readonly compact: (prepared: Prepared, model: object, ...rest: unknown[]) => Promise<Outcome<Compacted>>
}

/** Not an import statement: the types of the repository are checked without the peers. */
const OPENCLAW: string = 'openclaw/plugin-sdk/agent-core'
const openclaw = (await import(OPENCLAW)) as AgentCore

const MODEL = {
  id: 'model',
  provider: 'anthropic',
  api: 'anthropic-messages',
  maxTokens: 64_000,
  contextWindow: 200_000,
  reasoning: false,
}

export const openClaw: Strategy = {
  name: 'OpenClaw',
  open: (session, window, bill) => {
    const state = new PeerState(session, bill)
    const settings = piSettings(window)
    let last: { readonly at: number; readonly entry: object } | undefined
    return {
      async step(step) {
        const wires = messagesOf(step)
        if (openclaw.shouldCompact(state.tokens(state.view(wires)), window, settings)) {
          const entries: object[] = piEntries(wires.slice(state.from), state.from)
          if (last)
            entries.splice(
              entries.findIndex((entry) => isAfter(entry, last?.at ?? 0)),
              0,
              last.entry,
            )
          const prepared = openclaw.prepareCompaction(entries, settings, true)
          if (!prepared.ok) throw new Error('OpenClaw could not prepare', { cause: prepared.error })
          if (prepared.value) {
            const upTo = positionOfEntry(prepared.value.firstKeptEntryId)
            const answers = [summaryOf(session, upTo).replaceAll(/<\/?summary>\n?/g, '')]
            const completeSimple = async (_model: object, context: { readonly messages: readonly object[] }) => {
              const answer = answers.pop() ?? 'The start of this turn is told above.'
              bill({ prompt: promptOf(context), answer })
              return { role: 'assistant', content: [{ type: 'text', text: answer }], stopReason: 'stop', usage: USAGE }
            }
            const none = undefined
            const done = await openclaw.compact(prepared.value, MODEL, 'key', none, none, none, none, none, {
              completeSimple,
            })
            if (!done.ok || !done.value) throw new Error('OpenClaw could not compact', { cause: done.error })
            const { summary, details, firstKeptEntryId } = done.value
            const entry = {
              type: 'compaction',
              id: `c${step.at}`,
              parentId: null,
              summary,
              firstKeptEntryId,
              details,
              tokensBefore: 0,
              timestamp: new Date(0).toISOString(),
            }
            last = { at: wires.length, entry }
            state.from = positionOfEntry(firstKeptEntryId)
            state.lead = [user(`${openclaw.COMPACTION_SUMMARY_PREFIX}${summary}${openclaw.COMPACTION_SUMMARY_SUFFIX}`)]
          }
        }
        return { request: { ...step.request, messages: state.view(wires) } }
      },
    }
  },
}

const USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 }

function isAfter(entry: object, at: number): boolean {
  return 'id' in entry && positionOfEntry(String(entry.id)) >= at
}

function promptOf(context: { readonly messages: readonly object[] }): string {
  return context.messages.map((message) => JSON.stringify('content' in message ? message.content : '')).join('\n')
}
