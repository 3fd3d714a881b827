import { Readable, Writable } from 'node:stream'
import { ndJsonStream } from '@agentclientprotocol/sdk'
import { acpAgent } from '../acp/agent.ts'
import type { ChatWorkspaceOptions } from '../chat/workspace.ts'
import type { Config } from '../config/schema.ts'

type Flags = Pick<Config, 'model' | 'window' | 'preset' | 'dir'> & Pick<ChatWorkspaceOptions, 'config' | 'script'>

export async function acpCommand({ config, script, ...flags }: Flags, version: string): Promise<number> {
  const agent = acpAgent({ flags, config, script, version })
  const output = Writable.toWeb(process.stdout) as WritableStream<Uint8Array>
  const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>
  const connection = agent.app.connect(ndJsonStream(output, input))
  const stop = () => connection.close()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  await connection.closed
  await agent.close()
  return 0
}
