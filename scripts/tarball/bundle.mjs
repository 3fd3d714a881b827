// Bundled with esbuild, as ES module and CommonJS, and run from a folder that has no packages.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { check, program, run } from './project.mjs'

/**
 * @param {string} project
 * @param {NodeJS.ProcessEnv} env
 */
export async function checkBundles(project, env) {
  const esbuild = await program('@esbuild/linux-x64@0.28.2', '@esbuild/linux-x64/bin/esbuild', env)
  if (!esbuild) return
  const away = path.join(path.dirname(project), 'away')
  mkdirSync(away)
  for (const format of ['esm', 'cjs']) {
    const out = path.join(away, `bundle.${format === 'esm' ? 'mjs' : 'cjs'}`)
    const flags = ['--bundle', '--platform=node', `--format=${format}`, `--outfile=${out}`, '--log-level=warning']
    const built = await run(esbuild, [format === 'esm' ? 'ten.mjs' : 'ten.cjs', ...flags], project, env)
    check(`F-32: esbuild --format=${format} without a word`, built.code === 0 && built.err === '', built.err)
    if (built.code !== 0) continue
    writeFileSync(path.join(away, 'package.json'), '{}')
    const workspace = path.join(away, `workspace-${format}`)
    const { code, out: said, err } = await run('node', [out], away, { ...env, WORKSPACE: workspace })
    check(`F-32: the ${format} bundle runs on its own`, code === 0 && said.includes('worked'), said + err)
  }
}
