import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsdown'

// What package.json exports is what is built; the rest goes into chunks they share, so that an import opens few files.
const { exports } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  exports: Record<string, string | { readonly 'daypack-source': string; readonly default: string }>
}
const entry = Object.fromEntries(
  Object.values(exports).flatMap((each) =>
    typeof each === 'string' ? [] : [[each.default.replace(/^\.\/dist\/|\.js$/g, ''), each['daypack-source']]],
  ),
)

export default defineConfig({
  entry,
  format: 'esm',
  platform: 'node',
  target: 'node22.13',
  dts: { sourcemap: false },
  sourcemap: false,
  fixedExtension: false,
  // Function names stay, for stack traces; comments and whitespace go: the types carry the documentation.
  minify: { compress: true, mangle: { toplevel: false, keepNames: true }, codegen: { removeWhitespace: true } },
})
