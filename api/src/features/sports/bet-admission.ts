import type { PlaceSportsBetRequest } from '#core/api/sports.ts'
import { DomainError } from '#core/errors.ts'
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
  if (closed) throw bettingClosed(closed)
  const { market, teamName: name, bookmaker } = asked
  const offer = offerOf(offered, { market, name, bookmaker })
  if (!offer) throw bettingClosed('not_offered')
  const { pricedAtMs } = offer
  if (isStale(nowMs, { status: game.status, pricedAtMs })) {
    throw bettingClosed('stale')
  }
  const isSameLine = asked.point === undefined || asked.point === offer.point
  if (asked.odds !== offer.price || !isSameLine) throw oddsChanged(offer)
  return offer
}

const CLOSED = {
  over: 'This game is over.',
  started: 'This game has started: bets on it are open again once it is live.',
  not_offered: 'This bet is not on offer now.',
  stale:
    'These odds are too old to bet on. New ones come with the next update.',
}

function bettingClosed(reason: keyof typeof CLOSED): DomainError {
  return new DomainError('betting_closed', CLOSED[reason], { reason })
}

function oddsChanged({ price, point, bookmaker }: Offer): DomainError {
  const shown = price > 0 ? `+${price}` : String(price)
  const line = point === null ? '' : `, the line ${point}`
  return new DomainError(
    'odds_changed',
    `The odds have changed: they are ${shown} now${line}.`,
    { price, point, bookmaker },
  )
}
