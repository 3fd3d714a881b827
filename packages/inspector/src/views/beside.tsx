import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { BlockRow, OtherView, RequestView } from '../api.ts'
import { blockName, tokens, visible, who } from '../format.ts'
import { List, ROW } from '../list.tsx'
import { useLoad } from '../load.ts'
import { Text } from '../text.tsx'

type BesideProps = { readonly view: RequestView; readonly base: string; readonly beside: string }

export function Beside({ view, base, beside }: BesideProps) {
  // The list that was here before may have had some of its blocks only.
  const isWhole = view.blocks.length === view.total
  const isBefore = beside === 'before'
  const before = useLoad<RequestView>(isBefore && view.index > 0 ? `${base}/request/${view.index - 1}` : undefined)
  const other = useLoad<OtherView>(isBefore ? undefined : `${base}/other/${view.index}?preset=${beside}`)
  const problem = before.problem ?? other.problem
  if (problem !== undefined) return <p class="problem">{problem}</p>
  if (isBefore && view.index === 0) return <p class="empty">There is no request before the first.</p>
  if (!isWhole) return <p class="empty">Loading …</p>
  if (isBefore)
    return before.value ? <Aligned left={before.value} right={view} base={base} /> : <p class="empty">Loading …</p>
  if (!other.value) return <p class="empty">Replaying the session under {beside} up to this request …</p>
  return <Other view={view} other={other.value} base={base} />
}

type Pair = { readonly left?: BlockRow; readonly right?: BlockRow }

function Aligned({ left, right, base }: { left: RequestView; right: RequestView; base: string }) {
  const pairs = useMemo(() => align(left.blocks, right.blocks), [left, right])
  const kept = useMemo(() => new Set(right.kept), [right])
  const isKept = (id: string) => kept.has(Number.parseInt(id, 10))
  const [onlyChanges, only] = useState(true)
  const shown = useMemo(() => (onlyChanges ? pairs.filter(isChanged) : pairs), [pairs, onlyChanges])
  return (
    <>
      <p class="bar-top">
        <label>
          <input type="checkbox" checked={onlyChanges} onChange={() => only(!onlyChanges)} /> only what changed:{' '}
          {pairs.filter(isChanged).length} of {pairs.length}
        </label>
      </p>
      <div class="pair heads" aria-hidden="true">
        <span>
          request {left.index + 1}, {tokens(left.tokens)} tokens
        </span>
        <span>
          request {right.index + 1}, {tokens(right.tokens)} tokens
        </span>
      </div>
      <Unfolding
        label="Both requests"
        count={shown.length}
        panelHeight={380}
        row={(index) => {
          const pair = shown[index] as Pair
          const id = pair.left?.id ?? pair.right?.id ?? ''
          return {
            style: 'pair',
            name: `Block ${id} in both`,
            line: (
              <>
                <Side block={pair.left} sign={pair.right ? (isChanged(pair) ? '~' : ' ') : isKept(id) ? '~' : '−'} />
                {!pair.right && isKept(id) ? (
                  <span class="side changed">
                    <span class="dim">~ {blockName(id)}</span> <span class="tag">whole in the hand-over</span>{' '}
                    <span class="preview">{visible(pair.left?.preview ?? '')}</span>
                  </span>
                ) : (
                  <Side block={pair.right} sign={pair.left ? (isChanged(pair) ? '~' : ' ') : '+'} />
                )}
              </>
            ),
            panel: (
              <>
                <div>{pair.left && <Text path={`${base}/block/${id}?head=${left.head}`} />}</div>
                <div>{pair.right && <Text path={`${base}/block/${id}?head=${right.head}`} />}</div>
              </>
            ),
          }
        }}
      />
    </>
  )
}

