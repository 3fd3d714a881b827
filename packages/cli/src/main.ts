#!/usr/bin/env node
import { readFileSync } from 'node:fs'

const args = process.argv.slice(2)

// Nothing else is loaded for this: it answers at once.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) console.log(version())
else {
  const { run } = await import('./program.ts')
  process.exitCode = await run(args, version())
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
