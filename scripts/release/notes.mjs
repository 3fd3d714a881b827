// One version everywhere, and a section of the changelog that says what is in it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup.mjs'
import { check } from '../tarball/project.mjs'

/** @typedef {import('../packages.mjs').Package} Package */

/** @param {readonly Package[]} packages */
export function checkVersions(packages) {
  const version = packages[0]?.manifest.version ?? ''
  for (const { folder, manifest } of packages) {
    check(`${manifest.name} is ${version}`, manifest.version === version, `${folder} says ${manifest.version}`)
    for (const { manifest: other } of packages) {
      const asked = manifest.dependencies?.[other.name]
      if (asked) check(`${manifest.name} needs ${other.name} ${version}`, asked === version, `it asks for ${asked}`)
    }
  }
}

/**
 * @param {readonly Package[]} packages
 * @param {boolean} isDry
 */
export function checkNotes(packages, isDry) {
  const version = packages[0]?.manifest.version ?? ''
  const sections = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1)
  const named = sections.find((each) => each.startsWith(`${version} (`))
  const notes = named ?? (isDry ? sections.find((each) => each.startsWith('Unreleased')) : undefined)
  const lines = notes?.split('\n').filter((line) => line.startsWith('- ')).length ?? 0
  const remedy = `Rename "## Unreleased" in CHANGELOG.md to "## ${version} (yyyy-mm-dd)".`
  check(`the changelog has ${lines} entries for ${version}`, lines > 0, remedy)
  if (!named && isDry) console.log(`      for the release: ${remedy}`)
}
