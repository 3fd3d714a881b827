import type { Command } from 'commander'
import type { McpCommandOptions } from '../commands/mcp.ts'
import { onWorkspace, port, type Done } from './done.ts'

export function addMcp(program: Command, done: Done, version: string): void {
  const more = (value: string, all: string[] = []) => [...all, value]
  onWorkspace(program.command('mcp'), { json: false })
    .description('an MCP server that gives any agent your notes and earlier sessions')
    .option(
      '--session <session>',
      'the session to use when a call names none (default: the newest of the agent that asks)',
    )
    .option('--http', 'streamable HTTP instead of standard input and output')
    .option('--port <port>', 'the port to listen on; 0 for any free one (default: 4142)', port)
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1)')
    .option('--token <token>', "require this token; needed for any address but this machine's own")
    .option('--allow-host <name>', 'another host name to accept; can be repeated', more)
    .addHelpText('after', '\nExample: claude mcp add daypack -- daypack mcp')
    .action(async (options: McpCommandOptions) => {
      const { mcpCommand } = await import('../commands/mcp.ts')
      done(await mcpCommand(options, version))
    })
}
