// Redraws docs/captures/chat.svg from a real terminal: `node scripts/captures.mjs`. Needs tmux.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { terminalSvg } from './captures/svg.mjs'
import { root } from './setup.mjs'

const to = path.join(root, 'docs', 'captures')
const dir = mkdtempSync(path.join(tmpdir(), 'harbour-'))
const home = path.join(dir, 'harbour')
const MAIN = path.join(root, 'packages', 'cli', 'src', 'main.ts')
const script = path.join(root, 'scripts', 'captures', 'harbour.mjs')
cpSync(path.join(root, 'scripts', 'captures', 'harbour'), home, { recursive: true })
for (let berth = 1; berth <= 6; berth++) writeFileSync(path.join(home, `berth-${berth}.log`), berthLog(berth))

/** Sixty readings, two hours apart, the same in every run. @param {number} berth */
function berthLog(berth) {
  let last = berth
  const random = () => (last = (last * 16_807) % 2_147_483_647) / 2_147_483_647
  for (let skip = 0; skip < 8; skip++) random()
  return Array.from({ length: 60 }, (_, at) => {
    const time = new Date(Date.UTC(2026, 10, 1, 2 * at)).toISOString().slice(0, 16).replace('T', ' ')
    const [level, swell] = [(2 + 5 * random()).toFixed(2), (0.5 + 1.5 * random()).toFixed(2)]
    return `${time} berth ${berth} level ${level} m wind ${Math.ceil(18 * random())} m/s swell ${swell}\n`
  }).join('')
}

/** @param {number} columns @param {number} rows */
function terminal(columns, rows) {
  const socket = path.join(dir, `tmux-${columns}`)
  const tmux = (/** @type {string[]} */ ...words) =>
    execFileSync('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...words], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: dir, LANG: 'C.UTF-8', TERM: 'xterm-256color' },
    })
  const command = `'${process.execPath}' --conditions=daypack-source --disable-warning=ExperimentalWarning '${MAIN}' chat --model scripted --script '${script}' --window 16000; exec cat`
  tmux('new-session', '-d', '-s', 'c', '-x', String(columns), '-y', String(rows), '-c', home, command)
  const look = () => tmux('capture-pane', '-e', '-p', '-t', 'c')
  return {
    look,
    /** @param {string[]} keys */
    type: (...keys) => void tmux('send-keys', '-t', 'c', ...keys),
    /** @param {string} text */
    async shows(text) {
      for (let tries = 0; tries < 600; tries++) {
        if (tmux('capture-pane', '-p', '-S', '-', '-t', 'c').includes(text)) return
        await pause(100)
      }
      throw new Error(`The terminal never showed "${text}":\n${tmux('capture-pane', '-p', '-t', 'c')}`)
    },
    close: () => void tmux('kill-server'),
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const [columns, rows] = [96, 30]
const screen = terminal(columns, rows)
/** @type {{ text: string, seconds: number }[]} */
const frames = []
const frame = async (/** @type {number} */ seconds) => {
  await pause(300)
  frames.push({ text: screen.look(), seconds })
}
try {
  await screen.shows('try ')
  await frame(2)
  screen.type('/')
  await screen.shows('what fills the window')
  await frame(1.5)
  screen.type('C-c')
  for (const [words, end] of [
    ['Read tides.md and say which harbour is deepest', 'Deepest: Skerra'],
    ['Now check the log of every berth', 'All six logs are read'],
  ]) {
    screen.type(words ?? '')
    await frame(1.2)
    screen.type('Enter')
    await screen.shows(end ?? '')
    await frame(2.5)
  }
  screen.type('/context', 'Enter')
  await screen.shows('Biggest:')
  await frame(3)
  screen.type('/cost', 'Enter')
  await screen.shows('Sending everything')
  await frame(3)
  writeFileSync(
    path.join(to, 'chat.svg'),
    terminalSvg(frames, { columns, rows, title: 'A short session in daypack chat' }),
  )
} finally {
  screen.close()
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`Drawn: ${frames.length} frames in docs/captures/chat.svg.`)
