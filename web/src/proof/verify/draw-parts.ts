import { type Draw, WORD_RANGE } from '#core/fairness/draws.ts'

/** The four bytes of a draw, as they stand in the digest. */
export function bytesOf(draw: Draw): [number, number, number, number] {
  return [draw >>> 24, (draw >>> 16) & 255, (draw >>> 8) & 255, draw & 255]
}

/** b0/256 + b1/256² + b2/256³ + b3/256⁴, exact: it has at most 32 digits after the point. */
export function fractionOf(draw: Draw): number {
  return draw / WORD_RANGE
}
