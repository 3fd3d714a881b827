import { Worker } from 'node:worker_threads'
import { DaypackError, type Block, type Message } from 'daypack'
import { promptTokens } from 'daypack/internal'
import type { About, OtherView, WhatIfState } from 'daypack-inspector/api'
import { Hono, type Context } from 'hono'
import { wholeNumber } from './query.ts'
import type { OpenSession } from './reader.ts'
import type { WorkerJob, WorkerNews } from './what-if-worker.ts'

type Run = { state: WhatIfState; worker: Worker; other: Promise<OtherView | undefined> }
const KEPT_RUNS = 4

export function whatIfRoutes(opened: (context: Context) => Promise<OpenSession>, about: About): Hono {
  const api = new Hono()
  const runs = new Map<string, Run>()
  const start = async (session: OpenSession, job: Pick<WorkerJob, 'ways' | 'at'>): Promise<Run> => {
    for (const [id, run] of runs)
      if (runs.size >= KEPT_RUNS) {
        runs.delete(id)
        void run.worker.terminate()
      }
    const id = String(++count)
    const run = startWorker(id, { ...job, ...(await conversation(session)), name: session.id })
    runs.set(id, run)
    return run
  }
  api.post('/s/:id/what-if', async (context) => {
    const ways = (context.req.query('ways') ?? '').split(',').map((way) => {
      const [preset = '', window] = way.split('@')
      if (!about.presets.includes(preset)) throw new DaypackError('bad-config', `There is no preset "${preset}".`)
      return { preset, window: window === undefined ? about.window : wholeNumber(window) }
    })
    return context.json((await start(await opened(context), { ways })).state)
  })
  api.get('/what-if/:run', (context) => {
    const run = runs.get(context.req.param('run'))
    if (!run) throw new DaypackError('not-found', 'This replay is over; start it again.')
    return context.json(run.state)
  })
  api.get('/s/:id/other/:index', async (context) => {
    const preset = context.req.query('preset') ?? ''
    if (!about.presets.includes(preset)) throw new DaypackError('bad-config', `There is no preset "${preset}".`)
    const session = await opened(context)
    const index = wholeNumber(context.req.param('index'))
    const run = await start(session, { ways: [{ preset, window: about.window }], at: replyAt(session, index) })
    const other = await run.other
    if (!other) throw new DaypackError('not-found', run.state.problem ?? 'This request cannot be replayed.')
    return context.json(other)
  })
  return api
}

let count = 0

function replyAt(session: OpenSession, index: number): number {
  const head = session.rows[index]?.head ?? session.view.head
  return session.view.slots.filter((slot) => slot.seq <= head).length
}

async function conversation({
  view,
  read,
  rows,
  models,
}: OpenSession): Promise<Pick<WorkerJob, 'messages' | 'times' | 'system' | 'model' | 'models' | 'tools' | 'ratio'>> {
  const messages: Message[] = []
  for (const { message } of view.slots) messages.push(await withInlineContent(message, read))
  const model = rows.at(-1)?.model
  return {
    messages,
    times: view.slots.map((slot) => slot.at),
    tools: rows.at(-1)?.parts.tools ?? 0,
    ratio: billedRatio(rows),
    ...(models && { models }),
    ...(view.system && { system: view.system.message }),
    ...(model && { model }),
  }
}

/** What the provider billed against what we counted. */
function billedRatio(rows: OpenSession['rows']): number {
  const bills = rows.flatMap(({ isBilled, usage }) => (isBilled && usage.counted.tokens > 0 ? [usage] : []))
  const counted = bills.reduce((sum, usage) => sum + usage.counted.tokens, 0)
  return counted === 0 ? 1 : bills.reduce((sum, usage) => sum + promptTokens(usage), 0) / counted
}

async function withInlineContent(message: Message, read: OpenSession['read']): Promise<Message> {
  const blocks: Block[] = []
  for (const block of message.blocks) {
    const isStored = (block.type === 'tool-result' || block.type === 'media') && 'ref' in block.content
    blocks.push(isStored ? { ...block, content: { text: await read(block.content) } } : block)
  }
  return { ...message, blocks }
}

function startWorker(id: string, job: WorkerJob): Run {
  const file = import.meta.url.endsWith('.ts') ? './what-if-worker.ts' : './what-if-worker.js'
  const worker = new Worker(new URL(file, import.meta.url), { workerData: job })
  worker.unref()
  const asked = Promise.withResolvers<OtherView | undefined>()
  const run: Run = {
    worker,
    other: asked.promise,
    state: { id, done: 0, of: 1, doing: 'reading the session', rows: [], unmanaged: [], prices: '', state: 'running' },
  }
  worker.on('message', (news: WorkerNews) => {
    if (news.type === 'other') {
      asked.resolve(news.other)
      return void worker.terminate()
    }
    run.state = { ...run.state, ...news.state }
    if (run.state.state !== 'running') asked.resolve(undefined)
  })
  worker.on('error', (error: Error) => {
    run.state = { ...run.state, state: 'failed', problem: error.message }
    asked.resolve(undefined)
  })
  worker.on('exit', () => asked.resolve(undefined))
  return run
}
