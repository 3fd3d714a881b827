import type { Session } from 'daypack'
import { lines, type LinesRequest, type LinesResponse } from './codec.ts'

/** The client of the small chat server, as its makers wrote it. */
export type LinesClient = { send(request: LinesRequest): Promise<LinesResponse> }

/** A host from outside: the same client, with its conversation kept inside the window. */
export function withDaypack(client: LinesClient, session: Session): LinesClient {
  return {
    async send(request) {
      const { request: fitting } = await session.prepare(lines, request)
      const response = await client.send(fitting)
      await session.record(lines, response)
      return response
    },
  }
}
