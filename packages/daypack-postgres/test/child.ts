// A process that works on a tenant and may be killed: node child.ts <url> <tenant> <say | compact | prepare | append> [kill]
// `kill` is <n>:<before | inside | after>: it kills itself around its nth transaction. It tells what it did, line by line.
import { writeSync } from 'node:fs'
import { anthropic } from '../../daypack/src/codecs/anthropic/index.ts'
import { createDaypack } from '../../daypack/src/daypack.ts'
import { connectPostgres, postgresDriver, type Postgres } from '../src/index.ts'
import { small, story } from '../../daypack/test/compaction/story.ts'

const [url = '', tenant = '', mode = '', kill = ''] = process.argv.slice(2)
const tell = (line: unknown) => writeSync(1, `${JSON.stringify(line)}\n`)
const [nth, phase] = kill.split(':')
let transactions = 0
const die = (where: string) => {
  if (transactions === Number(nth) && phase === where) process.kill(process.pid, 'SIGKILL')
}
const plain = connectPostgres({ url, connections: 4 })
const postgres: Postgres = {
  ...plain,
  async transaction(whose, what, work, options) {
    transactions++
    die('before')
    const result = await plain.transaction(
      whose,
      what,
      async (query, again) => {
        const done = await work(query, again)
        die('inside')
        return done
      },
      options,
    )
    die('after')
    return result
  },
}
const now = () => 1_790_000_000_000
const driver = postgresDriver({ postgres, tenant, now })
const pack = await createDaypack({ driver, ...small(), memory: false, tuning: { ...small().tuning, now } })
if (mode === 'append') {
  // Acknowledged entries are told; the parent looks for every one of them.
  for (let seq = 1; seq <= 400; seq++) {
    const entry = { seq, at: now(), kind: 'mark' as const, name: 'test', data: `${seq} ${'x'.repeat(500)}` }
    for (let tries = 0; ; tries++) {
      try {
        const done = await driver.log.append('s', [entry], { expect: seq - 1 })
        // A try that failed may have been written all the same, as a session finds out by reading.
        if ('conflict' in done && (tries === 0 || done.conflict !== seq)) tries = Infinity
        if (tries === Infinity) throw new Error(`a conflict at ${seq}`)
        break
      } catch (error) {
        if (tries > 1_000) throw error
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    tell({ seq })
  }
} else {
  const session = await pack.session('s')
  if (mode === 'say') for (const message of story()) await session.append(message)
  else if (mode === 'compact') tell({ after: (await session.compact({ instruction: 'short' })).after.tokens })
  else tell(await session.render(anthropic, { model: 'm', max_tokens: 500, messages: [] }))
}
await pack.close()
await driver.close()
await plain.close()
tell({ transactions })
