import { defineConfig } from 'vite'

export default defineConfig({
  // Below any token: addresses are relative.
  base: './',
  build: { target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0, reportCompressedSize: false },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
})
