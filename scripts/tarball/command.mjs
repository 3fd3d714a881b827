// The command from the tarball, in a folder that is not ours.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { nodeOf } from './plain.mjs'
import { check, run } from './project.mjs'

/**
 * @param {string} project
 * @param {NodeJS.ProcessEnv} env
 */
export async function checkCommand(project, env) {
  const version = await run('npx', ['--no-install', 'daypack', '--version'], project, env)
  check('npx daypack --version', version.code === 0 && /^\d+\.\d+\.\d+\n$/.test(version.out), version.out + version.err)
  const bin = path.join(project, 'node_modules', 'daypack-cli', 'dist', 'main.js')
  const elsewhere = path.join(path.dirname(project), 'elsewhere')
  const notes = path.join(elsewhere, 'log', 'daypack.jsonl')
  mkdirSync(path.dirname(notes), { recursive: true })
  writeFileSync(notes, 'mine')
  const node = (await nodeOf('24.21.0', env)) ?? 'node'
  const ran = await run(node, [bin, 'tour'], elsewhere, { ...env, HOME: elsewhere })
  check(
    'the tour runs from the tarball',
    ran.code === 0 && ran.out.includes('everything would not have fitted'),
    ran.out + ran.err,
  )
  check(
    'F-39: it writes nothing into the folder and names commands that exist',
    readdirSync(elsewhere, { recursive: true }).length === 2 && !ran.out.includes('npm start'),
  )
  const again = await run(node, [bin, 'tour', '--dir', elsewhere], path.dirname(elsewhere), env)
  const isAsItWas = existsSync(notes) && readFileSync(notes, 'utf8') === 'mine'
  check('F-20: a folder in use stays as it is', again.code === 0 && isAsItWas, again.err)
  const old = await nodeOf('22.13.0', env)
  if (!old) return
  const said = await run(old, [bin, 'sessions'], elsewhere, env)
  check(
    'F-33: the command says in one sentence which Node it needs',
    said.code === 1 && /^daypack: .*Node 22\.19 or newer.*\n$/.test(said.err),
    said.err,
  )
}
