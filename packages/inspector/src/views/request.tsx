import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ViewProps } from '../app.tsx'
import type { BlockRow, Changes, RequestView } from '../api.ts'
import { BlockLine, BlockPanel, panelHeight } from '../block.tsx'
import { ChangeList } from '../changes.tsx'
import { money, percent, plural, time, tokens } from '../format.ts'
import { useKeys } from '../keys.ts'
import { List, ROW } from '../list.tsx'
import { load, useLoad } from '../load.ts'
import { Button, Heads } from '../parts.tsx'

export function RequestPage({ outline, route, go }: ViewProps) {
  const count = outline.requests.total.length
  const index = Math.min(count, Number(route.query['r'] ?? Math.max(0, count - 1)))
  const isAgainst = route.query['with'] === 'before'
  const base = `s/${encodeURIComponent(outline.session)}`
  const { value: view, problem } = useLoad<RequestView>(
    `${base}/request/${index}${pageAround(route.query['to'])}`,
    index >= count ? outline.head : 0,
  )
  const to = (r: number, more: Record<string, string> = isAgainst ? AGAINST : {}) =>
    go(
      { session: outline.session, tab: 'request', query: { r: String(Math.min(count, Math.max(0, r))), ...more } },
      true,
    )
  useKeys({
    '[': () => to(index - 1),
    ']': () => to(index + 1),
    b: () => to(index, isAgainst ? {} : AGAINST),
  })
  if (problem !== undefined) return <p class="problem">{problem}</p>
  if (!view) return <p class="empty">Loading …</p>
  return (
    <>
      <div class="bar-top">
        <Button act={() => to(index - 1)} isOff={index === 0} label="Previous request">
          ‹
        </Button>
        <h2>{index === count ? 'The next request' : `Request ${index + 1} of ${count}`}</h2>
        <Button act={() => to(index + 1)} isOff={index === count} label="Next request">
          ›
        </Button>
        <Told view={view} currency={outline.currency} epoch={outline.requests.epoch[index] ?? 0} />
        <Button class="right" isPressed={isAgainst} act={() => to(index, isAgainst ? {} : AGAINST)}>
          against the request before
        </Button>
      </div>
      {isAgainst ? (
        <Against key={index} {...{ index, base }} head={view.head} />
      ) : (
        <Blocks
          key={`${outline.session} ${index} ${route.query['to'] ?? ''}`}
          view={view}
          base={base}
          line={route.query['line'] ?? ''}
        />
      )}
    </>
  )
}

const AGAINST = { with: 'before' }

/** What changed since the request before. */
function Against({ index, base, head }: { readonly index: number; readonly base: string; readonly head: number }) {
  const { value, problem } = useLoad<Changes>(index > 0 ? `${base}/request/${index}/changes` : undefined, head)
  if (index === 0) return <p class="empty">There is no request before the first.</p>
  if (problem !== undefined) return <p class="problem">{problem}</p>
  return value ? <ChangeList base={base} changes={value} /> : <p class="empty">Loading …</p>
}

/** The first blocks, or those around the one that is looked for. */
function pageAround(to: string | undefined): string {
  return `?count=${PAGE}${to === undefined ? '' : `&to=${encodeURIComponent(to)}`}`
}

function Told({ view, currency, epoch }: { view: RequestView; currency: 'dollars' | 'tokens'; epoch: number }) {
  return (
    <p class="told">
      {time(view.at)} · {tokens(view.tokens)} tokens, {tokens(view.tools)} of them definitions of tools ·{' '}
      {percent(view.cached / Math.max(1, view.tokens))} cached · {money(view.cost, currency)}
      {view.model !== '' && ` · ${view.model}`}
      {epoch > 0 && ` · with epoch ${epoch}`}
      {view.gone > 0 && ` · ${plural(view.gone, 'item')} of the request before no longer shown`}
    </p>
  )
}

/** `line`: to be shown in the block that is looked for. */
type BlocksProps = { readonly view: RequestView; readonly base: string; readonly line: string }

const PAGE = 200

function useBlocks(view: RequestView, base: string) {
  const first = () => ({ view, pages: new Map([[view.from / PAGE, view.blocks]]) })
  const [kept, keep] = useState(first)
  const current = kept.view === view ? kept : first()
  const asked = useRef(new Set<string>())
  const want = (from: number, to: number) => {
    for (let page = Math.floor(from / PAGE); page * PAGE < to; page++) {
      const path = `${base}/request/${view.index}?from=${page * PAGE}&count=${PAGE}`
      if (current.pages.has(page) || asked.current.has(path)) continue
      asked.current.add(path)
      load<RequestView>(path)
        .then(({ blocks }) =>
          keep((before) => {
            const { pages } = before.view === view ? before : first()
            return { view, pages: new Map([...pages, [page, blocks]]) }
          }),
        )
        .catch(() => undefined)
        .finally(() => asked.current.delete(path))
    }
  }
  const at = (index: number): BlockRow | undefined => current.pages.get(Math.floor(index / PAGE))?.[index % PAGE]
  return { at, want, pages: current.pages }
}

function Blocks({ view, base, line }: BlocksProps) {
  const { at: blockAt, want, pages } = useBlocks(view, base)
  const found = view.found ?? -1
  const [at, setAt] = useState(Math.max(0, found))
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(found >= 0 ? [blockAt(found)?.id ?? ''] : []))
  useEffect(() => {
    if (found >= 0) setAt(found)
  }, [found])
  const toggle = (index: number) => {
    const id = blockAt(index)?.id
    setAt(index)
    if (id === undefined) return
    setOpen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]))
  }
  const move = (by: number) => setAt((now) => Math.min(view.total - 1, Math.max(0, now + by)))
  useKeys({ j: () => move(1), k: () => move(-1), Enter: () => toggle(at), o: () => toggle(at) })
  const height = useMemo(
    () => (index: number) => {
      const block = blockAt(index)
      return block && open.has(block.id) ? ROW + panelHeight(block) : ROW
    },
    [open, pages],
  )
  return (
    <>
      <Heads of="blocks" names={['block', 'from', 'what', 'begins with', 'tokens', '', 'age', 'shown']} />
      <List
        label="Blocks of the request"
        count={view.total}
        at={at}
        height={height}
        onShown={want}
        row={(index) => {
          const block = blockAt(index)
          if (!block) return <p class="line dim">…</p>
          const isOpen = open.has(block.id)
          return (
            <>
              <BlockLine {...{ block, isOpen }} isAt={index === at} most={view.most} toggle={() => toggle(index)} />
              {isOpen && (
                <BlockPanel key={block.id} {...{ block, base }} head={view.head} line={index === found ? line : ''} />
              )}
            </>
          )
        }}
      />
    </>
  )
}
