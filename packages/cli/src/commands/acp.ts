import { Readable, Writable } from 'node:stream'
import { ndJsonStream } from '@agentclientprotocol/sdk'
import { acpAgent } from '../acp/agent.ts'
import type { RoomOptions } from '../acp/room.ts'

/** `daypack acp`: on standard input and output until the editor goes. */
export async function acpCommand(options: RoomOptions, version: string): Promise<number> {
  const agent = acpAgent({ ...options, version })
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
