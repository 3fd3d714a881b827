import type { Tokens } from '../../../model/json.ts'
import { assumedLine, windowOf, type Model, type Models } from '../../../tokens/models.ts'
import { askWindow } from '../../support/ask-window.ts'
import { modelOf, type Turn } from '../session/agent.ts'
import type { Fields } from '../http/upstream.ts'

export type LocalModels = {
  readonly known: Models
  ask(turn: Turn, url: string, headers: Fields): Promise<void>
}

const LOCAL =
  /^https?:\/\/(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]|host\.docker\.internal)/i

export function localModels(given: Models, say: (line: string) => void): LocalModels {
  const known: Record<string, Model> = { ...given }
  const asked = new Map<string, Promise<Tokens | undefined>>()
  return {
    known,
    async ask({ request }, url, headers) {
      const model = modelOf(request)
      if (model === undefined || windowOf(model, known).from !== 'nothing') return
      const key = headers['authorization']
      const answer =
        asked.get(model) ??
        (LOCAL.test(url)
          ? askWindow(url.replace(/(\/v1)\/.*$/, '$1'), model, {
              headers: typeof key === 'string' ? { authorization: key } : {},
            })
          : Promise.resolve(undefined))
      if (!asked.has(model)) asked.set(model, answer)
      const tokens = await answer
      if (tokens !== undefined) known[model] = { window: tokens }
      else
        say(
          `${assumedLine(model, windowOf(model, known).tokens)} Say it with --window, or under "models" in daypack.json.`,
        )
    },
  }
}
