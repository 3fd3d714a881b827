import { useEffect, useRef, useState } from 'preact/hooks'
import type { ViewProps } from '../app.tsx'
import type { WhatIfState } from '../api.ts'
import { lineChart } from '../chart.ts'
import { money, percent, plural, tokens } from '../format.ts'
import { load } from '../load.ts'
import { usePainted, useWidth } from '../draw.ts'

const WINDOWS = [32_000, 64_000, 128_000, 200_000]

export function WhatIf({ about, outline, go }: ViewProps) {
  const [presets, setPresets] = useState<ReadonlySet<string>>(new Set(about.presets.slice(0, 3)))
  const [windows, setWindows] = useState<ReadonlySet<number>>(new Set([about.window]))
  const [run, setRun] = useState<WhatIfState>()
  const [problem, fail] = useState('')
  const start = async () => {
    fail('')
    try {
      const ways = [...windows].flatMap((window) => [...presets].map((preset) => `${preset}@${window}`)).join(',')
      setRun(await load<WhatIfState>(`s/${encodeURIComponent(outline.session)}/what-if?ways=${ways}`, 'POST'))
    } catch (error) {
      fail((error as Error).message)
    }
  }
  useEffect(() => {
    if (run?.state !== 'running') return undefined
    const timer = setTimeout(
      () => void load<WhatIfState>(`what-if/${run.id}`).then(setRun, (error: Error) => fail(error.message)),
      250,
    )
    return () => clearTimeout(timer)
  }, [run])
  const sizes = [...new Set([about.window, ...WINDOWS])].toSorted((a, b) => a - b)
  return (
    <>
      <form
        class="ways"
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        <Choices legend="Presets" all={about.presets} chosen={presets} choose={setPresets} name={(preset) => preset} />
        <Choices legend="Windows" all={sizes} chosen={windows} choose={setWindows} name={tokens} />
        <button type="submit" disabled={presets.size === 0 || windows.size === 0 || run?.state === 'running'}>
          Replay {plural(outline.messages, 'message')}
        </button>
      </form>
      {problem !== '' && <p class="problem">{problem}</p>}
      {!run && (
        <p class="empty">
          The same conversation is sent through the engine again, as its agent would have sent it, in a worker. No model
          is called.
        </p>
      )}
      {run?.state === 'running' && (
        <p role="status">
          <progress max={run.of} value={run.done} aria-label="Replay" /> {run.doing},{' '}
          {percent(run.done / Math.max(1, run.of))}
        </p>
      )}
      {run?.state === 'failed' && <p class="problem">{run.problem}</p>}
      {run && run.rows.length > 0 && (
        <Compared
          run={run}
          spent={(cost) => money(cost * outline.inputPrice, outline.currency)}
          open={(preset) =>
            go({
              session: outline.session,
              tab: 'request',
              query: { r: String(Math.max(0, outline.requests.total.length - 1)), with: preset },
            })
          }
        />
      )}
    </>
  )
}

type ChoicesProps<T> = {
  readonly legend: string
  readonly all: readonly T[]
  readonly chosen: ReadonlySet<T>
  readonly choose: (chosen: ReadonlySet<T>) => void
  readonly name: (one: T) => string
}

function Choices<T>({ legend, all, chosen, choose, name }: ChoicesProps<T>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {all.map((one) => (
        <label>
          <input type="checkbox" checked={chosen.has(one)} onChange={() => choose(toggled(chosen, one))} /> {name(one)}
        </label>
      ))}
    </fieldset>
  )
}

function toggled<T>(chosen: ReadonlySet<T>, one: T): ReadonlySet<T> {
  return new Set(chosen.has(one) ? [...chosen].filter((each) => each !== one) : [...chosen, one])
}

type ComparedProps = {
  readonly run: WhatIfState
  readonly spent: (cost: number) => string
  readonly open: (preset: string) => void
}

function Compared({ run, spent, open }: ComparedProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const painted = usePainted()
  useEffect(() => {
    if (!box.current || width === 0) return undefined
    const lines = [run.unmanaged, ...run.rows.map((row) => row.tokens)]
    const chart = lineChart(box.current, lines, { width, height: 260 })
    return () => chart.destroy()
  }, [run.rows.length, run.state, width, painted])
  return (
    <>
      <div
        ref={box}
        class="chart"
        role="img"
        aria-label="Tokens of every request under each way; the table has the figures"
      />
      <div class="scroll" tabIndex={0} role="region" aria-label="Compared">
        <table>
          <thead>
            <tr>
              <th>preset</th>
              <th class="number">window</th>
              <th class="number">requests</th>
              <th class="number">cost</th>
              <th class="number">of sending everything</th>
              <th class="number">names in view when needed</th>
              <th class="number">the user’s words in view</th>
              <th class="number">cache breaks</th>
              <th class="number">too large</th>
              <th>view</th>
            </tr>
          </thead>
          <tbody>
            {run.rows.map((row, index) => (
              <tr>
                <td class="nowrap">
                  <i class={`stroke s${index + 1}`} /> {row.preset}
                </td>
                <td class="number">{tokens(row.window)}</td>
                <td class="number">{row.requests}</td>
                <td class="number">{spent(row.cost)}</td>
                <td class="number">{percent(row.share)}</td>
                <td class="number">{percent(row.recall)}</td>
                <td class="number">{percent(row.words)}</td>
                <td class="number">{row.breaks}</td>
                <td class="number">{row.overflows}</td>
                <td>
                  <button type="button" class="quiet nowrap" onClick={() => open(row.preset)}>
                    beside the last request
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="dim">Cost: {run.prices}. The dashed line is sending everything.</p>
    </>
  )
}
