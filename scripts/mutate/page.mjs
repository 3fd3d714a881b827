/** @typedef {{ folder: string, of: number, file: string, line: number, was: string, change: string, noticed: boolean, by: string }} Tried */

/**
 * @param {readonly Tried[]} tried
 * @param {string} how
 * @param {Readonly<Record<string, { what: string, why: string }>>} notAsked kinds that are not drawn, by folder
 * @param {string} [note] what a reader must know beyond the figures
 */
export function mutationPage(tried, how, notAsked, note = '') {
  const folders = Map.groupBy(tried, ({ folder }) => folder)
  const seen = (/** @type {readonly Tried[]} */ list) => list.filter(({ noticed }) => noticed).length
  const percent = (/** @type {readonly Tried[]} */ list) => `${Math.round((100 * seen(list)) / list.length)} %`
  const rows = [...folders].map(
    ([folder, list]) => `| \`${folder}\` | ${list[0]?.of} | ${list.length} | ${seen(list)} | ${percent(list)} |`,
  )
  return `# Changes of the code that tests notice

\`npm run mutate\` changes the code in one place at a time, in memory, and runs tests that reach it: an operator is reversed, a condition fixed to true or false, a number shifted, a flag flipped, a call left out. A change that no test notices marks a line that no test protects. \`npm run mutate -- --page\` writes this page: ${how}.

| folder | changes there are | tried | noticed | share |
|---|---|---|---|---|
${rows.join('\n')}
| all | | ${tried.length} | ${seen(tried)} | ${percent(tried)} |

Asked are at most 34 quick and four slow tests that reach the change, the nearest first, and none of the golden files: the full test run notices more.

${Object.entries(notAsked)
  .map(([folder, { what, why }]) => `Not drawn in \`${folder}\`: ${what}. ${why}`)
  .join('\n\n')}${note === '' ? '' : `\n\n${note}`}
`
}
