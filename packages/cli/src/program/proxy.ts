import type { Command } from 'commander'
import type { ProxyOptions } from '../commands/proxy.ts'
import { port, positive, type Done } from './done.ts'

type Flags = Omit<ProxyOptions, 'command'> & { status?: boolean }

export function addProxy(program: Command, done: Done): void {
  const more = (value: string, all: string[] = []) => [...all, value]
  program
    .command('proxy')
    .argument('[command...]', 'an agent to run behind it, after --')
    .description('a local server between any agent and its provider, that keeps conversations inside the window')
    .option('--port <port>', 'where it listens; 0: any free one (default: 4141, 0 for a command)', port)
    .option('--host <address>', 'what it binds to (default: 127.0.0.1)')
    .option('--token <token>', 'asked of every request; needed for any other address')
    .option('--allow-host <name>', 'another name requests may call it by; can be repeated', more)
    .option('--anthropic-url <url>', 'where Anthropic requests go (default: ANTHROPIC_BASE_URL, or the provider)')
    .option('--openai-url <url>', 'where OpenAI requests go (default: OPENAI_BASE_URL, or the provider)')
    .option('--gemini-url <url>', 'where Gemini requests go (default: GOOGLE_GEMINI_BASE_URL, or the provider)')
    .option('--to <name=url>', 'a name for /to/<name>/…; can be repeated', more)
    .option('--window <tokens>', 'the context window, for every model (default: by the model)', positive)
    .option('--preset <name>', 'which system to work like')
    .option('--dir <folder>', 'the workspace (default: .daypack)')
    .option('--config <file>', 'settings, instead of daypack.json; trusted')
    .option('--status', 'ask the proxy that runs: sessions, tokens, cost saved')
    .option('--json', 'the status as JSON')
    .addHelpText('after', "\nExample: daypack proxy -- claude -p 'tidy up the tests'")
    .action(async (command: string[], { status, ...flags }: Flags) => {
      const { proxyCommand, proxyStatus } = await import('../commands/proxy.ts')
      const options = { ...flags, command }
      done(await (status ? proxyStatus(options) : proxyCommand(options)))
    })
}
