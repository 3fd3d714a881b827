import { useEffect, useMemo, useState } from 'preact/hooks'
import type { ViewProps } from '../app.tsx'
import type { BlockRow, RequestView } from '../api.ts'
import { BlockLine, BlockPanel, PANEL } from '../block.tsx'
import { money, percent, plural, time, tokens } from '../format.ts'
import { useKeys } from '../keys.ts'
import { List, ROW } from '../list.tsx'
import { useLoad } from '../load.ts'
import { Beside } from './beside.tsx'

/** One request exactly as it was sent, block by block. */
export function RequestPage({ about, outline, route, go }: ViewProps) {
  const count = outline.requests.total.length
  const index = Math.min(count, Number(route.query['r'] ?? Math.max(0, count - 1)))
  const beside = route.query['with'] ?? ''
  const base = `s/${encodeURIComponent(outline.session)}`
  const { value: view, problem } = useLoad<RequestView>(`${base}/request/${index}`, index >= count ? outline.head : 0)
  const to = (r: number, more: Record<string, string> = beside === '' ? {} : { with: beside }) =>
    go(
      { session: outline.session, tab: 'request', query: { r: String(Math.min(count, Math.max(0, r))), ...more } },
      true,
    )
  useKeys({
    '[': () => to(index - 1),
    ']': () => to(index + 1),
    b: () => to(index, beside === 'before' ? {} : { with: 'before' }),
  })
  if (problem !== undefined) return <p class="problem">{problem}</p>
  if (!view) return <p class="empty">Loading …</p>
  return (
    <>
      <div class="bar-top">
        <button
          type="button"
          class="quiet"
          onClick={() => to(index - 1)}
          disabled={index === 0}
          aria-label="Previous request"
        >
          ‹
        </button>
        <h2>{index === count ? 'The next request' : `Request ${index + 1} of ${count}`}</h2>
        <button
          type="button"
          class="quiet"
          onClick={() => to(index + 1)}
          disabled={index === count}
          aria-label="Next request"
        >
          ›
        </button>
        <Told view={view} currency={outline.currency} epoch={outline.requests.epoch[index] ?? 0} />
        <label class="right">
          beside{' '}
          <select
            value={beside}
            onChange={(event) => to(index, event.currentTarget.value === '' ? {} : { with: event.currentTarget.value })}
          >
            <option value="">nothing</option>
            <option value="before">the request before</option>
            {about.presets.map((preset) => (
              <option value={preset}>what {preset} would have sent</option>
            ))}
          </select>
        </label>
      </div>
      {beside === '' ? (
        <Blocks key={`${outline.session} ${index}`} view={view} base={base} to={route.query['to']} />
      ) : (
        <Beside key={`${index} ${beside}`} view={view} base={base} beside={beside} />
      )}
    </>
  )
}

function Told({ view, currency, epoch }: { view: RequestView; currency: 'dollars' | 'tokens'; epoch: number }) {
  return (
    <p class="told">
      {time(view.at)} · {tokens(view.tokens)} tokens, {tokens(view.tools)} of them tools ·{' '}
      {percent(view.cached / Math.max(1, view.tokens))} cached · {money(view.cost, currency)}
      {view.model !== '' && ` · ${view.model}`}
      {epoch > 0 && ` · with epoch ${epoch}`}
      {view.gone > 0 && ` · ${plural(view.gone, 'item')} of the request before not shown any more`}
    </p>
  )
}

type BlocksProps = { readonly view: RequestView; readonly base: string; readonly to?: string | undefined }

function Blocks({ view, base, to }: BlocksProps) {
  const { blocks } = view
  const wanted =
    to === undefined
      ? -1
      : blocks.findIndex((block) => block.id === to || String(block.seq) === to || covers(block, to))
  const [at, setAt] = useState(Math.max(0, wanted))
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(wanted >= 0 ? [blocks[wanted]?.id ?? ''] : []))
  useEffect(() => {
    if (wanted >= 0) setAt(wanted)
  }, [wanted])
  const toggle = (index: number) => {
    const id = blocks[index]?.id ?? ''
    setAt(index)
    setOpen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]))
  }
  const move = (by: number) => setAt((now) => Math.min(blocks.length - 1, Math.max(0, now + by)))
  useKeys({ j: () => move(1), k: () => move(-1), Enter: () => toggle(at), o: () => toggle(at) })
  const height = useMemo(
    () => (index: number) => (open.has(blocks[index]?.id ?? '') ? ROW + PANEL : ROW),
    [open, blocks],
  )
  const most = useMemo(() => Math.max(1, ...blocks.map((block) => block.tokens)), [blocks])
  return (
    <>
      <div class="heads blocks" aria-hidden="true">
        <span>block</span>
        <span>from</span>
        <span>what</span>
        <span>begins with</span>
        <span>tokens</span>
        <span />
        <span>age</span>
        <span>shown</span>
      </div>
      <List
        label="Blocks of the request"
        count={blocks.length}
        at={at}
        height={height}
        row={(index) => {
          const block = blocks[index] as BlockRow
          const isOpen = open.has(block.id)
          return (
            <>
              <BlockLine block={block} isAt={index === at} isOpen={isOpen} most={most} toggle={() => toggle(index)} />
              {isOpen && <BlockPanel key={block.id} block={block} base={base} head={view.head} />}
            </>
          )
        }}
      />
    </>
  )
}

function covers({ fold }: BlockRow, seq: string): boolean {
  const wanted = Number(seq.split('.')[0])
  return fold !== undefined && wanted >= fold.from && wanted <= fold.to
}
