// `node scripts/start-up.mjs`: how long `daypack --version` and the chat take to answer, from the built packages. Best and middle
// of ten, with the load of the machine beside it. The chat is given a terminal by `script` (util-linux).
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { childEnv, root, setup } from './setup.mjs'

const node = setup()
const main = path.join(root, 'packages', 'cli', 'dist', 'main.js')
if (!existsSync(main)) throw new Error('Build first: npm run build')
const home = mkdtempSync(path.join(tmpdir(), 'daypack-start-'))
const env = { ...childEnv(node), HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8' }
const ROUNDS = 10

/** Milliseconds until the program has said this. @param {string} program @param {string[]} args @param {string} text */
function until(program, args, text) {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(program, args, { cwd: home, env })
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      if (!said.includes(text)) return
      resolve(performance.now() - began)
      child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', () => reject(new Error(`It never said "${text}": ${said}`)))
  })
}

/** @param {string} what @param {() => Promise<number>} once */
async function measured(what, once) {
  const times = []
  for (let round = 0; round < ROUNDS; round++) times.push(await once())
  const sorted = times.toSorted((a, b) => a - b)
  const shown = (/** @type {number | undefined} */ ms) => `${Math.round(ms ?? 0)} ms`
  console.log(`${what}: best ${shown(sorted[0])}, middle ${shown(sorted[ROUNDS / 2])}`)
}

try {
  console.log(`Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`)
  await measured('node itself', () => until(node, ['-e', 'console.log("here")'], 'here'))
  await measured('daypack --version', () => until(node, [main, '--version'], '.'))
  await measured('daypack sessions --help', () => until(node, [main, 'sessions', '--help'], 'Usage'))
  const chat = `'${node}' '${main}' chat --model scripted`
  await measured('daypack chat, first screen', () => until('script', ['-qfec', chat, '/dev/null'], 'try '))
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
