import { DIALECTS } from '../../dialects/dialects.ts'
import { isObject, type Json } from '../../model/json.ts'
import { compactJson } from '../text/json.ts'

type Call = { readonly tool: string; readonly input: Json }
type Started = Call & { readonly at: number }
/** `told`: the event that tells what it printed last. */
type Program = Started & { told: number }

/** The calls that started programs which go on, by what their host calls the program; `at`: where their event stands. */
export type Running = Map<string, Program>

const CONTINUES = new Map(DIALECTS.flatMap(({ continues = [] }) => continues.map((one) => [one.tool, one] as const)))
const STARTED = /^\[running: (\w+)\]\n?/
const MOST = 200

/** A result that says its program goes on. */
export function noteRunning(running: Running, call: Started, text: string): void {
  const id = STARTED.exec(text)?.[1]
  if (id === undefined || CONTINUES.has(call.tool)) return
  running.set(id, { ...call, told: call.at })
  for (const oldest of running.keys()) {
    if (running.size <= MOST) break
    running.delete(oldest)
  }
}

/** The call whose program printed this, when it was only read on and something came. */
export function continued(running: Running, { tool, input }: Call, text: string): Program | undefined {
  const form = CONTINUES.get(tool)
  if (!form || !isObject(input) || text.replace(STARTED, '').trim() === '') return undefined
  const given = form.input === undefined ? '' : input[form.input]
  return given === undefined || given === '' ? running.get(compactJson(input[form.id] ?? '')) : undefined
}
