import { parentPort, workerData } from 'node:worker_threads'
import { reasonOf, o200k, type Message, type Models } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { type PresetName } from 'daypack/presets'
import type { OtherView, WhatIfRow, WhatIfState } from 'daypack-inspector/api'
import { engine } from 'daypack-lab/measure/engine'
import { replay } from 'daypack-lab/measure/replay'
import { priceLine } from '../replay/show.ts'
import { recording } from 'daypack-lab/replay/run'
import type { JsonObject } from 'daypack/internal'
import type { Transcript } from 'daypack-lab/transcripts/transcript'

export type WorkerJob = {
  readonly name: string
  readonly messages: readonly Message[]
  readonly times: readonly number[]
  readonly system?: Message
  readonly model?: string
  readonly models?: Models
  /** Tokens of the tool definitions, which are not in the log. */
  readonly tools: number
  /** Tokens billed for one that we count. */
  readonly ratio: number
  readonly ways: readonly { readonly preset: string; readonly window: number }[]
  readonly at?: number
}
export type WorkerNews =
  | { readonly type: 'state'; readonly state: Partial<WhatIfState> }
  | { readonly type: 'other'; readonly other: OtherView }

async function work(job: WorkerJob): Promise<void> {
  const { count: counted } = await o200k()
  const count = (text: string) => Math.round(counted(text) * job.ratio)
  const transcript = transcriptOf(job)
  const more = { tools: toolsOf(transcript.tools, job.tools, counted) }
  const session = recording(job.name, transcript, count, { ...(job.models && { models: job.models }), more })
  const of = session.steps.length * job.ways.length
  const rows: WhatIfRow[] = []
  const unmanaged = session.steps.map((step) => sizeOf(step.request))
  tell({ of, unmanaged, prices: priceLine(session), done: 0, doing: 'counting' })
  for (const { preset, window } of job.ways) {
    const tokens: number[] = []
    let told = 0
    const figures = await replay(
      session,
      engine(preset, () => ({ preset: preset as PresetName })),
      window,
      {
        onSent: (request, step) => {
          tokens.push(sizeOf(request))
          if (job.at !== undefined && step.at >= job.at) {
            post({ type: 'other', other: otherOf(preset, request) })
          }
          const done = rows.length * session.steps.length + tokens.length
          if (performance.now() - told < 100) return
          told = performance.now()
          tell({ done, doing: `${preset} in ${window} tokens` })
        },
      },
    )
    rows.push({
      preset,
      window,
      requests: figures.steps,
      cost: figures.cost,
      share: figures.cost / Math.max(1, figures.raw),
      recall: figures.namesHeld / Math.max(1, figures.names),
      words: figures.saidHeld / Math.max(1, figures.said),
      breaks: figures.breaks,
      overflows: figures.overflows,
      tokens,
    })
    tell({ rows, done: rows.length * session.steps.length, doing: preset })
  }
  tell({ state: 'done', rows })

  function sizeOf(request: object): number {
    const messages = ((request as { messages?: object[] }).messages ?? []).map((message) =>
      session.digest(message as never),
    )
    return messages.reduce((sum, digest) => sum + digest.tokens, 0)
  }
  function otherOf(preset: string, request: object): OtherView {
    const decoded = anthropic.decode(request as never)
    const all = [...(decoded.system ? [decoded.system] : []), ...decoded.messages]
    const blocks = all.flatMap((message) =>
      message.blocks.map((block) => {
        const text =
          block.type === 'text'
            ? block.text
            : block.type === 'tool-result' && 'text' in block.content
              ? block.content.text
              : block.type === 'tool-call'
                ? JSON.stringify(block.input, undefined, 2)
                : `[${block.type}]`
        const label = block.type === 'tool-call' || block.type === 'tool-result' ? block.tool || block.type : block.type
        const preview = text.slice(0, 320).replaceAll(/\s+/g, ' ').trim().slice(0, 160)
        return { role: message.role, label, preview, text: text.slice(0, 50_000), tokens: count(text) }
      }),
    )
    return { preset, tokens: sizeOf(request), blocks }
  }
}

function tell(state: Partial<WhatIfState>): void {
  post({ type: 'state', state })
}

function post(news: WorkerNews): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a worker has no origin
  parentPort?.postMessage(news)
}

function transcriptOf({ messages, times, system, model }: WorkerJob): Transcript {
  const tools = new Set(
    messages.flatMap((message) => message.blocks.flatMap((block) => (block.type === 'tool-call' ? [block.tool] : []))),
  )
  return {
    format: 'request-body',
    messages,
    times,
    usage: [],
    tools: [...tools].toSorted(),
    compactions: [],
    ...(system && { system }),
    ...(model && { model }),
  }
}

/** The tools that were called, described at such length that all of them take as many tokens as they did. */
function toolsOf(names: readonly string[], tokens: number, count: (text: string) => number): JsonObject[] {
  const tools: JsonObject[] = names.map((name) => ({ name, input_schema: { type: 'object' } }))
  const first: JsonObject = tools[0] ?? { name: 'tool', input_schema: { type: 'object' } }
  const sized = (words: number): JsonObject[] => [{ ...first, description: ' tool'.repeat(words) }, ...tools.slice(1)]
  const missing = tokens - count(JSON.stringify(tools))
  if (missing <= 0) return tools
  const over = count(JSON.stringify(sized(missing))) - tokens
  return over < missing ? sized(missing - over) : tools
}

if (workerData !== undefined && workerData !== null) {
  try {
    await work(workerData as WorkerJob)
  } catch (error) {
    tell({ state: 'failed', problem: reasonOf(error) })
  }
}
