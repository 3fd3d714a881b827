import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createDaypack } from '../../src/daypack.ts'
import { isStored } from '../../src/model/message.ts'
import { size } from '../../../daypack-testing/test/size.ts'
import { byBytes } from '../../src/tokens/count.ts'
import { textReader } from '../../src/session/planning.ts'
import { childEnv } from '../crash/kill-run.ts'
import { temporary } from '../temporary.ts'
import { story } from './story.ts'

const folder = temporary()
const CHILD = join(import.meta.dirname, 'compactor.ts')
/** Each kill is two processes; all of them are tried in the long run. */
const EVERY = size(3, 1)
const CHANGING = /^(?:open|mkdir|write|datasync|truncate|rename|unlink|syncDir)@/

function run(
  dir: string,
  mode: 'say' | 'compact',
  kill?: string,
): { points: string[]; killed: boolean; complaint: string } {
  const env = { ...childEnv(dir), ...(kill === undefined ? {} : { DAYPACK_KILL: kill }) }
  const child = spawnSync(process.execPath, ['--conditions=daypack-source', CHILD, dir, mode], {
    env,
    encoding: 'utf8',
  })
  const lines = child.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { points?: string[] })
  return {
    points: lines.flatMap((line) => line.points ?? []),
    killed: child.signal === 'SIGKILL',
    complaint: child.stderr,
  }
}

/** What the next process finds: the old view or the new one, every message readable. */
async function look(dir: string): Promise<'old' | 'new'> {
  const pack = await createDaypack({
    dir,
    window: 12_000,
    retention: false,
    tuning: { now: () => 1_790_000_000_000, counter: byBytes(4) },
  })
  const session = await pack.session('s')
  const { view } = session
  const { blobs, days } = pack.driver
  if (!blobs || !days) throw new Error('files have both')
  const read = textReader(blobs)
  const said = []
  for (const slot of view.slots) {
    const blocks = []
    for (const block of slot.message.blocks) {
      blocks.push(
        block.type === 'tool-result' && isStored(block.content)
          ? { ...block, content: { text: await read(block.content) } }
          : block,
      )
    }
    said.push({ ...slot.message, blocks })
  }
  expect(said).toEqual(story())
  const folds = view.items.filter((item) => item.kind === 'fold')
  const archived = new Set(
    (await Promise.all((await days.days()).map((day) => days.read(day)))).flat().map((record) => record.seq),
  )
  for (const slot of view.slots) {
    const isFolded = folds.some((fold) => slot.seq >= fold.seq && slot.seq <= fold.to)
    if (isFolded) expect(archived.has(slot.seq), `message ${slot.seq} was folded before it was archived`).toBe(true)
  }
  await pack.close()
  return folds.length > 0 ? 'new' : 'old'
}

it('killed at any step of a compaction, the next process finds the old context or the new one, and can go on', async () => {
  const base = join(folder, 'base')
  mkdirSync(base)
  expect(run(base, 'say').complaint).toBe('')
  const rehearsal = join(folder, 'rehearsal')
  cpSync(base, rehearsal, { recursive: true })
  const { points } = run(rehearsal, 'compact')
  expect(await look(rehearsal)).toBe('new')
  const kills = points
    .filter((point) => CHANGING.test(point))
    .flatMap((point) => {
      const phases = point.startsWith('write@') ? ['before', 'torn', 'after'] : ['before', 'after']
      return phases.map((phase) => `${point}:${phase}:1`)
    })
    .filter((_, index) => index % EVERY === 0)
  const seen = new Set<string>()
  let killed = 0
  for (const [number, kill] of kills.entries()) {
    const dir = join(folder, `kill-${number}`)
    cpSync(base, dir, { recursive: true })
    const first = run(dir, 'compact', kill)
    if (first.killed) killed++
    seen.add(await look(dir))
    expect(run(dir, 'compact').complaint).toBe('')
    expect(await look(dir), `after ${kill}`).toBe('new')
  }
  expect(killed).toBeGreaterThan(5)
  expect([...seen].toSorted()).toEqual(['new', 'old'])
}, 300_000)
