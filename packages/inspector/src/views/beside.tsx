import { useMemo, useState } from 'preact/hooks'
import type { BlockRow, RequestView } from '../api.ts'
import { blockName, tokens, visible, who } from '../format.ts'
import { List, ROW } from '../list.tsx'
import { useLoad } from '../load.ts'
import { Text } from '../text.tsx'

type BesideProps = { readonly view: RequestView; readonly base: string }

/** A request and the one before it, in two columns. */
export function Beside({ view, base }: BesideProps) {
  // The list that was here before may have had some of its blocks only.
  const isWhole = view.blocks.length === view.total
  const before = useLoad<RequestView>(view.index > 0 ? `${base}/request/${view.index - 1}` : undefined)
  if (before.problem !== undefined) return <p class="problem">{before.problem}</p>
  if (view.index === 0) return <p class="empty">There is no request before the first.</p>
  if (!isWhole || !before.value) return <p class="empty">Loading …</p>
  return <Aligned left={before.value} right={view} base={base} />
}

const PANEL = 380

type Pair = { readonly left?: BlockRow; readonly right?: BlockRow }

function Aligned({ left, right, base }: { left: RequestView; right: RequestView; base: string }) {
  const pairs = useMemo(() => align(left.blocks, right.blocks), [left, right])
  const kept = useMemo(() => new Set(right.kept), [right])
  const isKept = (id: string) => kept.has(Number.parseInt(id, 10))
  const [onlyChanges, only] = useState(true)
  const [open, setOpen] = useState(-1)
  const height = useMemo(() => (index: number) => (index === open ? ROW + PANEL : ROW), [open])
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
      <List
        label="Both requests"
        count={shown.length}
        height={height}
        row={(index) => {
          const pair = shown[index] as Pair
          const id = pair.left?.id ?? pair.right?.id ?? ''
          return (
            <>
              <button
                type="button"
                class="pair line"
                aria-expanded={open === index}
                onClick={() => setOpen(open === index ? -1 : index)}
              >
                <Side block={pair.left} sign={pair.right ? (isChanged(pair) ? '~' : ' ') : isKept(id) ? '~' : '−'} />
                {!pair.right && isKept(id) ? (
                  <span class="side changed">
                    <span class="dim">~ {blockName(id)}</span> <span class="tag">whole in the hand-over</span>{' '}
                    <span class="preview">{visible(pair.left?.preview ?? '')}</span>
                  </span>
                ) : (
                  <Side block={pair.right} sign={pair.left ? (isChanged(pair) ? '~' : ' ') : '+'} />
                )}
              </button>
              {open === index && (
                <div class="pair panel" tabIndex={0} role="region" aria-label={`Block ${id} in both`}>
                  <div>{pair.left && <Text path={`${base}/block/${id}?head=${left.head}`} />}</div>
                  <div>{pair.right && <Text path={`${base}/block/${id}?head=${right.head}`} />}</div>
                </div>
              )}
            </>
          )
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
