import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutMarks } from '../../packages/daypack/src/memory/notes/source.ts'
import { dayOfLog } from '../../packages/daypack/src/memory/notes/path.ts'
import { lived, PEOPLE } from './lived.ts'
import { oddIn } from './grown/odd.ts'

const SHOWN = readFileSync(new URL('grown/README.md', import.meta.url), 'utf8')

/** Of what is crossed out by hand on a page, nothing may come back that does not depend on which sentences are noted. */
test.each(PEOPLE)(
  'after 60 days nothing noted is lost, and the same days give the same page: $file',
  async ({ file }) => {
    const [one, other] = [await lived(file), await lived(file)]
    const all = async ({ driver }: typeof one): Promise<{ path: string; text: string }[]> =>
      Promise.all(
        ['MEMORY.md', ...(await driver.notes.list('memory/'))].map(async (path) => ({
          path,
          text: (await driver.notes.read(path))?.text ?? '',
        })),
      )
    const notes = await all(one)
    expect(await all(other)).toEqual(notes)
    const page = notes[0]?.text ?? ''
    // The pages that are shown are those the rules write now: `bench/memory/grown.ts > bench/memory/grown/README.md`.
    expect(SHOWN).toContain(withoutMarks(page).trim())
    const logs = notes.filter(({ path }) => dayOfLog(path) !== undefined)
    const kept = (await one.driver.notes.versions('MEMORY.md')).map(({ path, id }) =>
      one.driver.notes.version(path, id),
    )
    const versions = (await Promise.all(kept)).map((text = '') => text)
    const odd = oddIn(file, page, logs, versions, one.left)
    expect(odd['nowhere to be found']).toEqual([])
    expect(odd['now without a day']).toEqual([])
    expect(odd['over, still live']).toEqual([])
    expect(odd['filler at an edge']).toEqual([])
  },
)
