import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Few, so that a list has several pages. */
const KEYS_ON_A_PAGE = 1

/** A bucket as S3 serves it, in memory: objects, ranges, lists in pages. Requests that are not signed with its keys get a 403. */
export async function startBucket(keys: { id: string; secret: string }) {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
    const bytes = await buffer(request)
    const key = decodeURIComponent(pathname.replace(/^\/bucket\/?/, ''))
    const end = (status: number, body: string | Buffer = '') => response.writeHead(status).end(body)
    if (request.headers.authorization !== authorization(request, pathname, searchParams, keys)) return void end(403)
    if (request.method === 'PUT') return void (objects.set(key, bytes), end(200))
    if (request.method === 'DELETE') return void (objects.delete(key), end(204))
    if (key === '') return void end(200, page(searchParams))
    const found = objects.get(key)
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (found === undefined) end(404)
    else if (from === undefined) end(200, found)
    else end(206, found.subarray(Number(from), Number(to) + 1))
  }

  function page(search: URLSearchParams): string {
    const after = search.get('continuation-token') ?? ''
    const all = [...objects.keys()].filter((key) => key.startsWith(search.get('prefix') ?? '')).toSorted()
    const rest = all.filter((key) => key > after)
    const shown = rest.slice(0, KEYS_ON_A_PAGE)
    const next = rest.length > shown.length ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult>${shown.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${next}</ListBucketResult>`
  }
}

/** The header of a request that is signed with these keys: AWS Signature Version 4. */
function authorization(
  { method, headers }: IncomingMessage,
  path: string,
  search: URLSearchParams,
  { id, secret }: { id: string; secret: string },
): string {
  const [, scope = '', signed = ''] =
    /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const query = [...search].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted()
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name])}`)
  const asked = [method, path, query.join('&'), ...lines, '', signed, headers['x-amz-content-sha256']].join('\n')
  const digest = createHash('sha256').update(asked).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')
  const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest()
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${signed}, Signature=${hmac(key, text).toString('hex')}`
}
