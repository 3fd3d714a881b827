import { useEffect, useState } from 'preact/hooks'
import type { TextPart } from './api.ts'
import { tokens, visible } from './format.ts'
import { load } from './load.ts'

/** A text of the session, loaded piece by piece; never more than text. */
export function Text({ path, find = '' }: { readonly path: string; readonly find?: string }) {
  const [parts, set] = useState<readonly TextPart[]>([])
  const [problem, fail] = useState('')
  const more = async (from: number) => {
    try {
      const part = await load<TextPart>(`${path}${path.includes('?') ? '&' : '?'}from=${from}`)
      set((before) => (from === 0 ? [part] : [...before, part]))
    } catch (error) {
      fail((error as Error).message)
    }
  }
  useEffect(() => {
    fail('')
    void more(0)
  }, [path])
  const last = parts.at(-1)
  if (problem !== '') return <p class="problem">{problem}</p>
  return (
    <>
      <pre class="text" dir="auto">
        {parts.map((part) => (find === '' ? visible(part.text) : marked(visible(part.text), find)))}
        {last?.length === 0 && <i>empty</i>}
      </pre>
      {last?.more && (
        <button type="button" class="quiet" onClick={() => void more(last.from + last.text.length)}>
          more: {tokens(last.from + last.text.length)} of {tokens(last.length)} characters shown
        </button>
      )}
    </>
  )
}

/** The text with what was searched for marked. */
export function marked(text: string, find: string) {
  if (find === '') return text
  const parts = []
  const lower = text.toLowerCase()
  const wanted = find.toLowerCase()
  let end = 0
  for (let at = lower.indexOf(wanted); at >= 0 && parts.length < 2_000; at = lower.indexOf(wanted, end)) {
    parts.push(text.slice(end, at), <mark>{text.slice(at, at + find.length)}</mark>)
    end = at + find.length
  }
  return [...parts, text.slice(end)]
}
