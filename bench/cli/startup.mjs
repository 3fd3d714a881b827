// How long `daypack --version` and the prompt of `daypack chat` take, on the built package: `npm run build`, then
// `node bench/cli/startup.mjs`. The best of several runs, since a busy machine only adds.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const RUNS = 7
const main = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url))
if (!existsSync(main)) {
  console.error('Build first: npm run build')
  process.exit(1)
}
const dir = mkdtempSync(path.join(tmpdir(), 'daypack-startup-'))
const env = { PATH: process.env['PATH'] ?? '', HOME: dir, TERM: 'xterm' }

const empty = best(() => time(() => spawnSync(process.execPath, ['-e', '0'], { env })))
const version = best(() => time(() => spawnSync(process.execPath, [main, '--version'], { env, cwd: dir })))
const help = best(() => time(() => spawnSync(process.execPath, [main, '--help'], { env, cwd: dir })))
const prompts = []
for (let run = 0; run < RUNS; run++) prompts.push(await prompt())
const chat = Math.min(...prompts)
const screens = []
for (let run = 0; run < RUNS && hasTerminal(); run++) screens.push(await prompt(true))
rmSync(dir, { recursive: true })

console.log(`node alone        ${empty.toFixed(0)} ms`)
console.log(`daypack --version ${version.toFixed(0)} ms (at most 150)`)
console.log(`daypack --help    ${help.toFixed(0)} ms`)
console.log(`daypack chat      ${chat.toFixed(0)} ms to its first line (at most 500)`)
if (screens.length > 0)
  console.log(`  in a terminal   ${Math.min(...screens).toFixed(0)} ms to its first screen (at most 500)`)
process.exitCode = version < 150 && chat < 500 ? 0 : 1

/** From the start of the process to its first line: in a terminal (`script` makes one), or in a pipe. */
function prompt(inTerminal = false) {
  return new Promise((resolve) => {
    const from = performance.now()
    const words = [process.execPath, main, 'chat', '--model', 'scripted']
    const [command, ...args] = inTerminal ? ['script', '-qec', words.join(' '), '/dev/null'] : words
    const child = spawn(command ?? '', args, { env, cwd: dir })
    let seen = ''
    child.stdout.on('data', (data) => {
      if (seen.includes('Daypack chat')) return
      seen += String(data)
      if (!seen.includes('Daypack chat')) return
      const took = performance.now() - from
      child.once('close', () => resolve(took))
      if (inTerminal) child.stdin.write('\u0004')
      child.stdin.end()
    })
  })
}

/** @param {() => number} measure */
function best(measure) {
  return Math.min(...Array.from({ length: RUNS }, measure))
}

/** @param {() => unknown} work */
function time(work) {
  const from = performance.now()
  work()
  return performance.now() - from
}

function hasTerminal() {
  return spawnSync('script', ['--version']).status === 0
}
