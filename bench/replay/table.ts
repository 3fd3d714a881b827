import type { Figures } from '../../lab/src/measure/figures.ts'

export const HEAD =
  'strategy             n    cost  stale  recall lines early  said reqst truth breaks over inval excpt moved loop latest own  out  read writ  view   ms   max'

export function row(name: string, f: Figures, n: number): string {
  const share = (part: number, all: number) => (all === 0 ? '–' : ((100 * part) / all).toFixed(1))
  return [
    name.padEnd(20),
    String(n).padStart(3),
    (f.cost / f.raw).toFixed(3),
    share(f.staleHeld, f.stale).padStart(5),
    share(f.namesHeld, f.names).padStart(5),
    share(f.linesHeld, f.lines).padStart(5),
    share(f.earlyLost, f.early).padStart(5),
    share(f.saidHeld, f.said).padStart(5),
    share(f.requestsWhole, f.requests).padStart(5),
    share(f.fileLinesTrue, f.fileLines).padStart(5),
    ((100 * f.breaks) / f.steps).toFixed(1).padStart(5),
    ...[f.overflows, f.invalid, f.problems, f.moved, f.loopLost, f.latestLost].map((value) =>
      String(value).padStart(4),
    ),
    share(f.own, f.cost).padStart(4),
    ...[f.output, f.read, f.written].map((part) => share(part, f.cost).padStart(4)),
    `${Math.round(f.viewed / f.steps / 1000)}k`.padStart(5),
    (f.ms / f.steps).toFixed(2).padStart(6),
    f.slowestMs.toFixed(0).padStart(5),
  ].join(' ')
}
