import { hash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore, DayStore, DialogRecord } from '../../../model/driver.ts'
import type { Json } from '../../../model/json.ts'
import type { FileToIndex, Searcher } from '../search-api.ts'

/** Blobs larger than this are not searched: reading them would cost more than it finds. */
const MAX_RESULT_BYTES = 1_000_000

export type ArchiveInit = {
  readonly searcher: Searcher
  readonly days?: DayStore
  readonly blobs?: BlobStore
  /** Where the day files stand: their size and time tell whether they must be read. */
  readonly dir?: string
  /** What the index may hold of a text, line for line. */
  readonly prepare: (text: string) => Promise<string>
}

/** Bring the scopes `dialog` and `results` up to date: new and changed days, new blobs; what is gone leaves. */
export async function indexArchive(
  init: ArchiveInit,
  options: { force?: boolean } = {},
): Promise<{ files: number; units: number }> {
  const { searcher, days, blobs } = init
  const force = options.force === true
  const seen = { dialog: new Set<string>(), results: new Set<string>() }

  async function* files(): AsyncGenerator<FileToIndex> {
    const dialog = await searcher.files('dialog')
    for (const day of (await days?.days()) ?? []) {
      const path = `dialog/${day}.jsonl`
      seen.dialog.add(path)
      const stats = init.dir === undefined ? undefined : await stat(join(init.dir, path)).catch(() => undefined)
      const quick = stats && `${stats.size} ${stats.mtimeMs}`
      if (!force && quick !== undefined && dialog.get(path)?.hash === quick) continue
      const records = (await days?.read(day)) ?? []
      const mark = quick ?? hash('sha256', records.map((record) => record.sha256).join('\n'))
      if (force || dialog.get(path)?.hash !== mark) yield await dialogFile(path, day, records, mark, init.prepare)
    }
    const results = await searcher.files('results')
    for await (const { ref, bytes, at } of blobs?.list() ?? []) {
      const path = blobs?.path(ref) ?? ref
      seen.results.add(path)
      if (bytes > MAX_RESULT_BYTES || (!force && results.get(path)?.hash === ref)) continue
      const data = await blobs?.get(ref)
      if (!(data instanceof Uint8Array) || data.includes(0)) continue
      const text = await init.prepare(new TextDecoder().decode(data))
      yield { path, text, meta: { scope: 'results', hash: ref, modified: at, kind: 'text' } }
    }
  }
  const done = await searcher.indexMany(files())
  for (const scope of ['dialog', 'results'] as const) {
    for (const path of (await searcher.files(scope)).keys())
      if (!seen[scope].has(path)) await searcher.remove(path, scope)
  }
  return done
}

async function dialogFile(
  path: string,
  day: string,
  records: readonly DialogRecord[],
  mark: string,
  prepare: ArchiveInit['prepare'],
): Promise<FileToIndex> {
  const units = []
  for (const [index, record] of records.entries()) {
    const { speaker, text } = said(record.message)
    const clean = (await prepare(text)).trim()
    if (clean === '') continue
    const line = index + 1
    units.push({
      startLine: line,
      endLine: line,
      text: clean,
      heading: `session ${record.session}`,
      speaker,
      at: record.at,
    })
  }
  return { path, text: '', meta: { scope: 'dialog', hash: mark, date: day, units } }
}

/** What people and model said; tool results are in the scope `results`. */
function said(message: Json): { speaker: string; text: string } {
  if (typeof message !== 'object' || message === null || !('role' in message)) return { speaker: '', text: '' }
  const { role, content, blocks = content } = message
  const speaker = typeof role === 'string' ? role : ''
  if (speaker !== 'user' && speaker !== 'assistant') return { speaker, text: '' }
  const texts = Array.isArray(blocks) ? blocks.map(textOfBlock) : [typeof blocks === 'string' ? blocks : '']
  return { speaker, text: texts.filter(Boolean).join('\n') }
}

function textOfBlock(block: Json): string {
  if (typeof block !== 'object' || block === null || !('type' in block) || block.type !== 'text') return ''
  return typeof block['text'] === 'string' ? block['text'] : ''
}
