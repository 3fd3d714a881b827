// Four of each agent started at once with the same prompt: is each one session with one log, and does none read what another was told?
//   node scripts/clients.mjs install claude codex pi gemini qwen
//   node --conditions=daypack-source packages/cli/test/clients/together.ts [agent …]
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProvider, type ScriptedReply } from 'daypack-testing'
import { withSocket } from '../../../daypack-testing/test/socket.ts'
import { AGENTS, NIGHTLY, programOf, type Agent, type Place } from './agents.ts'
import { logsIn, runAgent, startProxy } from './harness.ts'
import { FINAL, shellCall, thinks } from './script.ts'

const NAMES = [
  'pi Anthropic',
  'pi Chat',
  'Gemini CLI',
  'Qwen Code chat',
  'Claude Code',
  'Codex websocket',
  'Codex HTTP',
]
const STEPS = 18
const LINES = 400
const COUNT = 4
/** So small that each is shortened on its way. */
const WINDOW = 40_000

/** Names each conversation in its first reply, and sees who comes back with which names. */
function namingProvider() {
  let begun = 0
  const mixed: string[] = []
  const script = ({ body }: { readonly body: Parameters<typeof shellCall>[0] }): ScriptedReply => {
    const text = JSON.stringify(body)
    const names = [...new Set(text.match(/CONVERSATION-\d+/g))]
    if (names.length > 1) mixed.push(names.join(' and '))
    const name = names[0] ?? `CONVERSATION-${begun++}`
    const steps = [...text.matchAll(/is at step (\d+)/g)].map(([, step]) => Number(step))
    const next = steps.length === 0 ? 0 : Math.max(...steps) + 1
    const call = shellCall(body, `seq -f '${name} line %g of step ${next}' 1 ${LINES}`)
    if (!call) return { text: '{"title":"A task"}' }
    const thinking = thinks(body) ? { thinking: `On to step ${next}.` } : {}
    if (next >= STEPS) return { ...thinking, text: `${name}: ${FINAL}` }
    return { ...thinking, text: `${name} is at step ${next}.`, calls: [call] }
  }
  return { script, mixed }
}

async function tried(agent: Agent): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'daypack-together-'))
  const { script, mixed } = namingProvider()
  const provider = await startProvider({ script, window: WINDOW, websocket: withSocket })
  const proxy = await startProxy(folder, provider.url, WINDOW)
  try {
    const outputs = await Promise.all(
      Array.from({ length: COUNT }, async (_, n) => {
        const place: Place = {
          home: path.join(folder, `home-${n}`),
          work: path.join(folder, 'work'),
          url: proxy.url,
          port: 0,
        }
        mkdirSync(place.home, { recursive: true })
        mkdirSync(path.join(place.work, '.git'), { recursive: true })
        agent.setUp?.(place)
        return runAgent(agent, agent.start('Do all the steps of the task.', place), place)
      }),
    )
    const { sessions } = await proxy.status()
    await proxy.stop()
    const { logs } = await logsIn(path.join(folder, 'pack'))
    const named = Object.values(logs).map((lines) => new Set(lines.join('\n').match(/CONVERSATION-\d+/g)))
    const wrong = [
      outputs.every((output) => output.includes(FINAL)) ? '' : 'not all finished',
      named.filter((names) => names.size === 1).length === COUNT
        ? ''
        : `${named.filter(({ size }) => size === 1).length} logs of one`,
      named.some((names) => names.size > 1) ? 'a log of several' : '',
      mixed.length > 0 ? `${mixed.length} requests with words of another` : '',
    ].filter(Boolean)
    const epochs = sessions.map((one) => one.epochs).join(', ')
    return `${wrong.join(', ') || 'apart'} (${sessions.length} sessions, epochs ${epochs})`
  } finally {
    await proxy.kill()
    await provider.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const wanted = process.argv.slice(2)
for (const agent of [...AGENTS, ...NIGHTLY])
  if ((wanted.length > 0 ? wanted : NAMES).includes(agent.name))
    console.log(`${agent.name}: ${programOf(agent) ? await tried(agent) : 'not installed'}`)
