import { reasonOf, DaypackError, type Daypack } from 'daypack'
import { senderOf } from 'daypack-gateway/internal'
import { isIgnored } from '../chat/slash/compact.ts'
import { IGNORED } from '../chat/slash/reply.ts'
import { windowOf } from '../config/pack-options.ts'
import { billOf, costReport } from '../show/cost.ts'
import { explainLines, undoBatch } from '../show/explain.ts'
import { count } from '../show/words.ts'
import { existingSession, print, withPack, type WorkspaceOptions } from './pack.ts'

export async function sessionsCommand(options: WorkspaceOptions): Promise<number> {
  return withPack(options, async (pack) => {
    const rows: Row[] = []
    for (const id of await pack.sessions()) rows.push(await rowOf(pack, id))
    print(options, rows, () =>
      rows.length === 0
        ? ['No sessions yet.']
        : parentsFirst(rows).map((row) =>
            'problem' in row
              ? `${row.id}  cannot be read: ${row.problem} (daypack doctor says more, daypack session rm removes it)`
              : `${row.parent === undefined ? '' : '  '}${row.id}  ${count(row.messages, 'message')}, ${count(row.tokens, 'token')} in view, last used ${row.last}`,
          ),
    )
    return rows.some((row) => 'problem' in row) ? 1 : 0
  })
}

type Row =
  | {
      readonly id: string
      readonly messages: number
      readonly tokens: number
      readonly last: string
      readonly parent?: string
    }
  | { readonly id: string; readonly problem: string }

function parentsFirst(rows: readonly Row[]): Row[] {
  const parentOf = (row: Row) => ('parent' in row ? row.parent : undefined)
  const isBelow = (row: Row) => rows.some(({ id }) => id === parentOf(row))
  return rows.filter((row) => !isBelow(row)).flatMap((row) => [row, ...rows.filter((one) => parentOf(one) === row.id)])
}

/** A broken session is reported; the others are still listed. */
async function rowOf(pack: Daypack, id: string): Promise<Row> {
  try {
    const session = await pack.session(id)
    const { view } = session
    const { parent } = senderOf(session) ?? {}
    const last = new Date(view.touchedAt).toISOString()
    return { id, messages: view.slots.length, tokens: view.size.tokens, last, ...(parent !== undefined && { parent }) }
  } catch (error) {
    return { id, problem: reasonOf(error) }
  }
}

/** `daypack session rm <session>`: its log. What it stored goes with retention, what memory noted stays. */
export async function removeCommand(id: string, options: WorkspaceOptions & { yes?: boolean }): Promise<number> {
  return withPack(options, async (pack) => {
    const known = await pack.sessions()
    if (!known.includes(id))
      throw new DaypackError('not-found', `There is no session ${id}; \`daypack sessions\` lists them.`)
    if (!options.yes) {
      console.error(
        `This deletes the log of ${id} for good. To keep a copy first: daypack export ${id} <file>. To go ahead, add --yes`,
      )
      return 2
    }
    const isGone = (await pack.driver.log?.remove(id)) ?? false
    print(options, { session: id, removed: isGone }, () => [isGone ? `Removed ${id}.` : `There was no log for ${id}.`])
    return isGone ? 0 : 1
  })
}

export async function explainCommand(id: string, options: WorkspaceOptions): Promise<number> {
  return withPack(options, async (pack, { config }) => {
    const session = await existingSession(pack, id)
    const explanation = await session.explain()
    const entries = await session.entries()
    const window = windowOf(config, session.view.usages.at(-1)?.model)
    const bill = await billOf(session, config)
    return print(options, { session: id, ...explanation, cost: bill }, () => [
      ...explainLines(explanation, window, entries),
      ...(bill.requests > 0 ? ['', ...costReport(bill)] : []),
    ])
  })
}

/** `daypack compact <session>`: with our own summarizer, so that no key is needed. */
export async function compactCommand(
  id: string,
  options: WorkspaceOptions & { instruction?: string },
): Promise<number> {
  return withPack(options, async (pack) => {
    const session = await existingSession(pack, id)
    const { before, after, changes, why } = await session.compact(
      options.instruction === undefined ? {} : { instruction: options.instruction },
    )
    const summary = session.view.items.findLast((item) => item.kind === 'fold')
    const isDone = changes.length > 0
    return print(options, { session: id, before, after, changes, why }, () =>
      isDone
        ? [
            `${before.tokens} → ${after.tokens} tokens, ${changes.length} ${changes.length === 1 ? 'change' : 'changes'}. To undo: daypack undo ${id}`,
            ...(options.instruction !== undefined && summary?.kind === 'fold' && isIgnored(summary.summary)
              ? [IGNORED]
              : []),
            ...(summary?.kind === 'fold' ? ['', summary.summary.text] : []),
          ]
        : [`Nothing was compacted: ${why}.`],
    )
  })
}

export async function undoCommand(id: string, options: WorkspaceOptions & { batch?: number }): Promise<number> {
  return withPack(options, async (pack) => {
    const session = await existingSession(pack, id)
    const { lines, ...result } = await undoBatch(session, options.batch, {
      undo: (batch) => `daypack undo ${id} --batch ${batch}`,
      list: `\`daypack explain ${id}\``,
    })
    return print(options, { session: id, ...result }, () => [...lines])
  })
}
