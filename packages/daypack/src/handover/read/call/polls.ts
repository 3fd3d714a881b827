import { patternOf } from '../../../dialects/dialects.ts'

/** Calls that only wait for a program, by how they are told. */
export const POLL = patternOf('polls')
