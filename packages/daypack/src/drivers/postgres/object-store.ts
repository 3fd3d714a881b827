import type * as aws from 'aws4fetch'
import type { BlobRange } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import { peer } from './peer.ts'

/** Where big blobs go. Three calls are all that is asked of it. */
export interface ObjectStore {
  /** Durable when it resolves; the same key is written again with the same bytes. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or a range of them; undefined when there is no such object. */
  get(key: string, range: BlobRange): Promise<Uint8Array | undefined>
  /** Of one that is not there: nothing to do. */
  remove(key: string): Promise<void>
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
 * import { postgresDriver, s3Store } from 'daypack/drivers'
 *
 * const objects = s3Store({ url: 'https://s3.example.com/blobs', accessKeyId: 'id', secretAccessKey: 'secret' })
 * const driver = postgresDriver({ url: 'postgres://app@127.0.0.1/daypack', tenant: 'anna', objects })
 * await driver.close()
 */
export function s3Store(options: S3Options): ObjectStore {
  const { url, region = 'us-east-1', ...keys } = options
  let signer: Promise<Signer> | undefined
  const ask = async (key: string, init: RequestInit): Promise<Response> => {
    const client = await (signer ??= peer<typeof aws>('aws4fetch').then(
      ({ AwsClient }) => new AwsClient({ ...keys, region, service: 's3', retries: 3 }),
    ))
    try {
      return await client.fetch(`${url.replace(/\/$/, '')}/${key}`, init)
    } catch (cause) {
      throw new DaypackError('unreachable', `The object store at ${new URL(url).host} does not answer; is it up?`, {
        cause,
      })
    }
  }
  return {
    async put(key, bytes) {
      await fine(await ask(key, { method: 'PUT', body: Buffer.from(bytes) }), 'put')
    },
    async get(key, { from, to }) {
      if (to <= from) return new Uint8Array(0)
      const answer = await ask(key, { headers: { range: `bytes=${from}-${to - 1}` } })
      if (answer.status === 404) return undefined
      return Buffer.from(await (await fine(answer, 'get')).arrayBuffer())
    },
    async remove(key) {
      const answer = await ask(key, { method: 'DELETE' })
      if (answer.status !== 404) await fine(answer, 'remove')
    },
  }
}

type Signer = { fetch: (url: string, init: RequestInit) => Promise<Response> }

async function fine(answer: Response, what: string): Promise<Response> {
  if (answer.ok) return answer
  const said = (await answer.text()).slice(0, 200)
  throw new DaypackError('io', `The object store failed to ${what} (${answer.status}): ${said}`, {
    details: { status: answer.status },
  })
}
