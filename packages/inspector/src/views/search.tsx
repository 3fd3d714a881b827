import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ViewProps } from '../app.tsx'
import type { Found, SearchAnswer, Seen } from '../api.ts'
import { blockName, clock, plural, visible, who } from '../format.ts'
import { useKeys } from '../keys.ts'
import { useLoad } from '../load.ts'
import { Button } from '../rows.tsx'
import { marked, Text } from '../text.tsx'

export function Search({ outline, route, go }: ViewProps) {
  const { session } = outline
  const base = `s/${encodeURIComponent(session)}`
  const query = route.query['q'] ?? ''
  const [typed, type] = useState(query)
  useEffect(() => type(query), [query])
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (query === '') field.current?.focus()
  }, [])
  const path = (what: string) => (query === '' ? undefined : `${base}/${what}?q=${encodeURIComponent(query)}`)
  const answer = useLoad<SearchAnswer>(path('search'))
  const seen = useLoad<Seen>(path('seen'))
  const [at, setAt] = useState(0)
  const [open, setOpen] = useState<string>()
  const found = answer.value?.found ?? []
  const toggle = (id: string) => setOpen(open === id ? undefined : id)
  useKeys({
    j: () => setAt(Math.min(found.length - 1, at + 1)),
    k: () => setAt(Math.max(0, at - 1)),
    Enter: () => toggle(found[at]?.id ?? ''),
  })
  return (
    <>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          go({ session, tab: 'search', query: typed === '' ? {} : { q: typed } })
        }}
      >
        <label for="search">Search the log</label>
        <input
          id="search"
          ref={field}
          type="search"
          value={typed}
          placeholder="words, or a regular expression"
          onInput={(event) => type(event.currentTarget.value)}
        />
        <button type="submit">Search</button>
      </form>
      {(answer.problem ?? seen.problem) !== undefined && <p class="problem">{answer.problem ?? seen.problem}</p>}
      {query !== '' && (
        <WhereSeen
          seen={seen.value}
          outline={outline}
          open={(r, to) => go({ session, tab: 'request', query: { r: String(r), to } })}
        />
      )}
      {query !== '' && answer.value && (
        <>
          <h2>In the log</h2>
          <p class="dim" role="status">
            {plural(answer.value.total, 'block')} in {answer.value.tookMs.toFixed(0)} ms
            {answer.value.total > found.length && `, the first ${found.length} shown`}
          </p>
          <div class="results">
            {found.map((hit, index) => (
              <Hit
                key={hit.id}
                {...{ hit, base, query }}
                isAt={index === at}
                isOpen={open === hit.id}
                toggle={() => toggle(hit.id)}
              />
            ))}
          </div>
        </>
      )}
      {query === '' && (
        <p class="empty">
          Everything that was ever said in this session, shown to the model or not. Below it: the requests whose view
          held the text.
        </p>
      )}
    </>
  )
}

type HitProps = { hit: Found; base: string; query: string; isAt: boolean; isOpen: boolean; toggle: () => void }

function Hit({ hit, base, query, isAt, isOpen, toggle }: HitProps) {
  return (
    <div>
      <button type="button" class={isAt ? 'line hits at' : 'line hits'} aria-expanded={isOpen} onClick={toggle}>
        <span class="dim">{blockName(hit.id)}</span>
        <span class={`tag ${hit.role}`}>{who(hit.role)}</span>
        <span>{visible(hit.label)}</span>
        <span class="preview">{marked(visible(hit.line), query)}</span>
        <span class="dim number">{hit.count > 1 ? `${hit.count} lines` : ''}</span>
        <span class="dim">{clock(hit.at)}</span>
      </button>
      {isOpen && (
        <div class="inset">
          <Text path={`${base}/block/${hit.id}?whole=1`} find={query} />
        </div>
      )}
    </div>
  )
}

type SeenProps = { seen: Seen | undefined; outline: ViewProps['outline']; open: (request: number, to: string) => void }

function WhereSeen({ seen, open }: SeenProps) {
  const [most, show] = useState(12)
  if (!seen) return <p class="empty">Looking through every request …</p>
  const share = (index: number) => `${(index / Math.max(1, seen.of)) * 100}%`
  return (
    <section aria-label="Where did the model see this?">
      <h2>Where did the model see this?</h2>
      <p role="status">
        In {seen.requests} of {plural(seen.of, 'request')}.
      </p>
      <div class="strip" aria-hidden="true">
        {seen.runs.map((run) => (
          <i style={{ left: share(run.from), width: share(run.to - run.from + 1) }} />
        ))}
      </div>
      <p class="runs">
        {seen.runs.slice(0, most).map((run) => (
          <Button act={() => open(run.to, run.through[0] ?? '')}>
            {run.from === run.to ? `request ${run.from + 1}` : `requests ${run.from + 1}–${run.to + 1}`}: in{' '}
            {placesOf(run.through)}
          </Button>
        ))}
        {seen.runs.length > most && <Button act={() => show(most * 10)}>… {seen.runs.length - most} more</Button>}
      </p>
    </section>
  )
}

function placesOf(through: readonly string[]): string {
  const told = through.some((id) => id.startsWith('fold-')) ? ['the hand-over'] : []
  const said = through.filter((id) => !id.startsWith('fold-'))
  const messages = said.length > 3 ? [`${said.length} messages`] : said.length > 0 ? [`message ${said.join(', ')}`] : []
  return [...told, ...messages].join(' and ')
}
