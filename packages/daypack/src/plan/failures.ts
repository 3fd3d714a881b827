import { isResting, type Failures } from '../model/breaker.ts'
import type { Draft } from '../model/entry.ts'
import type { Pass } from '../passes/pass.ts'
import type { View } from '../view/view.ts'

const FAILED = 'failed'

export function failuresIn(view: View): Failures {
  const data = view.marks.get(FAILED)?.data
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {}
  const counts = Object.entries(data).filter((pair): pair is [string, number] => typeof pair[1] === 'number')
  return Object.fromEntries(counts)
}

export function failuresMark(failures: Failures): Draft {
  return { kind: 'mark', name: FAILED, data: { ...failures } }
}

/** A pass works without its model too, so failures of the two are counted separately. */
export function modelOf(pass: Pass): string {
  return `${pass.name} model`
}

/** Whether a pass is to do without its model; when the user asks, everything is tried again. */
export function modelRests(failures: Failures, pass: Pass, isForced: boolean): boolean {
  return !isForced && isResting(failures, modelOf(pass))
}
