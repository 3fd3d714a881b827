import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HOME } from '../../../scripts/postgres/server.mjs'
import { createDaypack } from '../../daypack/src/daypack.ts'
import { postgresDriver } from '../src/index.ts'
import { createGateway } from '../../daypack-gateway/src/index.ts'
import { startProvider } from '../../daypack-testing/src/provider/index.ts'
import { textOf } from '../../daypack/src/model/message.ts'
import { byBytes } from '../../daypack/src/tokens/count.ts'
import { cutter } from './cutter.ts'
import type { Bench } from './scenario.ts'

const messages = (turns: number) =>
  Array.from({ length: turns * 2 - 1 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: index % 2 === 0 ? `line ${index}` : 'ok',
  }))

/** An agent behind the gateway whose log is there: `turns` requests, and `between` before each. All must go out as they are. */
async function agent(url: string, tenant: string, turns: number, between: (turn: number) => void = () => undefined) {
  const said: string[] = []
  const provider = await startProvider({ script: Array.from({ length: turns }, () => ({ text: 'ok' })) })
  const driver = postgresDriver({ url, tenant, timeoutMs: 5_000 })
  const options = { driver, tuning: { counter: byBytes(4) }, retention: false as const, memory: false as const }
  const pack = await createDaypack({ ...options, warn: (line) => said.push(line) })
  const upstreams = { anthropic: provider.url }
  const gateway = createGateway({ pack, upstreams, onProblem: (problem) => said.push(problem) })
  let out = 0
  for (let turn = 1; turn <= turns; turn++) {
    between(turn)
    const tools = [{ name: 'read', input_schema: { type: 'object' } }]
    const body = JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 100, tools, messages: messages(turn) })
    const headers = { 'x-api-key': 'k', 'x-daypack-session': 's' }
    const answer = await gateway.fetch(new Request('http://127.0.0.1/v1/messages', { method: 'POST', body, headers }))
    await answer.text()
    assert.equal(answer.status, 200)
    assert.equal(provider.requests.at(-1)?.text, body)
    out++
  }
  await gateway.settle()
  await pack.close().catch(() => undefined)
  await driver.close()
  await provider.close()
  return { out, said: said.join('\n') }
}

async function refusal(url: string, tenant = 't'): Promise<{ code: string; message: string }> {
  const driver = postgresDriver({ url, tenant, timeoutMs: 5_000 })
  const error = await driver.log.read('s').then(
    () => assert.fail('it was read'),
    (each: unknown) => each as { code: string; message: string },
  )
  await driver.close()
  return error
}

