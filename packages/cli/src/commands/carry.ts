import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Daypack, Message } from 'daypack'
import { ownWords, shownText, speech, type KnownAgent } from 'daypack/internal'
import { carriedMark } from 'daypack-gateway/internal'
import { agentNamed, foreignInstructions, startWords, toolFor, sessionToCarry } from '../carry/agents.ts'
import { clean } from '../show/clean.ts'
import { withPack, type WorkspaceOptions } from './pack.ts'
import { proxyCommand, type ProxyOptions } from './proxy.ts'

type CarryOptions = WorkspaceOptions &
  Pick<ProxyOptions, 'anthropicUrl' | 'openaiUrl' | 'geminiUrl' | 'upstream'> & {
    readonly to: string
    readonly print?: boolean
  }

/** One argument of a program may have 128 kB. */
const MOST_BYTES = 100_000
const WINDOWS = [64_000, 32_000, 16_000]

/** `daypack carry [session] --to <agent>`: continues a session of one agent in another. */
export async function carryCommand(
  session: string | undefined,
  words: readonly string[],
  options: CarryOptions,
  program: Command,
): Promise<number> {
  // Commander fills both in order, whichever side of -- they are on.
  const raw = (program as unknown as { rawArgs: readonly string[] }).rawArgs
  const args = raw.includes('--') ? raw.slice(raw.indexOf('--') + 1) : []
  const named = (session === undefined ? 0 : 1) + words.length > args.length ? session : undefined
  const to = agentNamed(options.to)
  const message = await withPack(options, (pack) => firstMessage(pack, to, named), { make: true })
  if (options.print) {
    process.stdout.write(`${message}\n`)
    return 0
  }
  const { to: _to, print: _print, ...rest } = options
  return proxyCommand({ ...rest, command: startWords(to, args, message) })
}

async function firstMessage(pack: Daypack, to: KnownAgent, named: string | undefined): Promise<string> {
  const { from, messages } = await sessionToCarry(pack, process.cwd(), named)
  const id = `carry-${to.command}-${randomBytes(4).toString('hex')}`
  const session = await pack.session(id)
  for (const message of messages) for (const told of toldTo(to, message)) await session.append(told)
  const foreign = foreignInstructions(to, existsSync)
  const head = [
    `You take over work that another agent began in this folder. ${carriedMark(id)}`,
    `It comes from ${from}. Files are as they are now; look before you change what is told below.`,
    ...(foreign === undefined ? [] : [`The instructions of this project are in ${foreign}: read it first.`]),
  ].join('\n')
  let text = ''
  for (const window of WINDOWS) {
    await session.mark('window', { tokens: window, of: window })
    await session.compact()
    // An argument of a program holds no zero bytes, and nothing that its terminal would obey.
    text = clean(await shownText(pack, session))
    if (Buffer.byteLength(text) < MOST_BYTES) break
  }
  return `${head}\n\n${text.slice(0, MOST_BYTES)}`
}

function toldTo(to: KnownAgent, message: Message): Message[] {
  if (message.role === 'system') return []
  const isUser = message.role === 'user'
  const words = isUser ? ownWords(speech(message)) : ''
  const rest = message.blocks.flatMap((block): Message['blocks'] => {
    if (block.type === 'opaque' || (isUser && block.type === 'text')) return []
    const { wire: _, ...plain } = block
    return [
      plain.type === 'tool-call' || plain.type === 'tool-result' ? { ...plain, tool: toolFor(to, plain.tool) } : plain,
    ]
  })
  const blocks: Message['blocks'] = words === '' ? rest : [{ type: 'text', text: words }, ...rest]
  return blocks.length === 0 ? [] : [{ role: message.role, blocks }]
}
