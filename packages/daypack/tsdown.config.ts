import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.test.ts'],
  unbundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.22',
  dts: { sourcemap: false },
  sourcemap: true,
  fixedExtension: false,
})
