import { cpSync } from 'node:fs'
import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/main.ts', 'src/inspect/what-if-worker.ts'],
  unbundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  dts: false,
  sourcemap: false,
  fixedExtension: false,
  // The page that `daypack inspect` serves: built before this package.
  hooks: { 'build:done': () => cpSync('../inspector/dist', 'dist/inspector', { recursive: true }) },
})
