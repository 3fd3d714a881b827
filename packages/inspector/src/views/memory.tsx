import type { ViewProps } from '../app.tsx'
import type { NoteRow, NoteSource, NoteView } from '../api.ts'
import { visible } from '../format.ts'
import { useLoad } from '../load.ts'
import { Button } from '../parts.tsx'

export function Memory({ route, go }: ViewProps) {
  const notes = useLoad<NoteRow[]>('memory/notes')
  const path =
    route.query['note'] ?? notes.value?.find((note) => note.path === 'MEMORY.md')?.path ?? notes.value?.[0]?.path
  if (notes.problem !== undefined) return <p class="problem">{notes.problem}</p>
  return (
    <div class="two">
      <nav class="side-list" aria-label="Notes">
        {(notes.value ?? []).map((note) => (
          <button
            type="button"
            class={note.path === path ? 'at' : ''}
            aria-current={note.path === path}
            onClick={() => go({ session: route.session, tab: 'memory', query: { note: note.path } })}
          >
            {visible(note.path)} <span class="dim number">{note.lines} lines</span>
          </button>
        ))}
        {notes.value?.length === 0 && <p class="dim">There are no notes yet.</p>}
      </nav>
      <article>{path !== undefined && <Note path={path} go={go} />}</article>
    </div>
  )
}

function Note({ path, go }: { path: string; go: ViewProps['go'] }) {
  const { value, problem } = useLoad<NoteView>(`memory/note?path=${encodeURIComponent(path)}`)
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
                  <Button title={source.said} act={() => go(searchFor(source))}>
                    {visible(source.ref)}
                  </Button>
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

function searchFor({ session = '', said }: NoteSource): Parameters<ViewProps['go']>[0] {
  return { session, tab: 'search', query: said === undefined ? {} : { q: said.replace(/…$/, '').slice(0, 60) } }
}
