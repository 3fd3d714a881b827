// Many requests through `daypack proxy` in a process of its own, from several agents at once, with a provider that answers
// at once: none may fail, and memory must settle. Prints how many, how fast, and what the process held.
//   node --conditions=daypack-source packages/cli/test/load/run.ts [requests] [agents]
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { Agent, createServer, request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { proxyAddress } from './proxy-address.ts'

const [requests = 1_000_000, agents = 16] = process.argv.slice(2).map(Number)
const TURNS_A_SESSION = 40
const scratch = mkdtempSync(path.join(tmpdir(), 'daypack-load-'))
const agent = new Agent({ keepAlive: true, maxSockets: agents })
const provider = await listening(
  createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      const message = { role: 'assistant', content: 'It returns what the function before it returned.' }
      const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }
      const choices = [{ index: 0, message, finish_reason: 'stop' }]
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      outgoing.end(
        JSON.stringify({ id: 'c1', object: 'chat.completion', created: 1, model: 'gpt-4.1', choices, usage }),
      )
    })
  }),
)
const main = path.join(import.meta.dirname, '../../src/main.ts')
const flags = ['proxy', '--port', '0', '--dir', path.join(scratch, 'pack'), '--openai-url', `${provider}/v1`]
const proxy = spawn(process.execPath, ['--conditions=daypack-source', main, ...flags], {
  cwd: scratch,
  stdio: ['ignore', 'ignore', 'pipe'],
})
const url = await proxyAddress(proxy)
const millis: number[] = []
const failures: string[] = []
const held: { rss: number; fds: number }[] = []
let begun = 0
const started = performance.now()
await Promise.all(Array.from({ length: agents }, (_, who) => work(who)))
const seconds = (performance.now() - started) / 1000
const sorted = millis.toSorted((a, b) => a - b)
const at = (share: number) => +(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
const [settled, last] = [held[Math.floor(held.length / 2)], held.at(-1)]
console.log({
  requests: millis.length,
  failures: failures.length,
  agents,
  perSecond: Math.round(millis.length / seconds),
  p50: at(0.5),
  p99: at(0.99),
  rssMB: [settled, last].map((look) => Math.round((look?.rss ?? 0) / 1e6)),
  fds: [settled?.fds, last?.fds],
})
for (const failure of failures.slice(0, 3)) console.error(failure)
proxy.kill('SIGTERM')
rmSync(scratch, { recursive: true, force: true })
process.exit(failures.length === 0 ? 0 : 1)

/** One agent: sessions of forty turns, one after the other. */
async function work(who: number): Promise<void> {
  for (let session = 0; begun < requests; session++) {
    const messages: object[] = [{ role: 'system', content: 'You are an agent.' }]
    for (let turn = 0; turn < TURNS_A_SESSION && begun < requests; turn++) {
      const number = ++begun
      messages.push({
        role: 'user',
        content: `question ${turn} of ${who}-${session}: what does line ${turn * 7} call?`,
      })
      const from = performance.now()
      try {
        messages.push(await exchange(`${who}-${session}`, JSON.stringify({ model: 'gpt-4.1', messages })))
      } catch (error) {
        failures.push(String(error))
      }
      millis.push(performance.now() - from)
      if (number % Math.max(1, Math.floor(requests / 20)) === 0) held.push(look())
    }
  }
}

function exchange(session: string, body: string): Promise<object> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: 'Bearer sk-none',
      'x-daypack-session': session,
    }
    const outgoing = send(`${url}/v1/chat/completions`, { method: 'POST', agent, headers }, (incoming) => {
      let said = ''
      incoming.on('data', (data: Buffer) => (said += data.toString()))
      incoming.on('end', () => {
        if (incoming.statusCode !== 200) return reject(new Error(`${incoming.statusCode} ${said.slice(0, 300)}`))
        const { choices } = JSON.parse(said) as { choices: { message: object }[] }
        return resolve(choices[0]?.message ?? {})
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** What the proxy holds now. */
function look(): { rss: number; fds: number } {
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${proxy.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  return { rss, fds: readdirSync(`/proc/${proxy.pid}/fd`).length }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
