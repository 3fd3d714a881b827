import { useState } from 'preact/hooks'
import type { ViewProps } from '../app.tsx'
import type { ForgetAnswer, MemoryAnswer, NoteChange, NoteRow, NoteView } from '../api.ts'
import { percent, plural, time, visible } from '../format.ts'
import { load, useLoad } from '../load.ts'

export function Memory({ about, route, go }: ViewProps) {
  const [changed, change] = useState(0)
  const notes = useLoad<NoteRow[]>('memory/notes', changed)
  const path =
    route.query['note'] ?? notes.value?.find((note) => note.path === 'MEMORY.md')?.path ?? notes.value?.[0]?.path
  const query = route.query['q'] ?? ''
  const to = (more: Record<string, string>) =>
    go({ session: route.session, tab: 'memory', query: { ...route.query, ...more } })
  if (notes.problem !== undefined) return <p class="problem">{notes.problem}</p>
  return (
    <div class="two">
      <nav class="side-list" aria-label="Notes">
        <SearchBox query={query} search={(q) => to({ q })} />
        {(notes.value ?? []).map((note) => (
          <button
            type="button"
            class={note.path === path ? 'at' : ''}
            aria-current={note.path === path}
            onClick={() => to({ note: note.path, q: '' })}
          >
            {visible(note.path)} <span class="dim number">{note.lines} lines</span>
          </button>
        ))}
        {notes.value?.length === 0 && <p class="dim">There are no notes yet.</p>}
        <Changes tick={changed} />
      </nav>
      <article>
        {query !== '' ? (
          <Hits query={query} open={(note) => to({ note, q: '' })} />
        ) : (
          path !== undefined && <Note path={path} tick={changed} go={go} />
        )}
        <Forget canEdit={about.canEdit} done={() => change((count) => count + 1)} />
      </article>
    </div>
  )
}

function SearchBox({ query, search }: { query: string; search: (query: string) => void }) {
  const [typed, type] = useState(query)
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search(typed)
      }}
    >
      <label for="memory-search">Search the notes</label>
      <input id="memory-search" type="search" value={typed} onInput={(event) => type(event.currentTarget.value)} />
    </form>
  )
}

function Note({ path, tick, go }: { path: string; tick: number; go: ViewProps['go'] }) {
  const { value, problem } = useLoad<NoteView>(`memory/note?path=${encodeURIComponent(path)}`, tick)
  if (problem !== undefined) return <p class="problem">{problem}</p>
  return (
    <>
      <h2>{visible(path)}</h2>
      <div class="note">
        {value?.lines.map((line) => (
          <div class={line.text.trim() === '' ? 'note-line blank' : 'note-line'}>
            <span dir="auto">{visible(line.text) || '\u00a0'}</span>
            {line.from.map((source) => (
              <span class="source">
                {line.by},{' '}
                {source.session === undefined ? (
                  visible(source.ref)
                ) : (
                  <button
                    type="button"
                    class="quiet"
                    title={source.said}
                    onClick={() =>
                      go({
                        session: source.session ?? '',
                        tab: 'search',
                        query: source.said === undefined ? {} : { q: source.said.replace(/…$/, '').slice(0, 60) },
                      })
                    }
                  >
                    {visible(source.ref)}
                  </button>
                )}
                {source.said !== undefined && <q dir="auto">{visible(source.said)}</q>}
              </span>
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

function Hits({ query, open }: { query: string; open: (path: string) => void }) {
  const { value, problem, isLoading } = useLoad<MemoryAnswer>(`memory/search?q=${encodeURIComponent(query)}`)
  if (problem !== undefined) return <p class="problem">{problem}</p>
  if (!value || isLoading) return <p class="empty">Searching …</p>
  return (
    <>
      <h2>
        {plural(value.hits.length, 'hit')} for “{query}”
      </h2>
      <p class="dim">
        {value.status} · {value.tookMs.toFixed(0)} ms · {value.abstains ? 'weak: ' : ''}the best answers with{' '}
        {percent(value.confidence)} confidence
      </p>
      {value.hits.map((hit) => (
        <section class="hit">
          <p>
            <button type="button" class="quiet" onClick={() => open(hit.path)}>
              {visible(hit.citation)}
            </button>{' '}
            <b>{hit.score.toFixed(2)}</b>
            <span class="dim">
              {' '}
              = {hit.legs.map((leg) => `${leg.leg} ${leg.text}`).join(', ') || 'no leg alone'}
              {hit.heading !== '' && ` · ${visible(hit.heading)}`}
            </span>
          </p>
          <pre class="text" dir="auto">
            {visible(hit.text)}
          </pre>
        </section>
      ))}
    </>
  )
}

function Changes({ tick }: { readonly tick: number }) {
  const { value } = useLoad<NoteChange[]>('memory/changes', tick)
  const [open, setOpen] = useState<string>()
  const { value: diff } = useLoad<{ diff: string }>(
    open === undefined ? undefined : `memory/diff?id=${encodeURIComponent(open)}`,
  )
  if (!value || value.length === 0) return null
  return (
    <>
      <h2 class="small">Changes</h2>
      {value.map((change) => (
        <>
          <button
            type="button"
            aria-expanded={open === change.id}
            onClick={() => setOpen(open === change.id ? undefined : change.id)}
          >
            {time(change.at)}{' '}
            <span class="number">
              +{change.added} −{change.removed}
            </span>
            <span class="dim">
              {visible(change.path)}: {visible(change.why)}
            </span>
          </button>
          {open === change.id && (
            <pre class="text diff-text" tabIndex={0}>
              {diff?.diff.split('\n').map((line) => (
                <span class={line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : ''}>{visible(line)}</span>
              ))}
            </pre>
          )}
        </>
      ))}
    </>
  )
}

function Forget({ canEdit, done }: { readonly canEdit: boolean; readonly done: () => void }) {
  const [words, type] = useState('')
  const [answer, set] = useState<ForgetAnswer>()
  const [problem, fail] = useState('')
  const ask = async (method: 'GET' | 'POST') => {
    fail('')
    try {
      set(await load<ForgetAnswer>(`memory/forget?q=${encodeURIComponent(words)}`, method))
      if (method === 'POST') done()
    } catch (error) {
      fail((error as Error).message)
    }
  }
  return (
    <section class="forget">
      <h2 class="small">Forget</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void ask('GET')
        }}
      >
        <label for="forget">Lines that say</label>
        <input id="forget" value={words} onInput={(event) => type(event.currentTarget.value)} />
        <button type="submit" disabled={words.trim() === ''}>
          Show what would go
        </button>
      </form>
      {problem !== '' && <p class="problem">{problem}</p>}
      {answer && !answer.done && (
        <>
          <p role="status">
            {answer.lines.length === 0 ? 'Nothing says so.' : `${plural(answer.lines.length, 'line')} would go:`}
          </p>
          {answer.lines.map((line) => (
            <p class="minus">
              <span class="dim">{visible(line.citation)}</span> {visible(line.text)}
            </p>
          ))}
          {answer.lines.length > 0 &&
            (canEdit ? (
              <button type="button" class="danger" onClick={() => void ask('POST')}>
                Forget for good
              </button>
            ) : (
              <p class="dim">read-only: daypack inspect --allow-edit lets you forget</p>
            ))}
        </>
      )}
      {answer?.done && (
        <p role="status">
          Forgotten{answer.left > 0 ? `; it still stands in ${plural(answer.left, 'place')} outside the notes` : ''}.
        </p>
      )}
    </section>
  )
}
