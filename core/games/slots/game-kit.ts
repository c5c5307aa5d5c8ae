import { JACKPOT_SEED } from '../../money/coins.ts'
import {
  type ExactFigure,
  type GameReturn,
  OF_THE_STAKE,
} from '../../returns/game-return.ts'
import type { GameKit } from '../game-kit.ts'
import { slots } from './slots.ts'
import {
  jackpotLuck,
  jackpotReturn,
  type SpinCensus,
  spinCensus,
  spinLuck,
} from './slots-return.ts'

export const gameKit: GameKit = {
  game: slots,
  calls: { start: (betAmount) => ({ path: 'slot', body: { betAmount } }) },
  returns: slotsFigures(spinCensus),
}

/** Describes the returns. @param takeCensus takes seconds and is called at most once. */
export function slotsFigures(takeCensus: () => SpinCensus): GameReturn {
  let taken: SpinCensus | undefined
  const census = () => {
    taken ??= takeCensus()
    return taken
  }
  return {
    name: 'slots',
    exactFigures: () => [...reelFigures(census()), ...jackpotFigures()],
    compared: 'return',
    luckOf: ({ bet, payout }) => spinLuck(census(), bet.betAmount, payout),
    jackpot: { luckOf: jackpotLuck, returnOf: jackpotReturn },
  }
}

function reelFigures({
  spins,
  paid,
  squares,
  hits,
  largest,
}: SpinCensus): ExactFigure[] {
  const { variance } = slots.expectedReturn.spread
  return [
    {
      name: 'variance',
      value: squares / spins - (paid / spins) ** 2,
      unit: '× the stake squared',
      expected: variance,
      within: 1e-9,
    },
    {
      name: 'return',
      value: (100 * paid) / spins,
      unit: OF_THE_STAKE,
      expected: 95,
    },
    {
      name: 'hits',
      value: (100 * hits) / spins,
      unit: '% of spins',
      expected: 25.45,
    },
    { name: 'largest_win', value: largest, unit: '× the stake', expected: 50 },
  ]
}

function jackpotFigures(): ExactFigure[] {
  return [
    {
      name: 'jackpot_accrual',
      value: slots.jackpot.shareHundredths,
      unit: OF_THE_STAKE,
      expected: 1,
    },
    {
      name: 'jackpot_reseed',
      value: 100 * jackpotReturn(JACKPOT_SEED),
      unit: OF_THE_STAKE,
      expected: 1,
    },
  ]
}
