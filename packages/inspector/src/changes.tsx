import { useState } from 'preact/hooks'
import type { Changes, TextPart } from './api.ts'
import { plural, tokens, visible, who } from './format.ts'
import { lineDiff } from './line-diff.ts'
import { useLoad } from './load.ts'
import { Text } from './text.tsx'

const MOST = 400
const CLASSES = { '+': 'plus', '-': 'minus', '~': 'changed' } as const

/** What changed from one state of the session to a later one: each line unfolds to the text, or to what of it differs. */
export function ChangeList({ base, changes }: { readonly base: string; readonly changes: Changes }) {
  const { was, head, same, rows } = changes
  const [open, setOpen] = useState<string>()
  return (
    <div class="diff">
      {rows.slice(0, MOST).map((row) => {
        const key = `${row.sign}${row.id}`
        const isSeen = row.sign === '~' && row.where === undefined
        return (
          <>
            <button
              type="button"
              class={`line diff-line ${CLASSES[row.sign]}`}
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
            {open === key && (
              <div class="inset" tabIndex={0} role="region" aria-label={`${row.label} ${row.number}`}>
                {isSeen ? (
                  <Differences
                    before={`${base}/block/${row.id}?head=${was}`}
                    now={`${base}/block/${row.id}?head=${head}`}
                  />
                ) : (
                  <Text path={`${base}/block/${row.id}?head=${row.sign === '+' ? head : was}`} />
                )}
              </div>
            )}
          </>
        )
      })}
      <p class="dim">
        {plural(same, 'item')} unchanged{rows.length > MOST && `, ${rows.length - MOST} more changes`}.
      </p>
    </div>
  )
}

function Differences({ before, now }: { readonly before: string; readonly now: string }) {
  const [isWhole, show] = useState(false)
  const [old, shown] = [useLoad<TextPart>(before).value, useLoad<TextPart>(now).value]
  if (!old || !shown) return <p>Loading …</p>
  const lines = lineDiff(old.text, shown.text).filter(({ sign }) => isWhole || sign !== ' ')
  return (
    <>
      <label>
        <input type="checkbox" checked={isWhole} onChange={() => show(!isWhole)} /> with the lines that are the same
      </label>
      <pre class="text" dir="auto">
        {lines.map(({ sign, text }) => (
          <span class={sign === '+' ? 'plus' : sign === '-' ? 'minus' : ''}>
            {`${sign === '-' ? '−' : sign} ${visible(text)}\n`}
          </span>
        ))}
      </pre>
    </>
  )
}
