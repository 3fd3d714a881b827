/** Rises with every change that makes old terms differ from new ones. */
const ANALYSIS = 11

/** An index made under another value must be made again: dictionary words depend on ICU. */
export const ANALYSIS_VERSION = `${ANALYSIS}/icu ${process.versions['icu'] ?? 'none'}/unicode ${process.versions['unicode'] ?? 'none'}`
