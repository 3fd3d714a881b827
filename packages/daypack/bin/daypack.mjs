#!/usr/bin/env node
// The command is the package daypack-cli; `npx daypack` finds it where it is installed, and else says how to get it.
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const main = findCommand()
if (main) await import(pathToFileURL(main).href)
else {
  console.error(
    'daypack: the command is a package of its own. Run `npx daypack-cli`, or `npm install daypack-cli` first.',
  )
  process.exitCode = 1
}

/** @returns {string | undefined} */
function findCommand() {
  for (const from of [import.meta.url, path.join(process.cwd(), 'package.json')]) {
    try {
      return path.join(path.dirname(createRequire(from).resolve('daypack-cli/package.json')), 'dist', 'main.js')
    } catch {
      // Not installed there.
    }
  }
  return undefined
}
