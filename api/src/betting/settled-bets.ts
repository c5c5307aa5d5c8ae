import type { SportsBetStatus } from '#core/api/sports.ts'
import { coins } from '#core/money/coins.ts'
import type { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import type { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import type { Clock } from '../platform/clock.ts'
import type { SocketsModule } from '../platform/ws/sockets.ts'

export type FinishedBet = {
  /** Id of its record. */
  betId: string
  userId: string
  gameType: string
  stake: number
  payout: number
}

/** Called after the commit of each finished bet; must return immediately. */
export type OnFinished = (bet: FinishedBet) => void

/** A settled bet on a race or game, in coins. */
export type SettledBet = {
  id: string
  userId: string
  status: SportsBetStatus
  amount: number
  /** 0 while it is pending. */
  payout: number
}

/** Pushes settled bets to their players, and won or lost ones to the feed. */
export function settledPushes(
  gameType: typeof RACE_GAME_TYPE | typeof SPORTS_GAME_TYPE,
  {
    clock,
    feed,
    sockets,
  }: {
    clock: Clock
    feed: { service: { note: OnFinished } }
    sockets: Pick<SocketsModule, 'push'>
  },
) {
  return ({ id, userId, status, amount: stake, payout }: SettledBet): void => {
    sockets.push(userId, {
      type: 'bet',
      timestamp: clock().getTime(),
      gameType,
      id,
      status,
      amount: coins(stake),
      payout: coins(payout),
    })
    if (status === 'won' || status === 'lost')
      feed.service.note({ betId: id, userId, gameType, stake, payout })
  }
}
