import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node22.13',
  dts: { sourcemap: false },
  sourcemap: false,
  fixedExtension: false,
})
