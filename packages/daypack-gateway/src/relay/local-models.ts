import type { Millis, Tokens, Model, Models } from 'daypack'
import { assumedLine, windowOf } from 'daypack/internal'
import { askWindow } from './ask-window.ts'
import { modelOf, type Turn } from '../session/agent.ts'
import type { Fields } from '../http/upstream.ts'

export type LocalModels = {
  readonly known: Models
  ask(turn: Turn, url: string, headers: Fields): Promise<void>
}

const LOCAL =
  /^https?:\/\/(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]|host\.docker\.internal)/i

/** A server that did not tell may come up, or load the model, later. */
const AGAIN_MS: Millis = 30_000

type Asked = { readonly at: Millis; readonly answer: Promise<Tokens | undefined> }

export function localModels(given: Models, now: () => Millis, say: (line: string) => void): LocalModels {
  const known: Record<string, Model> = { ...given }
  const asked = new Map<string, Asked>()
  return {
    known,
    async ask({ request }, url, headers) {
      const model = modelOf(request)
      if (model === undefined || windowOf(model, known).from !== 'nothing') return
      const last = asked.get(model)
      const isDue = LOCAL.test(url) && (last === undefined || now() - last.at >= AGAIN_MS)
      if (isDue) asked.set(model, { at: now(), answer: askFor(model, url, headers) })
      const tokens = await asked.get(model)?.answer
      if (tokens !== undefined) known[model] = { window: tokens }
      else
        say(
          `${assumedLine(model, windowOf(model, known).tokens)} Set it with --window, or under "models" in daypack.json.`,
        )
    },
  }
}

function askFor(model: string, url: string, { authorization: key }: Fields): Promise<Tokens | undefined> {
  const base = url.replace(/(\/v1)\/.*$/, '$1')
  return askWindow(base, model, { headers: typeof key === 'string' ? { authorization: key } : {} })
}
