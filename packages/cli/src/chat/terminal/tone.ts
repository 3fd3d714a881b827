import type { Tone } from '../types.ts'
import { bold, cyan, dim, red } from './style.ts'

const TONES: Record<Tone, (text: string) => string> = {
  quiet: dim,
  strong: bold,
  trouble: red,
  notice: cyan,
}

export function toned(text: string, tone: Tone | undefined): string {
  return tone === undefined ? text : text.split('\n').map(TONES[tone]).join('\n')
}
