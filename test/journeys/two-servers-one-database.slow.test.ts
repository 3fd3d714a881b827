// The chat server of examples/server, as its page starts it: two processes on one PostgreSQL. A user has two browsers open that end
// up on different processes, somebody leaves in the middle of an answer, and one process is told to stop in the middle of another.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ProviderCall, type ScriptedProvider, type ScriptedReply, startProvider } from 'daypack-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connected, type RealServer, startReal } from '../../packages/daypack-postgres/test/real.ts'
import { project, until, within } from '../../packages/cli/test/run.ts'

const MAIN = fileURLToPath(new URL('../../examples/server/main.ts', import.meta.url))
const BOARD = new URL('../../examples/server/grafana.json', import.meta.url)

/** Small, so that a long conversation is compacted many times. */
const WINDOW = 12_000

const at = project()
let database: RealServer | undefined
let provider: ScriptedProvider
let first: Process
let second: Process
beforeAll(async () => {
  database = await startReal()
  if (database === undefined) return
  provider = await startProvider({ script })
  const administrator = await connected(database.url)
  await administrator.query('CREATE DATABASE chat')
  await administrator.end()
  const { out } = await within(at, ['postgres', 'init', '--print'])
  const there = await connected(as('postgres'))
  await there.query(out)
  await there.end()
  expect(await within(at, ['postgres', 'migrate', '--url', as('daypack_owner')])).toMatchObject({ code: 0, err: '' })
  ;[first, second] = await Promise.all([start({ JOBS: '1' }), start({})])
})
afterAll(async () => {
  for (const one of [first, second]) one?.child.kill('SIGKILL')
  await provider?.close()
  await database?.stop()
  at.remove()
})

const as = (role: string) => Object.assign(new URL(database?.url ?? ''), { username: role, pathname: '/chat' }).href

type Process = {
  readonly child: ChildProcess
  readonly url: string
  readonly ended: Promise<number | null>
  said(): string
}

