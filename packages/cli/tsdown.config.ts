import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/main.ts'],
  unbundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.13',
  dts: false,
  sourcemap: false,
  fixedExtension: false,
})
