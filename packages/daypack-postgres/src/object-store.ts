import { AwsClient } from 'aws4fetch'
import { type BlobRange, DaypackError } from 'daypack/internal'

/** For one object, retries included. */
const TIMEOUT_MS = 120_000

export interface ObjectStore {
  /** Durable when it resolves; the same key is written again with the same bytes. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or a range of them; undefined when there is no such object. */
  get(key: string, range: BlobRange): Promise<Uint8Array | undefined>
  /** Of one that is not there: nothing to do. */
  remove(key: string): Promise<void>
  /** All keys that begin so. Without it, bytes whose row was never written stay when a tenant is deleted. */
  list?(prefix: string): Promise<readonly string[]>
}

export type S3Options = {
  /** With the bucket: `https://s3.eu-central-1.amazonaws.com/my-bucket`. */
  readonly url: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
  /** Default `us-east-1`. */
  readonly region?: string
}

/**
 * A bucket of S3, or of anything that speaks like it.
 *
 * @example
 * import { postgresDriver, s3Store } from 'daypack-postgres'
 *
 * const objects = s3Store({ url: 'https://s3.example.com/blobs', accessKeyId: 'id', secretAccessKey: 'secret' })
 * const driver = postgresDriver({ url: 'postgres://app@127.0.0.1/daypack', tenant: 'anna', objects })
 * await driver.close()
 */
export function s3Store(options: S3Options): ObjectStore {
  const { url, region = 'us-east-1', ...keys } = options
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 3 })
  const ask = async (key: string, init: RequestInit): Promise<Response> => {
    try {
      return await client.fetch(`${url.replace(/\/$/, '')}/${key}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...init,
      })
    } catch (cause) {
      throw new DaypackError('unreachable', `The object store at ${new URL(url).host} does not answer; is it up?`, {
        cause,
      })
    }
  }
  return {
    async put(key, bytes) {
      await fine(await ask(pathOf(key), { method: 'PUT', body: Buffer.from(bytes) }), 'put')
    },
    async get(key, { from, to }) {
      if (to <= from) return new Uint8Array(0)
      const answer = await ask(pathOf(key), { headers: { range: `bytes=${from}-${to - 1}` } })
      if (answer.status === 404) return undefined
      return Buffer.from(await (await fine(answer, 'get')).arrayBuffer())
    },
    async remove(key) {
      const answer = await ask(pathOf(key), { method: 'DELETE' })
      if (answer.status !== 404) await fine(answer, 'remove')
    },
    async list(prefix) {
      const keys: string[] = []
      for (let token: string | undefined = ''; token !== undefined;) {
        const search = new URLSearchParams({ 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) })
        const page = await (await fine(await ask(`?${search.toString()}`, {}), 'list')).text()
        keys.push(...textsOf(page, 'Key'))
        token = textsOf(page, 'NextContinuationToken')[0]
      }
      return keys
    },
  }
}

/** A key is sent so that the store has it to the letter: a `%2F` in it is no slash. */
function pathOf(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/')
}

function textsOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  )
}

async function fine(answer: Response, what: string): Promise<Response> {
  if (answer.ok) return answer
  const said = (await answer.text()).slice(0, 200)
  throw new DaypackError('io', `The object store failed to ${what} (${answer.status}): ${said}`, {
    details: { status: answer.status },
  })
}
