/**
 * Why a change may stay unnoticed, by file and what it changes.
 * @type {Readonly<Record<string, string>>}
 */
export const REASONS = {}
