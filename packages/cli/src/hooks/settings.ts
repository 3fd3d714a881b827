import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DaypackError } from 'daypack'

type Hook = { readonly type: string; readonly command?: string }
type Group = { readonly matcher?: string; readonly hooks?: readonly Hook[] }
type Settings = { readonly hooks?: Readonly<Record<string, readonly Group[]>> }

const EVENTS = ['SessionStart', 'PostToolUse', 'PreCompact', 'SessionEnd']
const OURS = /\bhooks run\b/

export function installHooks(file: string, command: string): { isChanged: boolean } {
  const before = read(file)
  const hooks = { ...before.hooks }
  for (const event of EVENTS) {
    const others = (hooks[event] ?? []).filter((group) => !group.hooks?.some((hook) => OURS.test(hook.command ?? '')))
    hooks[event] = [...others, { hooks: [{ type: 'command', command }] }]
  }
  const text = `${JSON.stringify({ ...before, hooks }, undefined, 2)}\n`
  if (JSON.stringify(before) === JSON.stringify({ ...before, hooks })) return { isChanged: false }
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return { isChanged: true }
}

function read(file: string): Settings {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Settings
  } catch {
    throw new DaypackError('bad-config', `${file} is not JSON; fix it, then install the hooks.`)
  }
}
