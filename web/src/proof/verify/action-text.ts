import * as z from 'zod/mini'
import type { Action, Game } from '#core/games/game.ts'
import { coinsText } from '../../lib/format.ts'

/** Whose step of a round it was, and what was done. */
export type ActionText = { by: 'player' | 'house'; text: string }

const jackpot = z.looseObject({ action: z.literal('jackpot'), pot: z.int() })
const idle = z.looseObject({ reason: z.literal('idle') })
const houseLimit = z.looseObject({
  reason: z.literal('house_limit'),
  limit: z.int(),
})

/** An action in words; one that the house had to take says why. */
export function actionText(action: Action, game?: Game): ActionText {
  const did = game?.steps?.describe?.(action) ?? action.action
  const won = jackpot.safeParse(action)
  if (won.success) {
    const text = `paid the jackpot; the pot held ${coinsText(won.data.pot)}`
    return { by: 'house', text }
  }
  if (idle.safeParse(action).success) {
    const text = `${did} for the player, who was away for too long`
    return { by: 'house', text }
  }
  const limited = houseLimit.safeParse(action)
  if (limited.success) {
    const most = coinsText(limited.data.limit)
    const text = `${did} for the player, as the next win could have cost more than the ${most} it could still lose`
    return { by: 'house', text }
  }
  return { by: 'player', text: did }
}
