import type { PlaceSportsBetRequest } from '#core/api/sports.ts'
import { Refusal } from '#core/refusals.ts'
import {
  closedBecause,
  isStale,
  type Offer,
  offerOf,
} from '#core/sports/offer.ts'
import type { GameRow } from './sports-games.store.ts'

/**
 * The offer that a bet is taken at, at this time: the server's price, never the
 * one sent along, which only has to be the same.
 *
 * @throws betting_closed, odds_changed
 */
export function acceptedOffer(
  nowMs: number,
  game: GameRow,
  asked: PlaceSportsBetRequest,
): Offer {
  const offered = {
    status: game.status,
    startsAtMs: game.commenceTime.getTime(),
    pricesAtMs: game.pricesAt.getTime(),
    bookmakers: game.bookmakers,
  }
  const closed = closedBecause(nowMs, offered)
  if (closed) throw new Refusal('betting_closed', { reason: closed })
  const { market, teamName: name, bookmaker } = asked
  const offer = offerOf(offered, { market, name, bookmaker })
  if (!offer) throw new Refusal('betting_closed', { reason: 'not_offered' })
  const { pricedAtMs } = offer
  if (isStale(nowMs, { status: game.status, pricedAtMs })) {
    throw new Refusal('betting_closed', { reason: 'stale' })
  }
  const isSameLine = asked.point === undefined || asked.point === offer.point
  if (asked.odds !== offer.price || !isSameLine) {
    const { price, point, bookmaker: at } = offer
    throw new Refusal('odds_changed', { price, point, bookmaker: at })
  }
  return offer
}
