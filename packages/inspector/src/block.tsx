import { useState } from 'preact/hooks'
import type { BlockRow, LogPage } from './api.ts'
import { plural, time, tokens, visible, who } from './format.ts'
import { useLoad } from './load.ts'
import { Text } from './text.tsx'

/** Pixels of an open block below its line. */
export const PANEL = 380

type LineProps = { block: BlockRow; isAt: boolean; isOpen: boolean; most: number; toggle: () => void }

/** A block on one line: where it is from, how it begins, its size and age, and what was done to it. */
export function BlockLine({ block, isAt, isOpen, most, toggle }: LineProps) {
  const classes = ['line', 'blocks', block.state, isAt ? 'at' : ''].join(' ')
  return (
    <button type="button" class={classes} aria-expanded={isOpen} onClick={toggle}>
      <span class="dim">{block.id}</span>
      <span class={`tag ${block.role}`}>{block.kind === 'fold' ? 'fold' : who(block.role)}</span>
      <span class={block.isError ? 'bad' : ''}>
        {block.kind === 'call' ? '→ ' : block.kind === 'result' ? '← ' : ''}
        {visible(block.label)}
        {block.pinned && ' · pinned'}
      </span>
      <span class="preview">{visible(block.preview)}</span>
      <span class="number">
        {block.shown === 'whole' ? tokens(block.tokens) : `${tokens(block.tokens)} of ${tokens(block.full)}`}
      </span>
      <span class="bar">
        <i
          class={block.cached ? 'part cached-bar' : 'part fresh-bar'}
          style={{ width: `${Math.max(1, (block.tokens / most) * 100)}%` }}
        />
      </span>
      <span class="number dim" title={`in ${block.age} requests before this one`}>
        {block.age}
      </span>
      <span>
        {block.shown === 'whole' ? (block.state === 'same' ? '' : block.state) : block.shown}
        {block.cached ? <span class="dim"> cached</span> : ''}
      </span>
    </button>
  )
}

type PanelProps = { block: BlockRow; base: string; head: number }

/** An open block: why it looks like that, what was sent, and the original. */
export function BlockPanel({ block, base, head }: PanelProps) {
  const [isWhole, show] = useState(false)
  const { why, fold } = block
  const isCut = block.shown === 'cropped' || block.shown === 'left out'
  return (
    <div class="panel" tabIndex={0} role="region" aria-label={`Block ${block.id}`}>
      <p class="why">
        {why ? (
          <>
            {block.shown} by <b>{why.by}</b> (batch {why.batch}, {time(why.at)}): {visible(why.why)}
          </>
        ) : block.shown === 'left out' ? (
          'left out: reasoning whose preceding bytes have changed since it was made'
        ) : (
          `shown as it came, ${time(block.at)}`
        )}
        {block.origin !== 'caller' && ` · from ${block.origin}`} · in {plural(block.age, 'request')} before ·{' '}
        {block.cached ? 'from the cache' : 'not from the cache'}
      </p>
      {(isCut || fold) && (
        <p>
          <button type="button" class="quiet" aria-pressed={!isWhole} onClick={() => show(false)}>
            as sent, {tokens(block.tokens)} tokens
          </button>{' '}
          <button type="button" class="quiet" aria-pressed={isWhole} onClick={() => show(true)}>
            {fold ? `the ${plural(fold.messages, 'message')} it stands for` : 'the original'}, {tokens(block.full)}{' '}
            tokens
          </button>
        </p>
      )}
      {isWhole && fold ? (
        <Folded base={base} from={fold.from} to={fold.to} />
      ) : (
        <Text path={`${base}/block/${block.id}?head=${head}&whole=${isWhole ? 1 : 0}`} />
      )}
    </div>
  )
}

const PAGE = 200

/** The messages a fold stands for, each to open. */
export function Folded({ base, from, to }: { readonly base: string; readonly from: number; readonly to: number }) {
  const [page, turn] = useState(0)
  const { value } = useLoad<LogPage>(`${base}/log?first=${from}&last=${to}&from=${page * PAGE}&count=${PAGE}`)
  const [open, setOpen] = useState<number>()
  if (!value) return <p>Loading …</p>
  return (
    <>
      {value.rows.map((row) => (
        <div class="folded">
          <button
            type="button"
            class="line log"
            aria-expanded={open === row.number}
            onClick={() => setOpen(open === row.number ? undefined : row.number)}
          >
            <span class="dim">{row.number}</span>
            <span class={`tag ${row.role}`}>{who(row.role)}</span>
            <span class="preview">{visible(row.preview)}</span>
            <span class="number">{tokens(row.tokens)}</span>
          </button>
          {open === row.number && <Text path={`${base}/message/${row.number}`} />}
        </div>
      ))}
      {value.total > PAGE && (
        <p>
          <button type="button" class="quiet" disabled={page === 0} onClick={() => turn(page - 1)}>
            earlier
          </button>{' '}
          {page * PAGE + 1}–{Math.min(value.total, (page + 1) * PAGE)} of {value.total}{' '}
          <button
            type="button"
            class="quiet"
            disabled={(page + 1) * PAGE >= value.total}
            onClick={() => turn(page + 1)}
          >
            later
          </button>
        </p>
      )}
    </>
  )
}
