// Asks one test file about changes, in a process that is ended when nothing comes back.
import { fork } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { childEnv, root } from '../setup.mjs'

/** @typedef {{ id: number, failed?: boolean, ms?: number, wall?: number, reached?: number[], loaded?: number[] }} Line */
/** @typedef {{ lines: Line[], how: 'done' | 'it never ends' | 'the process ended' }} Answer */

const LEAST_SILENCE = 15_000

/** @param {string} node @param {string} folder where it keeps its files */
export function asker(node, folder) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let worker
  const said = path.join(folder, 'said')

  return { use, ask, stop }

  /** Switches at these places from now on. @param {readonly import('./switches.mjs').Switched[]} round */
  function use(round) {
    stop()
    writeFileSync(path.join(folder, 'round'), JSON.stringify(round))
  }

  /** `silence`: the longest that one run of the test may take. @param {import('./runner.mjs').Question} question @param {number} silence @returns {Promise<Answer>} */
  async function ask(question, silence) {
    rmSync(said, { force: true })
    writeFileSync(path.join(folder, 'question'), JSON.stringify(question))
    const child = (worker ??= await started())
    const how = await new Promise((resolve) => {
      let [seen, since, limit] = [0, performance.now(), silence]
      const look = setInterval(() => {
        const told = existsSync(said) ? readFileSync(said, 'utf8') : ''
        if (told.length === seen && performance.now() - since > limit) return end('it never ends')
        if (told.length === seen) return
        ;[seen, since] = [told.length, performance.now()]
        // What takes three times as long as the first run, with its loading, never ends.
        const ms = /"wall":(\d+)/.exec(told)?.[1]
        if (ms !== undefined) limit = Math.min(silence, LEAST_SILENCE + 3 * Number(ms))
      }, 250)
      const [done, died] = [() => end('done'), () => end('the process ended')]
      const end = (/** @type {Answer['how']} */ result) => {
        clearInterval(look)
        child.off('message', done).off('exit', died)
        if (result !== 'done') stop()
        resolve(result)
      }
      child.on('message', done).on('exit', died)
      child.send(question)
    })
    const text = existsSync(said) ? readFileSync(said, 'utf8').trim() : ''
    return { lines: text === '' ? [] : text.split('\n').map((line) => JSON.parse(line)), how }
  }

  /** @returns {Promise<import('node:child_process').ChildProcess>} */
  function started() {
    const child = fork(path.join(root, 'scripts/mutate/worker.mjs'), [folder], {
      cwd: root,
      execPath: node,
      env: { ...childEnv(node), DAYPACK_SHRINK: '0' },
      stdio: ['ignore', 'ignore', process.env['DAYPACK_MUTATE_SHOW'] ? 'inherit' : 'ignore', 'ipc'],
      detached: true,
    })
    return new Promise((resolve) => child.once('message', () => resolve(child)))
  }

  /** Ends the worker and whatever it started. */
  function stop() {
    if (worker?.pid && worker.exitCode === null) process.kill(-worker.pid, 'SIGKILL')
    worker = undefined
  }
}
