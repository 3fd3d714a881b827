// A Chromium for tests in a browser. `node scripts/chromium.mjs` says where it is; `--install` brings Debian's by apt.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** For a machine without a screen or a network. */
export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser to use: CHROME_PATH, or one in its usual place; undefined when there is none. */
export function findChromium() {
  return [process.env['CHROME_PATH'], ...PLACES].find((place) => place !== undefined && existsSync(place))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--install') && findChromium() === undefined) {
    spawnSync('apt-get', ['update'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', 'chromium'], { stdio: 'inherit' })
  }
  const found = findChromium()
  console.log(found ?? 'No Chromium: install one, or name it in CHROME_PATH.')
  process.exitCode = found === undefined ? 1 : 0
}
