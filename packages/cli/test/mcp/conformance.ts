// The published conformance suite of MCP against our server over HTTP; prints its summary, exit code 1 when a check fails.
//   node scripts/clients.mjs install conformance
//   node scripts/mcp-conformance.mjs
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack } from 'daypack'
import { mcpHandler } from 'daypack/hosts/mcp'
import { clientFile } from '../../../../scripts/clients.mjs'
import { listen } from '../../src/mcp/listen.ts'
import { addFixtures } from './fixtures.ts'

export type Suite = { readonly code: number; readonly lines: readonly string[] }

/** Undefined where the suite is not installed. */
export async function conformance(): Promise<Suite | undefined> {
  const file = clientFile('conformance')
  if (file === undefined) return undefined
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-mcp-'))
  const pack = await createDaypack({ dir, memory: { watch: false, schedule: false } })
  const handler = mcpHandler(pack, { extend: addFixtures })
  const served = await listen(handler.fetch, { host: '127.0.0.1', port: 0 })
  try {
    const args = [file, 'server', '--url', `${served.url}/mcp`, '--suite', 'all']
    return await new Promise<Suite>((resolve) => {
      execFile(process.execPath, args, { cwd: dir, maxBuffer: 64_000_000 }, (error, out) => {
        const lines = out.split('\n').filter((line) => /^[✓✗]|^Total:/.test(line))
        resolve({ code: error ? 1 : 0, lines: lines.length > 0 ? lines : out.split('\n').slice(-40) })
      })
    })
  } finally {
    await served.close()
    await handler.close()
    await pack.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

if (import.meta.filename === process.argv[1]) {
  const suite = await conformance()
  for (const line of suite?.lines ?? ['not installed: node scripts/clients.mjs install conformance']) console.log(line)
  process.exitCode = suite?.code ?? 2
}