/** What a user sees when the server is not well, and what goes on all the same. */
export async function failures(bench: Bench): Promise<void> {
  const { scenario, url, admin, server, run, share } = bench
  const database = new URL(url).pathname.slice(1)

  await scenario('the server is down at the start, and comes back', async () => {
    const way = await cutter(url)
    way.cut()
    const { code, message } = await refusal(way.url)
    assert.equal(code, 'unreachable')
    const down = await agent(way.url, `${run} late`, 3)
    assert.match(down.said, /Is the server at/)
    way.mend()
    const up = await agent(way.url, `${run} late`, 4)
    assert.equal(up.said, '')
    const { head } = await postgresDriver({ postgres: bench.postgres, tenant: `${run} late` }).log.read('s')
    await way.close()
    assert.ok(head > 0)
    return `${down.out} of 3 requests went out without it, ${up.out} of 4 with it; "${message}"`
  })

  await scenario('the server goes down in mid-run, again and again', async () => {
    const way = await cutter(url)
    const turns = Math.max(6, 3 * Math.round(20 * share))
    let cuts = 0
    const { out, said } = await agent(way.url, `${run} mid-run`, turns, (turn) => {
      // The last turn finds the server up.
      if (turn % 3 !== 2) return way.mend()
      way.cut()
      cuts++
    })
    assert.notEqual(said, '')
    const { entries } = await postgresDriver({ postgres: bench.postgres, tenant: `${run} mid-run` }).log.read('s')
    await way.close()
    const kept = entries.flatMap((entry) => (entry.kind === 'message' ? [textOf(entry.message)] : []))
    const lines = kept.filter((text) => text.startsWith('line'))
    assert.deepEqual(
      lines,
      messages(turns).flatMap(({ role, content }) => (role === 'user' ? [content] : [])),
    )
    return `${cuts} cuts, ${out} of ${turns} requests went out, ${lines.length} questions kept, each once`
  })

  await scenario('the server only reads', async () => {
    const tenant = `${run} read-only`
    await agent(url, tenant, 2)
    await admin.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
    try {
      const reading = postgresDriver({ url, tenant })
      const { head } = await reading.log.read('s')
      const entry = { seq: head + 1, at: 1, kind: 'mark' as const, name: 'x' }
      const refused = await reading.log.append('s', [entry], { expect: head }).then(
        () => assert.fail('it was written'),
        (each: unknown) => each as { code: string; message: string },
      )
      await reading.close()
      assert.match(refused.message, /is read-only/)
      const { out, said } = await agent(url, tenant, 3)
      assert.match(said, /is read-only/)
      return `${head} entries read, ${out} of 3 requests went out; "${refused.message}"`
    } finally {
      await admin.query('SET default_transaction_read_only = off')
      await admin.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`)
    }
  })

  await scenario('an unknown database', async () => {
    const nowhere = new URL(url)
    nowhere.pathname = '/nowhere'
    const { code, message } = await refusal(nowhere.href)
    assert.equal(code, 'bad-config')
    assert.match(message, /Create the database/)
    return `"${message}"`
  })

  if (server === undefined) return
  await scenario('a wrong password', async () => {
    await admin.query(`CREATE ROLE locked LOGIN PASSWORD 'right' IN ROLE daypack_app`)
    const rules = path.join(server.data, 'd', 'pg_hba.conf')
    const before = readFileSync(rules, 'utf8')
    writeFileSync(rules, `host all locked 127.0.0.1/32 scram-sha-256\n${before}`)
    await admin.query('SELECT pg_reload_conf()')
    const as = (password: string) => Object.assign(new URL(url), { username: 'locked', password }).href
    const right = postgresDriver({ url: as('right'), tenant: `${run} locked` })
    assert.equal((await right.log.read('s')).head, 0)
    await right.close()
    const { code, message } = await refusal(as('wr0ng'))
    assert.equal(code, 'bad-config')
    assert.match(message, /Check the user and password/)
    assert.doesNotMatch(message, /wr0ng/)
    const { out, said } = await agent(as('wr0ng'), `${run} locked`, 3)
    assert.doesNotMatch(said, /wr0ng/)
    return `${out} of 3 requests went out; "${message}"`
  })

  await scenario('a server without pgvector', async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'daypack-bare-'))
    // The server runs as somebody else than root.
    chmodSync(home, 0o755)
    cpSync(HOME, home, { recursive: true, verbatimSymlinks: true })
    rmSync(path.join(home, 'root/usr/share/postgresql/17/extension/vector.control'))
    const script = path.resolve(import.meta.dirname, '../../../scripts/postgres/server.mjs')
    const bare = spawn(process.execPath, [script], { env: { ...process.env, DAYPACK_PG_HOME: home } })
    const gone = new Promise<void>((resolve) => bare.once('exit', () => resolve()))
    try {
      const address = await new Promise<string>((resolve, reject) => {
        bare.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()))
        void gone.then(() => reject(new Error('it did not start')))
      })
      const { code, message } = await refusal(address)
      assert.equal(code, 'unsupported')
      assert.match(message, /Install pgvector/)
      const { out, said } = await agent(address, 't', 3)
      assert.match(said, /Install pgvector/)
      return `${out} of 3 requests went out; "${message}"`
    } finally {
      bare.kill('SIGTERM')
      await gone
      rmSync(home, { recursive: true, force: true })
    }
  })
}
