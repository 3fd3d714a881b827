// What a month costs, by a model whose figures can be changed: node --conditions=daypack-source bench/backends/capacity.ts
// Measured: bytes and CPU, by load.ts on PostgreSQL 17 (docs/scale.md). Assumed: how people use it, and prices in US dollars, round
// figures near the lists of large clouds in 2026. Models are not in it: they cost far more than all of this.

const MEASURED = { cpuMsOfAppend: 0.82, bytesOfUnit: 1_310 }
const ASSUMED = {
  turnsOfSession: 50,
  appendsOfTurn: 2,
  bytesOfTurn: 4_000,
  blobBytesOfSession: 150_000,
  unitsOfSession: 20,
  /** The busiest hour against the mean. */
  peak: 5,
  /** Logs are kept for so many months, blobs for one. */
  monthsKept: 12,
  /** Of a core at the busiest hour: the rest is room. */
  load: 0.5,
}
const PRICES = { core: 60, databaseGb: 0.12, objectGb: 0.025, backupGb: 0.1 }
const MONTH_SECONDS = 30 * 86_400

type Row = { sessions: number; appends: number; cores: number; logGb: number; blobGb: number; cost: number }

/** For so many sessions a month, with a replica from a million on. */
function monthOf(sessions: number): Row {
  const { turnsOfSession, appendsOfTurn, peak, load, monthsKept } = ASSUMED
  const appends = ((sessions * turnsOfSession * appendsOfTurn) / MONTH_SECONDS) * peak
  const cores = Math.max(2, Math.ceil((appends * MEASURED.cpuMsOfAppend) / 1000 / load))
  const perSession = turnsOfSession * ASSUMED.bytesOfTurn + ASSUMED.unitsOfSession * MEASURED.bytesOfUnit
  const logGb = (sessions * monthsKept * perSession) / 1e9
  const blobGb = (sessions * ASSUMED.blobBytesOfSession) / 1e9
  const servers = sessions >= 1_000_000 ? 2 : 1
  const storage = logGb * (PRICES.databaseGb * servers + PRICES.backupGb) + blobGb * PRICES.objectGb
  return { sessions, appends, cores, logGb, blobGb, cost: cores * PRICES.core * servers + storage }
}

const shown = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 2 })
console.log(
  '| sessions a month | appends a second, busiest hour | cores | database after a year, GB | objects, GB | dollars a month |',
)
console.log('| --- | --- | --- | --- | --- | --- |')
for (const { sessions, appends, cores, logGb, blobGb, cost } of [1_000, 100_000, 10_000_000].map(monthOf))
  console.log(
    `| ${sessions.toLocaleString('en-US')} | ${shown(appends)} | ${cores} | ${shown(logGb)} | ${shown(blobGb)} | ${shown(cost)} |`,
  )
