import type { Command } from 'commander'
import type { ProxyOptions } from '../commands/proxy.ts'
import { onWorkspace, port, positive, type Done } from './done.ts'

type Flags = Omit<ProxyOptions, 'command'> & { status?: boolean; watch?: boolean }

export function addProxy(program: Command, done: Done): void {
  const more = (value: string, all: string[] = []) => [...all, value]
  onWorkspace(program.command('proxy'))
    .argument('[command...]', 'an agent to run behind the proxy, after --')
    .description('a local server between any agent and its provider that keeps conversations inside the window')
    .option('--port <port>', 'the port to listen on; 0 for any free one (default: 4141, or 0 with a command)', port)
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1)')
    .option(
      '--token <token>',
      "the token in its address (default: a random one; needed for any but this machine's own)",
    )
    .option('--team <file>', 'people with tokens and limits of their own, and keys held for them')
    .option('--no-token', 'answer any program of this machine')
    .option('--allow-host <name>', 'another host name to accept; can be repeated', more)
    .option('--anthropic-url <url>', 'where Anthropic requests go (default: ANTHROPIC_BASE_URL, or the provider)')
    .option('--openai-url <url>', 'where OpenAI requests go (default: OPENAI_BASE_URL, or the provider)')
    .option('--gemini-url <url>', 'where Gemini requests go (default: GOOGLE_GEMINI_BASE_URL, or the provider)')
    .option('--upstream <name=url>', 'another server, for /to/<name>/…; can be repeated', more)
    .option('--window <tokens>', "the context window, for every model (default: the model's own)", positive)
    .option('--preset <name>', 'the preset: which system to work like')
    .option(
      '--own-calls [model]',
      "write notes with a model: the agent's own or this one, one call a session, with the agent's key (default: rules alone)",
    )
    .option('--status', 'ask the running proxy for its sessions, tokens and savings')
    .option('--watch', 'the same, as it goes')
    .addHelpText('after', "\nExample: daypack proxy -- claude -p 'tidy up the tests'")
    .action(async (command: string[], { status, watch, ...flags }: Flags) => {
      const { proxyCommand, proxyStatus, proxyWatch } = await import('../commands/proxy.ts')
      const options = { ...flags, command }
      done(await (watch ? proxyWatch(options) : status ? proxyStatus(options) : proxyCommand(options)))
    })
}
