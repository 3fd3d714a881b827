import { useState } from 'preact/hooks'
import type { ViewProps } from '../app.tsx'
import type { LogPage, LogRow } from '../api.ts'
import { ToldIn } from '../block.tsx'
import { minute, plural, visible, who } from '../format.ts'
import { useLoad } from '../load.ts'
import { Markdown } from '../markdown.tsx'
import { Pages } from '../rows.tsx'
import { Text } from '../text.tsx'

const PAGE = 100

/** The session as one would read it: what was said as text, what was done as lines. A folded message shows where it is told. */
export function Conversation({ outline, route, go }: ViewProps) {
  const { session, messages, head } = outline
  const pages = Math.max(1, Math.ceil(messages / PAGE))
  const asked = Number(route.query['m'] ?? messages)
  const page = Math.min(pages - 1, Math.max(0, Math.floor((asked - 1) / PAGE)))
  const base = `s/${encodeURIComponent(session)}`
  const { value } = useLoad<LogPage>(`${base}/log?first=1&from=${page * PAGE}&count=${PAGE}`, head)
  const tell = (line: string, fold: string) =>
    go({ session, tab: 'request', query: { r: String(outline.requests.total.length), to: fold, line } })
  const turn = (to: number) => go({ session, tab: 'conversation', query: { m: String(to * PAGE + 1) } }, true)
  if (messages === 0) return <p class="empty">Nothing was said yet.</p>
  if (!value) return <p class="empty">Loading …</p>
  return (
    <div class="reading">
      <Pages page={page} size={PAGE} total={messages} turn={turn} of="messages" />
      {value.rows.map((row) => (
        <Said key={row.number} row={row} base={base} head={head} tell={tell} />
      ))}
      <Pages page={page} size={PAGE} total={messages} turn={turn} of="messages" />
    </div>
  )
}

type SaidProps = { row: LogRow; base: string; head: number; tell: (line: string, fold: string) => void }

function Said({ row, base, head, tell }: SaidProps) {
  const [isOpen, open] = useState(false)
  const { number, role, shown, text, steps } = row
  if (!isOpen && text === '')
    return (
      <article class="said step">
        <button type="button" class="said-step preview" aria-expanded={false} onClick={() => open(true)}>
          {steps.map(visible).join('  ') || `message ${number}`}
        </button>
      </article>
    )
  return (
    <article class={`said ${role}`}>
      <button type="button" class="said-head" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        <b>{who(role)}</b> <span>{number}</span> <span>{minute(row.at)}</span>
        <span>{plural(row.tokens, 'token')}</span>
        {shown !== 'whole' && <span class="tag">{shown}</span>}
      </button>
      {isOpen ? (
        <>
          {shown === 'folded' && <ToldIn base={base} number={number} head={head} show={tell} />}
          <Text path={`${base}/message/${number}`} />
        </>
      ) : (
        <>
          {text !== '' && <Markdown text={visible(text)} />}
          {steps.map((step) => (
            <p class="preview">{visible(step)}</p>
          ))}
        </>
      )}
    </article>
  )
}
