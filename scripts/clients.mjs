// Real agents for the tests of the gateway, each in a folder of its own below DAYPACK_CLIENTS (~/.cache/daypack-clients):
//   node scripts/clients.mjs install [name …]    without a name: those the tests use
//   node scripts/clients.mjs list
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

/** Pinned exactly: what a client sends changes with its version. `file`: what is started. */
export const CLIENTS = {
  pi: { package: '@earendil-works/pi-coding-agent', version: '0.87.1', file: 'dist/bundle/cli.js' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', file: 'bundle/gemini.js' },
  qwen: { package: '@qwen-code/qwen-code', version: '0.24.4', file: 'cli-entry.js' },
  claude: { package: '@anthropic-ai/claude-code-linux-x64', version: '2.1.327', file: 'claude', nightly: true },
  codex: { package: '@openai/codex', version: '0.169.0', file: 'bin/codex.js', nightly: true },
  opencode: { package: 'opencode-linux-x64', version: '1.18.34', file: 'bin/opencode', nightly: true },
  openclaw: { package: 'openclaw', version: '2026.9.6', file: 'openclaw.mjs', nightly: true },
  goose: { package: '@aaif/goose-binary-linux-x64', version: '1.52.0', file: 'bin/goose', nightly: true },
  copilot: { package: '@github/copilot', version: '1.0.102', file: 'npm-loader.js', nightly: true },
  conformance: { package: '@modelcontextprotocol/conformance', version: '0.1.16', file: 'dist/index.js' },
  portkey: { package: '@portkey-ai/gateway', version: '1.15.2', file: 'build/start-server.js', nightly: true },
}

/** Where clients are installed. */
export function clientsFolder() {
  return process.env['DAYPACK_CLIENTS'] ?? path.join(homedir(), '.cache', 'daypack-clients')
}

/**
 * The file that starts a client, or undefined when exactly this version is not there.
 * @param {keyof typeof CLIENTS} name
 */
export function clientFile(name) {
  const { package: id, version, file } = CLIENTS[name]
  const folder = path.join(clientsFolder(), name, 'node_modules', ...id.split('/'))
  const manifest = path.join(folder, 'package.json')
  if (!existsSync(manifest) || JSON.parse(readFileSync(manifest, 'utf8')).version !== version) return undefined
  return path.join(folder, file)
}

/** @param {keyof typeof CLIENTS} name */
function install(name) {
  if (clientFile(name)) return console.log(`${name}: there already`)
  const { package: id, version } = CLIENTS[name]
  const folder = path.join(clientsFolder(), name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--min-release-age=0']
  const started = performance.now()
  execFileSync('npm', ['install', ...flags, `${id}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  console.log(`${name}: ${id}@${version} in ${Math.round((performance.now() - started) / 1000)} s`)
}

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  const [command, ...names] = process.argv.slice(2)
  const all = /** @type {(keyof typeof CLIENTS)[]} */ (Object.keys(CLIENTS))
  if (command === 'install') {
    const wanted =
      names.length > 0
        ? all.filter((name) => names.includes(name))
        : all.filter((name) => !('nightly' in CLIENTS[name]))
    for (const name of wanted) install(name)
  } else {
    for (const name of all) console.log(`${name}: ${clientFile(name) ?? 'not installed'}`)
  }
}
