// A process to be killed: works on a workspace and tells its parent, line by line, what it tries and what was done.
// node child.ts <workspace> <seed> [workloads | random]; DAYPACK_KILL names a point at which it kills itself.
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { nodeVfs } from '../../src/drivers/files/node-vfs.ts'
import { killVfs, parseKill } from './kill-vfs.ts'
import { randomFrom } from './random.ts'
import { actorOn, edit, say, WORKLOADS, type Actor } from './workloads.ts'

const [dir = '', seed = '1', mode = 'random'] = process.argv.slice(2)
const tell = (line: unknown) => writeSync(1, `${JSON.stringify(line)}\n`)
const points = new Set<string>()
let nonce = Number(seed) * 100_000

const vfs = killVfs(nodeVfs, dir, parseKill(process.env['DAYPACK_KILL']), (point) => points.add(point))
// Who is killed writes nothing at its end: what was compiled is kept now, and the next child starts sooner.
flushCompileCache()
const driver = await filesDriver({ dir, now: () => 1_790_000_000_000, zone: 'UTC', vfs })
const actor = actorOn(driver, tell, () => ++nonce)
if (mode === 'workloads') {
  for (const workload of Object.values(WORKLOADS)) await workload(actor)
  await driver.close()
  tell({ points: [...points] })
} else {
  for (;;) await something(actor)
}

async function something(actor: Actor): Promise<void> {
  const random = randomFrom(actor.nonce())
  const size = random.chance(0.03) ? 1_000_000 : random.pick([0, 100, 100, 1000, 1000, 8000, 8000, 60_000])
  const which = random.below(10)
  if (which < 5) await say(actor, `session ${random.below(3)}`, 1, size, random.chance(0.2) ? 4 : 1)
  else if (which === 5) await actor.do({ do: 'put', nonce: actor.nonce(), size, stream: random.chance(0.5) })
  else if (which === 6) {
    const number = actor.nonce()
    await actor.do({
      do: 'day',
      session: 's',
      seqs: [number, number - 1],
      at: 1_790_000_000_000 + random.below(3) * 86_400_000,
    })
  } else if (which === 7) await edit(actor, random.pick(['MEMORY.md', 'memory/a.md', 'memory/b/c.md']), 1)
  else if (which === 8) {
    const blob = { nonce: actor.nonce(), size: 500 }
    await actor.do({ do: 'put', ...blob })
    await actor.do({ do: 'mark', ...blob })
    await actor.do({ do: 'drop', ...blob })
  } else if (random.chance(0.1)) await actor.do({ do: 'remove', session: 'session 2' })
}
