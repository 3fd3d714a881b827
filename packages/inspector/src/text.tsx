import { useEffect, useRef, useState } from 'preact/hooks'
import type { TextPart } from './api.ts'
import { tokens, visible } from './format.ts'
import { load } from './load.ts'
import { Button } from './rows.tsx'

type TextProps = { readonly path: string; readonly find?: string; readonly onNumber?: (number: number) => void }

/** A text of the session, loaded piece by piece; never more than text. */
export function Text({ path, find = '', onNumber }: TextProps) {
  const shown = useRef<HTMLPreElement>(null)
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
  useEffect(() => {
    if (find !== '') shown.current?.querySelector('mark')?.scrollIntoView({ block: 'center' })
  }, [parts, find])
  const last = parts.at(-1)
  if (problem !== '') return <p class="problem">{problem}</p>
  return (
    <>
      <pre class="text" dir="auto" ref={shown}>
        {parts.map(({ text }) =>
          onNumber ? linked(visible(text), onNumber, visible(find)) : marked(visible(text), find),
        )}
        {last?.length === 0 && <i>empty</i>}
      </pre>
      {last?.more && (
        <Button act={() => void more(last.from + last.text.length)}>
          more: {tokens(last.from + last.text.length)} of {tokens(last.length)} characters shown
        </Button>
      )}
    </>
  )
}

/** A hand-over with the numbers at its margin as ways back to the messages, and one line marked. */
function linked(text: string, onNumber: (number: number) => void, find: string) {
  return text.split('\n').map((line, index) => {
    const [cited, number] = /^\[(\d+)(?:–\d+)?\](?= )/.exec(line) ?? []
    const shown = cited !== undefined && (
      <button type="button" class="cite" title={`message ${number}`} onClick={() => onNumber(Number(number))}>
        {cited}
      </button>
    )
    const whole = [shown, line.slice(cited?.length ?? 0)]
    return [index > 0 && '\n', find !== '' && line === find ? <mark>{whole}</mark> : whole]
  })
}

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
