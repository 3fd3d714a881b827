import { useState } from 'preact/hooks'
import type { BlockRow, LogPage, Told } from './api.ts'
import { blockName, plural, time, tokens, visible, who } from './format.ts'
import { useLoad } from './load.ts'
import { Button, PAGE, Pages } from './rows.tsx'
import { Text } from './text.tsx'

type LineProps = { block: BlockRow; isAt: boolean; isOpen: boolean; most: number; toggle: () => void }

export function BlockLine({ block, isAt, isOpen, most, toggle }: LineProps) {
  const classes = ['line', 'blocks', block.state, isAt ? 'at' : ''].join(' ')
  return (
    <button type="button" class={classes} aria-expanded={isOpen} onClick={toggle}>
      <span class="dim">{blockName(block.id)}</span>
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

type PanelProps = { block: BlockRow; base: string; head: number; line: string }

/** An open block: why it looks like that, what was sent, and the original. */
export function BlockPanel({ block, base, head, line: asked }: PanelProps) {
  const [isWhole, show] = useState(false)
  const [line, find] = useState(asked)
  const [number, pick] = useState<number>()
  const { why, fold } = block
  const isCut = block.shown === 'cropped' || block.shown === 'left out'
  return (
    <div class="panel" tabIndex={0} role="region" aria-label={`Block ${blockName(block.id)}`}>
      <p class="why">
        {why ? (
          <>
            {block.shown} by <b>{why.by}</b>, {time(why.at)}: {visible(why.why)}
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
          <Button isPressed={!isWhole} act={() => (find(''), show(false))}>
            as sent, {tokens(block.tokens)} tokens
          </Button>{' '}
          <Button isPressed={isWhole} act={() => show(true)}>
            {fold ? `the ${plural(fold.messages, 'message')} it stands for` : 'the original'}, {tokens(block.full)}{' '}
            tokens
          </Button>
        </p>
      )}
      {isWhole && fold ? (
        <Folded
          {...{ base, from: fold.from, to: fold.to }}
          at={number}
          told={{ head, show: (told) => (find(told), show(false)) }}
        />
      ) : (
        <Text
          path={`${base}/block/${block.id}?head=${head}&whole=${isWhole ? 1 : 0}`}
          find={line}
          {...(fold && { onNumber: (picked: number) => (pick(picked), show(true)) })}
        />
      )}
    </div>
  )
}

type FoldedProps = {
  readonly base: string
  readonly from: number
  readonly to: number
  readonly at: number | undefined
  /** Where the hand-over is, and how a line of it is shown. */
  readonly told: { readonly head: number; readonly show: (line: string, fold: string) => void }
}

function Folded({ base, from, to, at, told }: FoldedProps) {
  const [page, turn] = useState(at === undefined ? 0 : Math.floor((at - from) / PAGE))
  const { value } = useLoad<LogPage>(`${base}/log?first=${from}&last=${to}&from=${page * PAGE}&count=${PAGE}`)
  const [open, setOpen] = useState<number | undefined>(at)
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
          {open === row.number && <ToldIn base={base} number={row.number} {...told} />}
          {open === row.number && <Text path={`${base}/message/${row.number}`} />}
        </div>
      ))}
      {value.total > PAGE && <Pages page={page} size={PAGE} total={value.total} turn={turn} of="messages" />}
    </>
  )
}

type ToldInProps = FoldedProps['told'] & { readonly base: string; readonly number: number }

/** Where a message went: its lines in the hand-over, to jump to. */
export function ToldIn({ base, number, head, show }: ToldInProps) {
  const { value } = useLoad<Told>(`${base}/told/${number}?head=${head}`)
  if (!value) return null
  if (value.lines.length === 0)
    return <p class="told dim">Not told by itself; the model can read it back as message {number}.</p>
  return (
    <p class="told">
      In the hand-over:{' '}
      {value.lines.map((line) => (
        <Button act={() => show(line, value.fold)}>{visible(line.slice(0, 120))}</Button>
      ))}
    </p>
  )
}
