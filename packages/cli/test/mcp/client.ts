import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { DAYPACK, type Project } from '../run.ts'

/** An agent that starts `daypack mcp` as its server, as its settings would say. */
export async function mcpClient(at: Project, env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'some-agent', version: '1' })
  const [command = '', ...args] = DAYPACK
  await client.connect(
    new StdioClientTransport({ command, args: [...args, 'mcp'], cwd: at.dir, env: { ...at.env, ...env } }),
  )
  return client
}