async function start(env: Record<string, string>): Promise<Process> {
  const child = spawn(process.execPath, ['--conditions=daypack-source', MAIN], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: {
      ...at.env,
      DATABASE_URL: as('daypack_server'),
      OWNER_URL: as('daypack_owner'),
      ANTHROPIC_BASE_URL: provider.url,
      ANTHROPIC_API_KEY: 'test',
      PORT: '0',
      WINDOW: String(WINDOW),
      ...env,
    },
  })
  let said = ''
  child.stderr.on('data', (data: Buffer) => (said += data.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const port = await Promise.race([
    until(() => /"event":"listening","port":(\d+)/.exec(said)?.[1]),
    ended.then(() => Promise.reject(new Error(said))),
  ])
  return { child, url: `http://127.0.0.1:${port}`, ended, said: () => said }
}

/** The model repeats the last thing it was asked; what begins with "Slowly" it breaks off in the middle, until told to go on. */
let goOn: () => void = () => undefined
const asked: string[] = []
function script({ body }: ProviderCall): ScriptedReply {
  const last = (body['messages'] as { role: string; content: { text: string }[] }[]).at(-1)
  const question = last?.content.at(-1)?.text ?? ''
  asked.push(question)
  const reply = { text: `You asked: ${question}`, stream: { deltaChars: 8 } }
  if (!question.startsWith('Slowly')) return reply
  return { ...reply, fault: { kind: 'stall', after: 4, until: new Promise<void>((resolve) => (goOn = resolve)) } }
}

const ask = (on: Process, user: string, text: string, signal?: AbortSignal) =>
  fetch(`${on.url}/chat/first`, {
    ...{ method: 'POST', headers: { 'x-user': user }, body: JSON.stringify({ text }) },
    ...(signal && { signal }),
  })

type Said = { readonly role: string; readonly blocks: readonly { readonly text: string }[] }
async function conversation(on: Process, user: string): Promise<string[]> {
  const answer = await fetch(`${on.url}/chat/first`, { headers: { 'x-user': user } })
  return ((await answer.json()) as Said[]).map(
    ({ role, blocks }) => `${role}: ${blocks.map(({ text }) => text).join('')}`,
  )
}

test('G-155 two browsers of one user, on both processes at once: they take turns, and every question has its answer', async ({
  skip,
}) => {
  if (database === undefined) return skip()
  const questions = Array.from({ length: 16 }, (_, nth) => `What is ${nth} plus one?`)
  const answers = await Promise.all(
    questions.map(async (text, nth) => (await ask(nth % 2 === 0 ? first : second, 'ada', text)).text()),
  )
  expect(answers).toEqual(questions.map((text) => `You asked: ${text}`))

  const logged = await conversation(first, 'ada')
  expect(await conversation(second, 'ada')).toEqual(logged)
  expect(logged).toEqual(asked.flatMap((text) => [`user: ${text}`, `assistant: You asked: ${text}`]))
  expect(asked.toSorted()).toEqual(questions.toSorted())
  // Each request had everything said before it.
  const sizes = provider.requests.map(({ body }) => (body['messages'] as unknown[]).length)
  expect(sizes).toEqual(questions.map((_, nth) => 2 * nth + 1))
})

test('who leaves in the middle of an answer cancels it, and continues with the other process', async ({ skip }) => {
  if (database === undefined) return skip()
  const leaving = new AbortController()
  const from = provider.requests.length
  const answer = await ask(first, 'bob', 'Slowly, please: how long is the Nile?', leaving.signal)
  const begun = await answer.body?.getReader().read()
  expect(new TextDecoder().decode(begun?.value)).toMatch(/^You/)
  leaving.abort()
  await provider.left(from)
  expect(await (await ask(second, 'bob', 'And the Rhine?')).text()).toBe('You asked: And the Rhine?')
  expect((await conversation(first, 'bob')).filter((line) => line.startsWith('user'))).toEqual([
    'user: Slowly, please: how long is the Nile?',
    'user: And the Rhine?',
  ])
  expect(await conversation(second, 'ada')).toHaveLength(32)
})

test('a conversation far longer than the window is compacted by both processes in turn, never twice, and no question is lost', async ({
  skip,
}) => {
  if (database === undefined) return skip()
  const from = provider.requests.length
  const questions = Array.from({ length: 16 }, (_, nth) => `Question ${nth}: ${longText(nth)}`)
  // Two browsers ask at the same moment, one on each process.
  for (let nth = 0; nth < questions.length; nth += 2)
    await Promise.all(
      [first, second].map(async (process, at) => {
        const text = questions[nth + at] ?? ''
        expect(await (await ask(process, 'eve', text)).text()).toBe(`You asked: ${text}`)
      }),
    )
  const sent = provider.requests
    .slice(from)
    .map(({ body }) => (body['messages'] as unknown[]).map((message) => JSON.stringify(message)))
  expect(sent).toHaveLength(questions.length)
  // At about four characters a token, which this text has: nothing that went out was larger than the window, none was empty.
  expect(Math.max(...sent.map((messages) => messages.join('').length / 4))).toBeLessThan(WINDOW)
  expect(asked.slice(-questions.length).toSorted()).toEqual(questions.toSorted())
  const logged = await conversation(second, 'eve')
  expect(await conversation(first, 'eve')).toEqual(logged)
  expect(logged).toEqual(
    asked.slice(-questions.length).flatMap((text) => [`user: ${text}`, `assistant: You asked: ${text}`]),
  )
  // Both show the same: a request goes on where the last one, of whichever process, ended, unless one of them folded between.
  const breaks = sent.filter((messages, nth) => !(sent[nth - 1] ?? []).every((said, at) => messages[at] === said))
  const folds = await foldsOf('eve')
  console.log(`${folds.length} folds by two processes in ${questions.length} turns, ${breaks.length} breaks`)
  expect(folds.length).toBeGreaterThan(1)
  expect(breaks.length).toBeLessThanOrEqual(folds.length)
  // Each ends later than the one before: the same run is never folded twice.
  expect(folds.filter(({ to }, nth) => to <= (folds[nth - 1]?.to ?? 0))).toEqual([])
}, 600_000)

const WORDS = 'harbour lantern meadow copper winter orchard violin market thunder pepper window river'.split(' ')
function longText(nth: number): string {
  return Array.from({ length: 520 }, (_, word) => WORDS[(word * 7 + nth * 5 + (word % (nth + 2))) % WORDS.length]).join(
    ' ',
  )
}

async function foldsOf(user: string): Promise<{ from: number; to: number }[]> {
  const owner = await connected(as('daypack_owner'))
  const { rows } = await owner.query(
    `SELECT body FROM daypack.entry e JOIN daypack.session s ON s.tenant = e.tenant AND s.id = e.session
     WHERE e.tenant = $1 AND s.name = '"first"' ORDER BY seq`,
    [user],
  )
  await owner.end()
  const entries = rows.map(
    ({ body }) => JSON.parse(body as string) as { edits?: { op: string; from: number; to: number }[] },
  )
  return entries.flatMap(({ edits = [] }) => edits.filter(({ op }) => op === 'fold'))
}

test('the board asks for metrics that a process gives', async ({ skip }) => {
  if (database === undefined) return skip()
  const given = await (await fetch(`${second.url}/metrics`)).text()
  const names = new Set([...readFileSync(BOARD, 'utf8').matchAll(/daypack_\w+/g)].map(([name]) => name))
  expect([...names].filter((name) => !given.includes(`# TYPE ${name} `))).toEqual([])
  expect(given).toContain('daypack_tenants 3\n')
})

test('told to stop in the middle of an answer, a process sends and logs it whole, and the other one continues', async ({
  skip,
}) => {
  if (database === undefined) return skip()
  const answer = await ask(first, 'cleo', 'Slowly: what is a lease?')
  const waiting = ask(second, 'cleo', 'Who holds it?')
  first.child.kill('SIGTERM')
  await until(() => (first.said().includes('"stopping"') ? true : undefined))
  expect((await fetch(`${first.url}/ready`)).status).toBe(503)
  expect((await ask(first, 'dora', 'Are you there?')).status).toBe(503)
  goOn()
  expect(await answer.text()).toBe('You asked: Slowly: what is a lease?')
  expect(await (await waiting).text()).toBe('You asked: Who holds it?')
  expect(await first.ended).toBe(0)
  expect(await conversation(second, 'cleo')).toEqual([
    'user: Slowly: what is a lease?',
    'assistant: You asked: Slowly: what is a lease?',
    'user: Who holds it?',
    'assistant: You asked: Who holds it?',
  ])
  const logs = first.said() + second.said()
  // Of all that was asked, only the one who came after the end was refused.
  expect(
    logs.match(/"event":"(?:listening|stopping|turn-failed|stopped)"/g)?.map((event) => event.slice(9, -1)),
  ).toEqual([...['listening', 'stopping', 'turn-failed', 'stopped'], 'listening'])
  expect(logs).not.toMatch(/Nile|is a lease|plus one|harbour/)
})
