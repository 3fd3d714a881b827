import { DaypackError } from '../../model/errors.ts'

export async function peer<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new DaypackError(
      'missing-peer',
      `This summarizer needs the package ${name}: npm install ${name}. Or hand over a client of your own.`,
      { cause },
    )
  }
}

type Options<Client> = { readonly client?: Client; readonly apiKey?: string; readonly baseURL?: string }

/** The client given, or one made at the first use from the options and the environment it reads itself. */
export function clientOf<Client>(
  { client, apiKey, baseURL }: Options<Client>,
  load: () => Promise<new (settings: { apiKey?: string; baseURL?: string }) => Client>,
): () => Promise<Client> {
  let made: Promise<Client> | undefined
  const settings = { ...(apiKey !== undefined && { apiKey }), ...(baseURL !== undefined && { baseURL }) }
  return () => (made ??= client ? Promise.resolve(client) : load().then((Client) => new Client(settings)))
}
