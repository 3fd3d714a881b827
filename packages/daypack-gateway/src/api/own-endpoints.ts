import type { Daypack } from 'daypack'
import { failure, json, text } from '../http/answers.ts'
import { MEMORY_PATH, METRICS_PATH, OPENAPI_PATH, STATUS_PATH } from '../door/route.ts'
import { memoryApi, openApi } from './memory-api.ts'
import { metricsText } from './metrics.ts'
import type { Team } from '../door/team.ts'
import type { TurnPlanner } from '../plan/turn-planner.ts'
import type { Answer, Incoming } from '../http/upstream.ts'
import type { Admission } from '../door/admit.ts'

type Parts = {
  readonly pack: Daypack | undefined
  readonly token?: string
  readonly planner: TurnPlanner
  readonly team: Team
}

/** What the gateway answers itself: its status, its metrics and the memory. */
export function ownEndpoints({ pack, token, planner, team }: Parts) {
  return async function answer(incoming: Incoming, admission: Admission): Promise<Answer> {
    switch (admission.route.path) {
      case STATUS_PATH:
        return json(200, await planner.status(admission.person === undefined ? undefined : admission.sender.home))
      case METRICS_PATH:
        return text(metricsText(await planner.status(), team.today()))
      case OPENAPI_PATH:
        return json(200, openApi)
      default:
        return memoryAnswer(incoming, admission)
    }
  }

  /** Notes are private: they are shown to nobody without a token, and where users are apart to each their own. */
  async function memoryAnswer({ method, body }: Incoming, { route, person, sender }: Admission): Promise<Answer> {
    if (pack === undefined || (token ?? person) === undefined)
      return failure(403, 'Memory is served with a token only: start the proxy with --token.')
    const { path, search } = route
    const bytes = typeof body === 'function' ? await body() : body
    const request = { method, path: path.slice(MEMORY_PATH.length), search, body: Buffer.from(bytes ?? []).toString() }
    const { status, value } = await memoryApi(pack, request, sender.home)
    return json(status, value)
  }
}
