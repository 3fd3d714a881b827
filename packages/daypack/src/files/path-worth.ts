const WRITTEN_BY_PROGRAMS =
  /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|go\.sum|Cargo\.lock|.*\.(?:min\.js|map|svg|snap))$/i
const TESTS = /(?:^|[/_.-])(?:tests?|spec|fixtures?|mocks?|testutils?)(?:[/_.-]|$)/i
/** How something looks, beside what it says. */
const STYLES = /\.(?:css|scss|sass|less|styl)$/i

/** Tests and looks come after what they belong to; what programs wrote is shown only where nothing else is. */
export function pathWorth(path: string): number {
  if (WRITTEN_BY_PROGRAMS.test(path)) return 0.1
  if (/\/tool[-_]results?\//.test(path)) return 0.25
  if (TESTS.test(path)) return 0.6
  return STYLES.test(path) ? 0.4 : 1
}
