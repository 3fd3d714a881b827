import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../scripts/advisories.mjs', import.meta.url))
type Query = { readonly package: { readonly ecosystem: string; readonly name: string }; readonly version: string }

/** The check against this server. */
function checked(url: string): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT], { env: { ...process.env, OSV_URL: url } }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: out + err }),
    )
  })
}

it('a known vulnerability of what ships is red, and so is a check that nobody answered', async () => {
  let bad = ''
  const asked: Query[] = []
  const server = createServer((incoming, outgoing) => {
    let text = ''
    incoming.on('data', (data: Buffer) => (text += data.toString()))
    incoming.on('end', () => {
      const { queries } = JSON.parse(text) as { queries: Query[] }
      asked.push(...queries)
      const results = queries.map((query) => (query.package.name === bad ? { vulns: [{ id: 'GHSA-test' }] } : {}))
      outgoing.end(JSON.stringify({ results }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await checked(url)).toMatchObject({ code: 0 })
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.every((query) => query.package.ecosystem === 'npm' && /^\d/.test(query.version))).toBe(true)
  bad = 'ws'
  const { code, said } = await checked(url)
  expect(code).toBe(1)
  expect(said).toMatch(/ws@[\d.]+: GHSA-test/)
  server.close()
  const unasked = await checked('http://127.0.0.1:1')
  expect(unasked.code).toBe(2)
  expect(unasked.said).toContain('Nothing is known of advisories')
})
