import { cpSync } from 'node:fs'
import { defineConfig } from 'tsdown'

export default defineConfig({
  // What is private (the lab) or for tests (the scripted provider) is inlined: users install neither.
  entry: ['src/main.ts'],
  unbundle: true,
  dts: false,
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  sourcemap: false,
  fixedExtension: false,
  // What is inlined comes from its source: nothing has to be built before.
  inputOptions: { resolve: { conditionNames: ['daypack-source', 'node', 'import', 'default'] } },
  // The page that `daypack inspect` serves: built before this package.
  hooks: { 'build:done': () => cpSync('../inspector/dist', 'dist/inspector', { recursive: true }) },
})
