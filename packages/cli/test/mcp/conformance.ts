// The published conformance suite of MCP against our server over HTTP; prints its summary, exit code 1 when a check fails.
//   node scripts/clients.mjs install conformance
//   node scripts/mcp-conformance.mjs
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack } from 'daypack'
import { mcpHandler } from 'daypack-gateway/mcp'
import { clientFile } from '../../../../scripts/clients.mjs'
import { listen } from '../../src/commands/mcp.ts'
import { addFixtures } from './fixtures.ts'

export type Suite = { readonly code: number; readonly lines: readonly string[] }

/** Undefined where the suite is not installed. */
export async function conformance(): Promise<Suite | undefined> {
  const file = clientFile('conformance')
  if (file === undefined) return undefined
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-mcp-'))
  const pack = await createDaypack({ dir, memory: { schedule: false, tuning: { watch: false } } })
  const handler = mcpHandler(pack, { extend: addFixtures })
  const served = await listen(handler.fetch, { host: '127.0.0.1', port: 0 })
  try {
    const results = path.join(dir, 'results')
    const args = [file, 'server', '--url', `${served.url}/mcp`, '--suite', 'all', '-o', results]
    return await new Promise<Suite>((resolve) => {
      execFile(process.execPath, args, { cwd: dir, maxBuffer: 64_000_000 }, (error, out) => {
        const lines = out.split('\n').filter((line) => /^[✓✗]|^Total:/.test(line))
        const said = lines.length > 0 ? lines : out.split('\n').slice(-40)
        resolve(error ? { code: 1, lines: [...said, ...failures(results)] } : { code: 0, lines: said })
      })
    })
  } finally {
    await served.close()
    await handler.close()
    await pack.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

type Check = { readonly id: string; readonly status: string; readonly errorMessage?: string }

/** Why checks failed: the summary does not say. */
function failures(folder: string): string[] {
  const files = globSync('*/checks.json', { cwd: folder }).toSorted()
  const checks = files.flatMap((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Check[])
  return checks.flatMap(({ id, status, errorMessage }) =>
    status === 'FAILURE' ? [`${id}: ${errorMessage ?? 'no reason given'}`] : [],
  )
}

if (import.meta.filename === process.argv[1]) {
  const suite = await conformance()
  for (const line of suite?.lines ?? ['not installed: node scripts/clients.mjs install conformance']) console.log(line)
  process.exitCode = suite?.code ?? 2
}
