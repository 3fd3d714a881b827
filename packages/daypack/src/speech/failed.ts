import { patternOf } from '../dialects/dialects.ts'
import { rejection } from './rejection.ts'

/** How the results of tools begin that did not work, on wires without a mark for it. */
const FAILED = patternOf('failures', String.raw`^\s*`)
const HEAD = 300

/** The tool itself says that it did not work. */
export function saysFailed(text: string): boolean {
  return FAILED.test(text.slice(0, HEAD))
}

/** Nothing was done: the call failed, or was not allowed. */
export function failed(text: string, isError = false): boolean {
  return isError || saysFailed(text) || rejection(text) !== undefined
}
