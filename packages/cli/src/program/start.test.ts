import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { launch } from '../proxy/launch.ts'
import { runProgram } from './start.ts'

let dir = ''
beforeEach(() => void (dir = mkdtempSync(path.join(tmpdir(), 'daypack-start-'))))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(dir, { recursive: true })
})

function program(name: string, text = ''): string {
  const file = path.join(dir, name)
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
  return file
}

/** As on Windows: what its shell is given, and how that ends. Libraries look at the platform as they load: in a process of its own. */
function onWindows(words: readonly string[]) {
  const given = path.join(dir, 'given')
  const code = `
    Object.defineProperty(process, 'platform', { value: 'win32' })
    const { runProgram } = await import(${JSON.stringify(new URL('start.ts', import.meta.url).href)})
    const [file, ...args] = ${JSON.stringify(words)}
    process.exitCode = await runProgram(file, args, { PATH: ${JSON.stringify(dir)}, PATHEXT: '.CMD' })`
  const env = { ...process.env, comspec: program('cmd', `printf '%s\\n' "$@" > '${given}'; exit 5`) }
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', code], { env, encoding: 'utf8' })
  return { ...ran, given: existsSync(given) ? readFileSync(given, 'utf8').trimEnd().split('\n') : [] }
}

test('its exit code is ours, and one that cannot be started says why', async () => {
  expect(await runProgram(program('seven', 'exit "$1"'), ['7'])).toBe(7)
  expect(await runProgram(program('fine'), [])).toBe(0)
  expect(await runProgram(program('stopped', 'kill -TERM $$'), [])).toBe(1)
  await expect(runProgram(path.join(dir, 'none'), [])).rejects.toThrow('ENOENT')
  await expect(launch(['daypack-none'], 'http://x', { PATH: dir })).rejects.toThrow(
    'daypack-none could not be started: spawn daypack-none ENOENT',
  )
})

test('it is given our address and no variables but those named', async () => {
  const out = path.join(dir, 'out')
  program('agent', `echo "$ANTHROPIC_BASE_URL $HIDDEN $1" > '${out}'`)
  vi.stubEnv('HIDDEN', 'hidden')
  expect(await launch(['agent', 'a & b'], 'http://x', { PATH: `${dir}:/usr/bin:/bin` })).toBe(0)
  expect(readFileSync(out, 'utf8')).toBe('http://x  a & b\n')
})

test("on Windows a script of npm's is found on the PATH, and what it is given stays quoted through both readings", () => {
  const script = path.join(dir, 'claude.CMD')
  writeFileSync(script, '@node claude.js %*\r\n', { mode: 0o755 })
  const { status, stderr, given } = onWindows(['claude', '-p', 'a" & calc %PATH%'])
  expect({ status, stderr }).toEqual({ status: 5, stderr: '' })
  const command = given.at(-1) ?? ''
  expect(given).toContain('/c')
  expect(command.startsWith('"') && command.endsWith('"')).toBe(true)
  // Every sign that means something to the shell still has its caret when the line was read once.
  const once = command.slice(1, -1).replaceAll(/\^(.)/g, '$1')
  expect(once).toBe(`${script} ^"-p^" ^"a\\^"^ ^&^ calc^ ^%PATH^%^"`)
  expect(once.replaceAll(/\^(.)/g, '$1')).toBe(`${script} "-p" "a\\" & calc %PATH%"`)
  const refused = onWindows(['claude', '-p', 'a\nb'])
  expect(refused.stderr).toContain('cannot contain a line break')
})
