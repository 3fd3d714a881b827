#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { cleanStream } from './show/clean.ts'

const args = process.argv.slice(2)
const old = tooOld(process.versions.node)

for (const out of [process.stdout, process.stderr]) cleanStream(out)

// A closed pipe (`daypack … | head`) is no error of ours.
for (const out of [process.stdout, process.stderr])
  out.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })

// Nothing else is loaded for these: they answer at once, on any Node.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) console.log(version())
else if (old !== undefined) {
  console.error(old)
  process.exitCode = 1
} else {
  const { run } = await import('./program.ts')
  process.exitCode = await run(args, version())
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function tooOld(node: string): string | undefined {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 19)) return undefined
  return `daypack: this is Node ${node}; the command needs Node 22.19 or newer (https://nodejs.org).`
}
