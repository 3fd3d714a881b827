// A process to be killed in the middle of a compaction: node compactor.ts <workspace> [say | compact]
// DAYPACK_KILL names the point at which it kills itself; it tells its parent what was done, line by line.
import { writeSync } from 'node:fs'
import { createDaypack } from '../../src/daypack.ts'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { nodeVfs } from '../../src/drivers/files/node-vfs.ts'
import { killVfs, parseKill } from '../crash/kill-vfs.ts'
import { small, story } from './story.ts'

const [dir = '', mode = 'say'] = process.argv.slice(2)
const tell = (line: unknown) => writeSync(1, `${JSON.stringify(line)}\n`)
const points = new Set<string>()
const now = () => 1_790_000_000_000
const vfs = killVfs(nodeVfs, dir, parseKill(process.env['DAYPACK_KILL']), (point) => points.add(point))
const driver = await filesDriver({ dir, now, zone: 'UTC', vfs })
const pack = await createDaypack({ dir, driver, ...small(), tuning: { ...small().tuning, now } })
const session = await pack.session('s')
if (mode === 'say') for (const message of story()) await session.append(message)
else {
  const { before, after } = await session.compact({ instruction: 'short' })
  tell({ before: before.tokens, after: after.tokens })
}
await pack.close()
await driver.close?.()
tell({ points: [...points] })
