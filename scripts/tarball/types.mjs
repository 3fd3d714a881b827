// The ten lines as TypeScript, resolved as nodenext and as a bundler does, by the oldest and the newest compiler we name.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup.mjs'
import { check, program, run, tenLines } from './project.mjs'

const WAYS = [
  { name: 'nodenext', args: ['--module', 'nodenext', '--moduleResolution', 'nodenext'] },
  { name: 'bundler', args: ['--module', 'esnext', '--moduleResolution', 'bundler'] },
]

/**
 * @param {string} project
 * @param {NodeJS.ProcessEnv} env
 */
export async function checkTypes(project, env) {
  const { imports, rest } = tenLines()
  const help = `
import Anthropic from '@anthropic-ai/sdk'
declare const requestWithFullHistory: Anthropic.MessageCreateParamsNonStreaming
const client = new Anthropic({ apiKey: 'none' })
`
  writeFileSync(path.join(project, 'ten.mts'), [...imports, help, rest].join('\n'))
  const added = await run(
    'npm',
    ['install', '--no-fund', '--no-audit', '@types/node@24', '@anthropic-ai/sdk'],
    project,
    env,
  )
  check('@types/node and the SDK install beside it', added.code === 0, added.err)
  const compilers = [
    ['7.0', path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')],
    ['5.9', await program('typescript@5.9.3', 'typescript/bin/tsc', env)],
  ]
  const both = compilers.flatMap(([version, tsc]) => (tsc ? WAYS.map((way) => ({ version, tsc, ...way })) : []))
  await Promise.all(
    both.map(async ({ version, tsc, name, args }) => {
      const flags = ['--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2024', '--types', 'node', ...args]
      const { code, out } = await run('node', [tsc, ...flags, 'ten.mts'], project, env)
      check(`the ten lines in TypeScript ${version}, ${name}, library checked too`, code === 0, out.slice(0, 2_000))
    }),
  )
}
