import fc from 'fast-check'

// Every property runs this often unless it asks for its own number; scripts/test.mjs sets the variable. A run can be
// repeated: the seed is fixed, DAYPACK_SEED is another one, and `random` a new one each time. DAYPACK_SHRINK=0 reports the
// first failure as it is, which is quicker while working. No property goes on for longer than its test may: looking for
// a smaller example of a failure once took minutes and all of the memory.
const seed = process.env['DAYPACK_SEED'] ?? '20261115'

fc.configureGlobal({
  ...(seed === 'random' ? {} : { seed: Number(seed) }),
  numRuns: Number(process.env['DAYPACK_RUNS'] ?? 100),
  interruptAfterTimeLimit: process.env['DAYPACK_NIGHTLY'] === '1' ? 3_000_000 : 50_000,
  endOnFailure: process.env['DAYPACK_SHRINK'] === '0',
})
