import type { ExactFigure, GameReturn } from '#core/returns/game-return.ts'
import { type Measure, rounded } from '../lib/measures.ts'

/** What each game pays back, by all that can be drawn. */
export function exactRows(
  kits: readonly { returns: Pick<GameReturn, 'name' | 'exactFigures'> }[],
): Measure[] {
  return kits.flatMap(({ returns }) =>
    returns.exactFigures().map((figure) => rowOf(returns.name, figure)),
  )
}

function rowOf(
  game: string,
  { name, value, unit, expected, within }: ExactFigure,
): Measure {
  const row = { name: `${game}_${name}`, unit }
  if (within === undefined) {
    return { ...row, value, bar: `${expected}`, ok: value === expected }
  }
  return {
    ...row,
    value: rounded(value, 4),
    bar: `${expected} ± ${within}`,
    ok: Math.abs(value - expected) <= within,
  }
}
