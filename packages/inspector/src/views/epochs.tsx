import { useState } from 'preact/hooks'
import type { ViewProps } from '../app.tsx'
import type { EpochView } from '../api.ts'
import { ChangeList } from '../changes.tsx'
import { money, plural, time, tokens, visible } from '../format.ts'
import { useKeys } from '../keys.ts'
import { load, useLoad } from '../load.ts'
import { Table } from '../rows.tsx'

export function Epochs({ about, outline, route, go }: ViewProps) {
  const { epochs, session } = outline
  const at = Math.min(epochs.length, Math.max(1, Number(route.query['e'] ?? epochs.length)))
  const base = `s/${encodeURIComponent(session)}`
  const [changes, changed] = useState(0)
  const { value: epoch, problem } = useLoad<EpochView>(
    epochs.length === 0 ? undefined : `${base}/epoch/${at}`,
    `${outline.head} ${changes}`,
  )
  const to = (number: number) =>
    go({ session, tab: 'epochs', query: { e: String(Math.min(epochs.length, Math.max(1, number))) } }, true)
  useKeys({ j: () => to(at + 1), k: () => to(at - 1) })
  if (epochs.length === 0) return <p class="empty">No epoch yet: everything is shown as it came.</p>
  return (
    <div class="two">
      <nav class="side-list" aria-label="Epochs">
        {epochs.map((row) => (
          <button
            type="button"
            class={row.number === at ? 'at' : ''}
            aria-current={row.number === at}
            onClick={() => to(row.number)}
          >
            <b>{row.number}</b> {time(row.at)}
            <span class="number">−{tokens(row.saved)}</span>
            <span class="dim">
              {visible(row.why)}
              {row.isUndone && ', undone'}
            </span>
          </button>
        ))}
      </nav>
      <article>
        {problem !== undefined && <p class="problem">{problem}</p>}
        {epoch && (
          <Epoch
            epoch={epoch}
            base={base}
            canEdit={about.canEdit}
            open={(r) => go({ session, tab: 'request', query: { r: String(r), with: 'before' } })}
            changed={() => changed((count) => count + 1)}
          />
        )}
      </article>
    </div>
  )
}

type EpochProps = {
  epoch: EpochView
  base: string
  canEdit: boolean
  open: (request: number) => void
  changed: () => void
}

function Epoch({ epoch, base, canEdit, open, changed }: EpochProps) {
  return (
    <>
      <h2>
        Epoch {epoch.number}: {tokens(epoch.before)} → {tokens(epoch.after)} tokens
      </h2>
      <p>
        {visible(epoch.why.slice(0, 1).toUpperCase() + epoch.why.slice(1))}.{epoch.isUndone && <b> Undone.</b>}
      </p>
      <p class="actions">
        {epoch.request >= 0 && (
          <button type="button" onClick={() => open(epoch.request)}>
            request {epoch.request + 1} against the one before
          </button>
        )}
        <Undo epoch={epoch} base={base} canEdit={canEdit} changed={changed} />
      </p>
      <h3>Edits</h3>
      <Table name="Edits" heads={['pass', 'edit', '#tokens', '#saved per request', 'what stands there now']}>
        {epoch.batches.flatMap((batch) =>
          batch.edits.map((edit) => (
            <tr class={batch.active ? '' : 'dim'}>
              <td title={batch.why}>{edit.by}</td>
              <td>
                {edit.op} {edit.target}
              </td>
              <td class="number">
                {tokens(edit.before)} → {tokens(edit.after)}
              </td>
              <td class="number">{money(edit.money, epoch.currency)}</td>
              <td class="preview">{visible(edit.what)}</td>
            </tr>
          )),
        )}
      </Table>
      {epoch.batches.map((batch) => (
        <p class="dim">
          {batch.by}: {visible(batch.why)}
        </p>
      ))}
      <h3>What left the view</h3>
      <pre class="text plain">{visible(epoch.loss.text)}</pre>
      <LostOnes of="name" list={epoch.loss.names} />
      <LostOnes of="file" list={epoch.loss.files} />
      <h3>Before and after</h3>
      <ChangeList base={base} changes={epoch.changes} />
    </>
  )
}

function LostOnes({ of, list }: { readonly of: string; readonly list: readonly string[] }) {
  if (list.length === 0) return null
  return (
    <details>
      <summary>{plural(list.length, of)} only in the archive</summary>
      <p class="names">{list.map(visible).join(' · ')}</p>
    </details>
  )
}

/** Take it back, or bring it back; one click asks, the next does it. */
function Undo({ epoch, base, canEdit, changed }: Omit<EpochProps, 'open'>) {
  const [isSure, ask] = useState(false)
  const [said, say] = useState('')
  const isBack = epoch.isUndone
  const batches = isBack ? epoch.undoneBy : epoch.batches.filter((batch) => batch.active).map((batch) => batch.seq)
  const act = async () => {
    ask(false)
    try {
      for (const batch of batches) say((await load<{ said: string }>(`${base}/undo/${batch}`, 'POST')).said)
    } catch (error) {
      say((error as Error).message)
    }
    changed()
  }
  if (!canEdit) return <span class="dim">read-only: daypack inspect --allow-edit lets you undo</span>
  return (
    <>
      <button
        type="button"
        class={isSure ? 'danger' : ''}
        disabled={batches.length === 0}
        onClick={() => (isSure ? void act() : ask(true))}
      >
        {isSure ? (isBack ? 'really redo' : 'really undo') : isBack ? 'redo this epoch' : 'undo this epoch'}
      </button>
      <span role="status">{said}</span>
    </>
  )
}
