// The routes of a chat server for many users: everything of a user is in PostgreSQL, so any process can answer any of them.
import { streamText, type LanguageModel } from 'ai'
import { isDaypackError, type Session } from 'daypack'
import { aiSdk, daypackSteps } from 'daypack/hosts/ai-sdk'
import { metricsText, postgresStatus, type Postgres, type TenantPacks } from 'daypack-postgres'
import { Hono } from 'hono'

export type AppOptions = {
  readonly tenants: TenantPacks
  readonly postgres: Postgres
  /** As the owner of the schema, for metrics. */
  readonly ownerUrl: string
  readonly model: Exclude<LanguageModel, string>
  /** Whether the process is about to stop. */
  readonly isStopping: () => boolean
  readonly log: (record: object) => void
}

const SYSTEM = 'You are a helpful assistant.'

export function createApp({ tenants, postgres, ownerUrl, model, isStopping, log }: AppOptions): Hono {
  const app = new Hono()

  // The balancer asks here: a process that is about to stop gets no new requests.
  app.get('/ready', (context) => context.text(isStopping() ? 'stopping' : 'ready', isStopping() ? 503 : 200))

  app.get('/metrics', async (context) => {
    const own = { transactions: postgres.counts(), packs: tenants.counts() }
    return context.text(metricsText(await postgresStatus({ url: ownerUrl }), own))
  })

  // Put your own sign-in here: whose rows are read and written depends on nothing else.
  const userOf = (request: Request) => request.headers.get('x-user') ?? 'nobody'

  app.get('/chat', (context) =>
    tenants.use(userOf(context.req.raw), async (pack) => context.json(await pack.sessions())),
  )

  app.get('/chat/:session', (context) =>
    tenants.use(userOf(context.req.raw), async (pack) => {
      const session = await pack.session(context.req.param('session'))
      await session.reread()
      return context.json(session.view.slots.map(({ message }) => message))
    }),
  )

  app.post('/chat/:session', async (context) => {
    const { text } = await context.req.json<{ text: string }>()
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const started = Promise.withResolvers<void>()
    // The pack stays open until the answer was sent whole.
    const done = tenants.use(userOf(context.req.raw), async (pack) => {
      const session = await pack.session(context.req.param('session'))
      // One turn of a conversation at a time, whichever process has it: another browser's question waits for the answer.
      await pack.driver.hold?.(`turn ${session.id}`, async () => {
        const left = new AbortController()
        const answer = await turn(session, text, model, left.signal)
        started.resolve()
        const sent = answer.textStream.pipeThrough(new TextEncoderStream()).pipeTo(writable, { preventCancel: true })
        // Whoever leaves before the end cancels the answer, and the model is not paid for the rest.
        await sent.catch(() => left.abort())
      })
    })
    done.catch((error: unknown) => {
      log({ event: 'turn-failed', code: isDaypackError(error) ? error.code : 'unknown' })
      started.reject(error)
    })
    await started.promise
    return context.body(readable)
  })

  app.onError((error, context) => {
    const code = isDaypackError(error) ? error.code : 'failed'
    return context.json({ error: code }, code === 'unreachable' || code === 'closed' ? 503 : 500)
  })
  return app
}

/** What the user said is in the log before the model is asked; the reply, with its bill, when it is whole. */
async function turn(session: Session, text: string, model: AppOptions['model'], signal: AbortSignal) {
  await session.append({ role: 'user', blocks: [{ type: 'text', text }] })
  const { request } = await session.render(aiSdk, { messages: [], model: model.modelId })
  const steps = daypackSteps(session)
  return streamText({
    model,
    instructions: SYSTEM,
    messages: request.messages,
    maxOutputTokens: 1_000,
    abortSignal: signal,
    onStepEnd: (step) => steps.onStepEnd(step),
  })
}
