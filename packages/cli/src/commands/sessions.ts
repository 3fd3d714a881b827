import { cost, costLines } from 'daypack/report'
import { explainLines } from '../show/explain.ts'
import { existing, print, withPack, type WorkspaceOptions } from './pack.ts'

/** `daypack sessions` */
export async function sessionsCommand(options: WorkspaceOptions): Promise<number> {
  return withPack(options, async (pack) => {
    const rows: { id: string; messages: number; tokens: number; last: string }[] = []
    for (const id of await pack.sessions()) {
      const { view } = await pack.session(id)
      rows.push({
        id,
        messages: view.slots.length,
        tokens: view.size.tokens,
        last: new Date(view.touchedAt).toISOString(),
      })
    }
    print(options, rows, () =>
      rows.length === 0
        ? ['No sessions yet.']
        : rows.map((row) => `${row.id}  ${row.messages} messages, ${row.tokens} tokens in view, last used ${row.last}`),
    )
    return 0
  })
}

/** `daypack explain <session>` */
export async function explainCommand(id: string, options: WorkspaceOptions): Promise<number> {
  return withPack(options, async (pack, { config }) => {
    const session = await existing(pack, id)
    const explanation = await session.explain()
    const bill = cost(await session.entries(), config.window === undefined ? {} : { window: config.window })
    print(options, { session: id, ...explanation, cost: bill }, () => [
      ...explainLines(explanation),
      ...(bill.requests > 0 ? ['', ...costLines(bill)] : []),
    ])
    return 0
  })
}

/** `daypack compact <session>`: with our own summarizer, so that no key is needed. */
export async function compactCommand(
  id: string,
  options: WorkspaceOptions & { instruction?: string },
): Promise<number> {
  return withPack(options, async (pack) => {
    const session = await existing(pack, id)
    const { before, after, changes, why } = await session.compact(
      options.instruction === undefined ? {} : { instruction: options.instruction },
    )
    const summary = session.view.items.findLast((item) => item.kind === 'fold')
    const isDone = changes.length > 0
    print(options, { session: id, before, after, changes, why }, () =>
      isDone
        ? [
            `${before.tokens} → ${after.tokens} tokens, ${changes.length} changes. Take it back: daypack undo ${id}`,
            ...(summary?.kind === 'fold' ? ['', summary.summary.text] : []),
          ]
        : [`Nothing was compacted: ${why}.`],
    )
    return 0
  })
}

/** `daypack undo <session>` */
export async function undoCommand(id: string, options: WorkspaceOptions & { batch?: number }): Promise<number> {
  return withPack(options, async (pack) => {
    const session = await existing(pack, id)
    const { before, after, changes, why } = await session.undo(
      options.batch === undefined ? {} : { seq: options.batch },
    )
    print(options, { session: id, before, after, changes, why }, () => [
      changes.length > 0 ? `Undone: ${before.tokens} → ${after.tokens} tokens.` : `Nothing was undone: ${why}.`,
    ])
    return 0
  })
}
