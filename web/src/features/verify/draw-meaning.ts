import { type Draw, WORD_RANGE } from '#core/fairness/draws.ts'
import type { Round } from '#core/fairness/round.ts'

/** The four bytes of a draw, as they stand in the digest. */
export function bytesOf(draw: Draw): [number, number, number, number] {
  return [draw >>> 24, (draw >>> 16) & 255, (draw >>> 8) & 255, draw & 255]
}

/** b0/256 + b1/256² + b2/256³ + b3/256⁴, exact: it has at most 32 digits after the point. */
export function fractionOf(draw: Draw): number {
  return draw / WORD_RANGE
}

/** What a draw of a round became, in words; undefined for games not told here. */
export function meaningOf(round: Round, index: number): string | undefined {
  return meanings[round.gameType]?.(round, index)
}

type Meaning = (round: Round, index: number) => string | undefined

const meanings: Readonly<Record<string, Meaning>> = {
  'Coin Flip': ({ draws, bet, outcome }, index) => {
    const fraction = fractionOf(draws[index] ?? 0)
    if (index === 0)
      return fraction < 0.5 ? 'below ½: heads' : '½ or more: tails'
    // In hundredths, so that no float can shift it.
    const hundredths = bet.betAmount * 198
    const part = (hundredths % 100) / 100
    const isUp = outcome.payout * 100 > hundredths
    return isUp
      ? `below ${part}: ${hundredths / 100} becomes ${outcome.payout}`
      : `${part} or more: ${hundredths / 100} becomes ${outcome.payout}`
  },
}
