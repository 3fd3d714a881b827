// Somebody has Claude Code, or Codex, and hears of Daypack. They install it into an empty folder, put `npx daypack proxy --`
// before the command they would have typed, and read at its end what they saved. Real agents, a scripted provider.
import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { startProvider } from 'daypack-testing'
import { withSocket } from '../../packages/daypack-testing/test/socket.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FINAL, task } from '../../packages/cli/test/clients/script.ts'
import { bareEnvironment } from '../../packages/cli/test/environment.ts'
import { clientFile } from '../../scripts/clients.mjs'
import { cleanClone, type CleanClone } from './clean-clone.ts'

const AGENTS = {
  claude: ['claude', '-p', 'Do all the steps.', '--allowedTools', 'Bash(seq:*)', '--model', 'claude-sonnet-4-5'],
  codex: ['codex', 'exec', '-s', 'read-only', '--skip-git-repo-check', 'Do all the steps.'],
} as const
type Name = keyof typeof AGENTS

const names = Object.keys(AGENTS) as Name[]
const isThere = (name: Name) => clientFile(name) !== undefined
let at: CleanClone
let seconds: number

beforeAll(() => {
  if (!names.some(isThere)) return
  at = cleanClone()
  const began = performance.now()
  at.install()
  seconds = (performance.now() - began) / 1_000
})
afterAll(() => at?.remove())

for (const name of names) {
  const hint = isThere(name) ? '' : ` (not installed: node scripts/clients.mjs install ${name})`
  test.skipIf(!isThere(name))(
    `${name}: installed, started behind the proxy, and told what it saved${hint}`,
    async () => {
      const { script } = task({ steps: 12, lines: 400, overloaded: [], cut: [] })
      const provider = await startProvider({ script, window: 200_000, websocket: withSocket })
      const began = performance.now()
      const { code, said } = await run(name, provider.url)
      await provider.close()
      console.log(`${name}: packed and installed in ${Math.round(seconds)} s, saved after another ${since(began)} s`)
      expect(code, said).toBe(0)
      expect(said).toContain(FINAL)
      expect(provider.requests.filter(({ status }) => status !== 200)).toEqual([])

      const [, share, dollars] = /daypack: Saved ([\d.]+) % \(\$([\d.]+)\) of what the agents' own/.exec(said) ?? []
      expect(Number(share), said).toBeGreaterThan(0)
      expect(Number(dollars)).toBeGreaterThan(0)
      expect(said).toMatch(/^daypack: Look inside: daypack inspect .*\.daypack$/m)
      const session = new RegExp(`^daypack: (${name}-\\S+) +13 `, 'm').exec(said)?.[1] ?? ''
      expect(at.sh(at.project, 'npx', 'daypack', 'sessions')).toContain(session)
    },
  )
}

/** The agent behind the proxy, as it is typed; the variables say where the provider is and which key it takes. */
async function run(name: Name, url: string): Promise<{ code: number | null; said: string }> {
  const bin = path.join(at.home, 'bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(clientFile(name) ?? '', path.join(bin, name))
  const child = spawn('npx', ['daypack', 'proxy', '--', ...AGENTS[name]], {
    cwd: at.project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...bareEnvironment(),
      HOME: at.home,
      PATH: `${bin}${path.delimiter}${process.env['PATH']}`,
      ANTHROPIC_BASE_URL: url,
      OPENAI_BASE_URL: `${url}/v1`,
      ANTHROPIC_API_KEY: 'sk-fake',
      OPENAI_API_KEY: 'sk-fake',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said }
}

function since(began: number): number {
  return Math.round((performance.now() - began) / 1_000)
}
