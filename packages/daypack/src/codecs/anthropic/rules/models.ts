import { isObject, stringAt } from '../../../model/json.ts'

/** The first version that checks the bytes in front of a thinking block. */
const BINDING = [5, 1]

/** Whether the provider may reject thinking whose preceding bytes changed; true when we can't tell. */
export function mayBindReasoning(request: object): boolean {
  if (dropsMismatched(request)) return false
  const version = versionOf(stringAt(request, 'model') ?? '')
  if (!version) return true
  const [major, minor] = version
  return major > (BINDING[0] ?? 0) || (major === BINDING[0] && minor >= (BINDING[1] ?? 0))
}

/** The request asks to drop such blocks instead of failing. */
function dropsMismatched(request: object): boolean {
  const thinking = 'thinking' in request ? request.thinking : undefined
  const binding = isObject(thinking) ? thinking['block_binding'] : undefined
  return stringAt(binding, 'prefix_mismatch_behavior') === 'drop_block'
}

/** `claude-opus-4-5-20251101`, `claude-3-7-sonnet-latest`, `eu.anthropic.claude-sonnet-4-20250514-v1:0`. */
function versionOf(model: string): [number, number] | undefined {
  const old = /claude-(\d)(?:-(\d))?-[a-z]/.exec(model)
  const named = /claude-[a-z]+-(\d{1,2})(?:[-.](\d{1,2}))?(?![\d])/.exec(model)
  const found = old ?? named
  return found ? [Number(found[1]), Number(found[2] ?? 0)] : undefined
}

/** Models up to 4.5 go on writing where an assistant message ends; unknown ones may. */
export function mayPrefill(model: string): boolean {
  const [major, minor] = versionOf(model) ?? [0, 0]
  return major < 4 || (major === 4 && minor < 6)
}

export function alwaysThinks(model: string): boolean {
  const [major, minor] = versionOf(model) ?? [0, 0]
  return major > 5 || (major === 5 && minor >= 1)
}
