import type { Command } from 'commander'
import type { McpCommandOptions } from '../commands/mcp.ts'
import { onWorkspace, port, type Done } from './done.ts'

export function addMcp(program: Command, done: Done, version: string): void {
  const more = (value: string, all: string[] = []) => [...all, value]
  onWorkspace(program.command('mcp'), { json: false })
    .description('an MCP server for any agent: notes, search in earlier sessions, reading back what was left out')
    .option('--session <session>', 'the session meant when a call names none (default: the one used last)')
    .option('--http', 'streamable HTTP instead of standard input and output')
    .option('--port <port>', 'where it listens; 0: any free one (default: 4142)', port)
    .option('--host <address>', 'what it binds to (default: 127.0.0.1)')
    .option('--token <token>', 'asked of every request; needed for any other address')
    .option('--allow-host <name>', 'another name requests may call it by; can be repeated', more)
    .addHelpText('after', '\nExample: claude mcp add daypack -- daypack mcp')
    .action(async (options: McpCommandOptions) => {
      const { mcpCommand } = await import('../commands/mcp.ts')
      done(await mcpCommand(options, version))
    })
}
