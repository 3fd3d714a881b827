#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { tour } from './tour.ts'

const HELP = `daypack: context and memory for agents

Usage
  daypack tour         show in a minute what Daypack does today
  daypack --version    print the version
  daypack --help       print this text
`

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const [command = '--help'] = args
  switch (command) {
    case 'tour':
      await tour((line) => console.log(line))
      return 0
    case '--version':
    case '-v':
      console.log(version())
      return 0
    case '--help':
    case '-h':
    case 'help':
      console.log(HELP)
      return 0
    default:
      console.error(`daypack: no command "${command}". Run "daypack --help" for the list.`)
      return 2
  }
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
