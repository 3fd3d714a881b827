import { readFileSync } from 'node:fs'
import { test } from 'vitest'

const PAGE = readFileSync(new URL('../../../../docs/presets.md', import.meta.url), 'utf8')

/** The rows of the published documents and what each says, as docs/presets.md lists them. */
export const ROWS: ReadonlyMap<string, string> = new Map(
  [...PAGE.matchAll(/^\| (\d[A-L]\d+) \| (.*?) \| /gm)].map(([, id = '', said = '']) => [id, said]),
)

/** A test of one row of the documents: its name is the row's id and what the document says. */
export function row(id: string, run: () => unknown): void {
  test(`${id}: ${ROWS.get(id) ?? 'no such row'}`, async () => {
    await run()
  })
}
