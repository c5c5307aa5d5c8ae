import type { HorseId } from '#core/race/horses.ts'

/** By the horses' first letters: digits belong to the amount. */
export const keyOf = {
  1: 'p',
  2: 't',
  3: 's',
  4: 'r',
} as const satisfies Record<HorseId, string>
