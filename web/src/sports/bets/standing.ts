import type { SportsGame } from '#core/api/sports.ts'
import { closedBecause, closedText } from '../games/game-state.ts'
import { offerNow, type SeenOffer } from '../offers.ts'

/** Change of a selected price. */
export type Standing =
  | { is: 'open'; offer: SeenOffer }
  /** At another price, or another line: the player has to take it as it is now. */
  | { is: 'changed'; offer: SeenOffer }
  | { is: 'closed'; why: string }

/** @param game as it is listed now; undefined where it is not. */
export function standingOf(
  game: SportsGame | undefined,
  selected: SeenOffer,
): Standing {
  if (!game) return { is: 'closed', why: 'This game is no longer listed.' }
  const closed = closedBecause(game)
  if (closed) return { is: 'closed', why: closedText[closed] }
  const offer = offerNow(game, selected)
  if (!offer) return { is: 'closed', why: 'This bet is no longer offered.' }
  const isSame =
    offer.price === selected.price && offer.point === selected.point
  return { is: isSame ? 'open' : 'changed', offer }
}
