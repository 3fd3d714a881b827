import { useEffect, useRef } from 'preact/hooks'

const KEYS = [
  ['0 … 6', 'the views'],
  ['j k', 'next, previous row or epoch'],
  ['[ ]', 'previous, next request'],
  ['Enter', 'open or unfold the row'],
  ['b', 'against the request before'],
  ['/', 'search'],
  ['Esc', 'leave a field, close'],
  ['?', 'these keys'],
] as const

export function Help({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <dl>
        {KEYS.map(([key, what]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={close}>
        Close
      </button>
    </dialog>
  )
}
