import { reasonOf } from 'daypack'
import { packOptions } from '../config/pack-options.ts'
import type { Config } from '../config/schema.ts'

const TIMEOUT_MS = 5_000

export async function embeddingProblem(config: Config): Promise<string | undefined> {
  const { memory } = packOptions(config, process.cwd(), process.env)
  const embed = memory ? memory.embed : undefined
  if (!embed) return undefined
  try {
    const [vector] = await embed.embed(['test'], AbortSignal.timeout(TIMEOUT_MS))
    if (vector?.length === embed.dimensions) return undefined
    return `The embedding endpoint answers with ${vector?.length ?? 0} dimensions, not ${embed.dimensions}: set EMBEDDING_DIMENSIONS. Search goes by words alone.`
  } catch (error) {
    return `The embedding endpoint does not answer: ${reasonOf(error)} Search goes by words alone.`
  }
}
