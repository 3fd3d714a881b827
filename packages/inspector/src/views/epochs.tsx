import { useState } from 'preact/hooks'
import type { ViewProps } from '../app.tsx'
import type { EpochView } from '../api.ts'
import { money, plural, time, tokens, visible, who } from '../format.ts'
import { useKeys } from '../keys.ts'
import { lineDiff } from '../line-diff.ts'
import { load, useLoad } from '../load.ts'
import { Folded } from '../block.tsx'
import { Table } from '../parts.tsx'

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
            request {epoch.request + 1} beside the one before
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
      <Diff epoch={epoch} base={base} />
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

function Diff({ epoch, base }: { readonly epoch: EpochView; readonly base: string }) {
  const [open, setOpen] = useState<string>()
  const changedRows = epoch.diff.filter((row) => row.sign !== ' ')
  const same = epoch.diff.length - changedRows.length
  const shown = changedRows.slice(0, 400)
  return (
    <div class="diff">
      {shown.map((row) => {
        const key = `${row.sign}${row.id}`
        return (
          <>
            <button
              type="button"
              class={`line diff-line ${row.sign === '+' ? 'plus' : row.sign === '-' ? 'minus' : 'changed'}`}
              aria-expanded={open === key}
              onClick={() => setOpen(open === key ? undefined : key)}
            >
              <span>{row.sign === '-' ? '−' : row.sign}</span>
              <span class="dim">{row.number}</span>
              <span>{visible(row.label.replace(/^assistant/, who))}</span>
              <span class="preview">{visible(row.preview)}</span>
              <span class="number" title={row.where && 'stands whole in the hand-over'}>
                {tokens(row.before)} → {row.where ?? tokens(row.after)}
              </span>
            </button>
            {open === key &&
              (row.id.startsWith('fold-') ? (
                <FoldText base={base} epoch={epoch} id={row.id} />
              ) : (
                <div class="inset">
                  <Folded base={base} from={row.number} to={row.number} />
                </div>
              ))}
          </>
        )
      })}
      <p class="dim">
        {plural(same, 'item')} unchanged
        {changedRows.length > shown.length ? `, ${changedRows.length - shown.length} more changes` : ''}.
      </p>
    </div>
  )
}

function FoldText({ base, epoch, id }: { base: string; epoch: EpochView; id: string }) {
  const [isDiff, show] = useState(false)
  const { value } = useLoad<{ text: string }>(`${base}/block/${id}?head=${epoch.seq}`)
  const before = useLoad<{ text: string }>(`${base}/block/${id}?head=${epoch.was}`)
  const lines = isDiff && value && before.value ? lineDiff(before.value.text, value.text) : undefined
  return (
    <div class="inset">
      {before.value && (
        <label>
          <input type="checkbox" checked={isDiff} onChange={() => show(!isDiff)} /> against the hand-over before it
        </label>
      )}
      <pre class="text" dir="auto">
        {lines
          ? lines
              .filter(({ sign }) => sign !== ' ')
              .map(({ sign, text }) => (
                <span class={sign === '+' ? 'plus' : 'minus'}>{`${sign === '-' ? '−' : '+'} ${visible(text)}\n`}</span>
              ))
          : visible(value?.text ?? 'Loading …')}
      </pre>
    </div>
  )
}
