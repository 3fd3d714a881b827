import { cpSync } from 'node:fs'
import { defineConfig, type UserConfig } from 'tsdown'

const shared: UserConfig = {
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  sourcemap: false,
  fixedExtension: false,
  // What is inlined comes from its source: nothing has to be built before.
  inputOptions: { resolve: { conditionNames: ['daypack-source', 'node', 'import', 'default'] } },
}

export default defineConfig([
  {
    ...shared,
    // What is private (the lab) or for tests (the scripted provider) is inlined: users install neither.
    entry: ['src/main.ts'],
    unbundle: true,
    dts: false,
    // The page that `daypack inspect` serves: built before this package.
    hooks: { 'build:done': () => cpSync('../inspector/dist', 'dist/inspector', { recursive: true }) },
  },
  { ...shared, entry: { 'plugins/index': 'src/plugins/index.ts' }, clean: false, dts: { sourcemap: false } },
])
