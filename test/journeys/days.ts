import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Project } from '../../packages/cli/test/run.ts'

const CLOCK = fileURLToPath(new URL('clock.mjs', import.meta.url))

/** The environment of a process on that day. */
export function onDay(date: string): Record<string, string> {
  return { TZ: 'UTC', JOURNEY_DAY: date, NODE_OPTIONS: `--import=${CLOCK}` }
}

/** Every file of a project that holds a word. */
export function filesWith(at: Project, word: string): string[] {
  return readdirSync(at.dir, { recursive: true, encoding: 'utf8' }).filter((file) => {
    const whole = path.join(at.dir, file)
    return statSync(whole).isFile() && readFileSync(whole, 'latin1').includes(word)
  })
}