function Side({ block, sign }: { readonly block?: BlockRow | undefined; readonly sign: string }) {
  if (!block) return <span class="gap">–</span>
  return (
    <span class={`side ${sign === '+' ? 'plus' : sign === '−' ? 'minus' : sign === '~' ? 'changed' : ''}`}>
      <span class="dim">
        {sign} {blockName(block.id)}
      </span>{' '}
      <span class={`tag ${block.role}`}>{block.kind === 'fold' ? 'fold' : who(block.role)}</span>{' '}
      <span class="preview">{visible(block.preview)}</span>
      <span class="number">{tokens(block.tokens)}</span>
    </span>
  )
}

function isChanged({ left, right }: Pair): boolean {
  return !left || !right || left.tokens !== right.tokens || left.shown !== right.shown || right.state === 'changed'
}

/** Both lists in one order: rows with the same id share a line. */
function align(left: readonly BlockRow[], right: readonly BlockRow[]): Pair[] {
  const there = new Set(right.map((block) => block.id))
  const was = new Set(left.map((block) => block.id))
  const pairs: Pair[] = []
  let at = 0
  for (const block of left) {
    if (!there.has(block.id)) {
      pairs.push({ left: block })
      continue
    }
    for (; at < right.length && right[at]?.id !== block.id; at++) {
      const next = right[at] as BlockRow
      if (!was.has(next.id)) pairs.push({ right: next })
    }
    pairs.push({ left: block, right: right[at++] as BlockRow })
  }
  for (; at < right.length; at++) pairs.push({ right: right[at] as BlockRow })
  return pairs
}

function Other({ view, other, base }: { view: RequestView; other: OtherView; base: string }) {
  return (
    <div class="pair lists">
      <section>
        <h3>as it was sent: {tokens(view.tokens)} tokens</h3>
        <Unfolding
          label="As it was sent"
          count={view.blocks.length}
          panelHeight={300}
          row={(index) => {
            const block = view.blocks[index] as BlockRow
            return {
              style: 'short',
              name: `Block ${block.id}`,
              line: <Side block={block} sign="" />,
              panel: <Text path={`${base}/block/${block.id}?head=${view.head}`} />,
            }
          }}
        />
      </section>
      <section>
        <h3>
          what {other.preset} would have sent: {tokens(other.tokens)} tokens
        </h3>
        <Unfolding
          label={`What ${other.preset} would have sent`}
          count={other.blocks.length}
          panelHeight={300}
          row={(index) => {
            const block = other.blocks[index] as OtherView['blocks'][number]
            return {
              style: 'short',
              name: `Block ${index + 1}`,
              line: (
                <span class="side">
                  <span class={`tag ${block.role}`}>{who(block.role)}</span>{' '}
                  <span class="preview">{visible(block.preview)}</span>
                  <span class="number">{tokens(block.tokens)}</span>
                </span>
              ),
              panel: (
                <pre class="text" dir="auto">
                  {visible(block.text)}
                </pre>
              ),
            }
          }}
        />
      </section>
    </div>
  )
}

type UnfoldingRow = {
  readonly style: 'pair' | 'short'
  readonly name: string
  readonly line: ComponentChildren
  readonly panel: ComponentChildren
}
type UnfoldingProps = {
  readonly label: string
  readonly count: number
  readonly panelHeight: number
  readonly row: (index: number) => UnfoldingRow
}

function Unfolding({ label, count, panelHeight, row }: UnfoldingProps) {
  const [open, setOpen] = useState(-1)
  const height = useMemo(() => (index: number) => (index === open ? ROW + panelHeight : ROW), [open, panelHeight])
  return (
    <List
      label={label}
      count={count}
      height={height}
      row={(index) => {
        const { style, name, line, panel } = row(index)
        return (
          <>
            <button
              type="button"
              class={style === 'pair' ? 'pair line' : 'line'}
              aria-expanded={open === index}
              onClick={() => setOpen(open === index ? -1 : index)}
            >
              {line}
            </button>
            {open === index && (
              <div class={style === 'pair' ? 'pair panel' : 'panel short'} tabIndex={0} role="region" aria-label={name}>
                {panel}
              </div>
            )}
          </>
        )
      }}
    />
  )
}
