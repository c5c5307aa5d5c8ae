import type { PlaceRaceBetAnswer } from '#core/api/races.ts'
import { coins } from '#core/money/coins.ts'
import type { RaceBetRow, RaceRow } from './races.store.ts'

/** What a player is told of a bet that was taken: all that the house is held to. */
export function answerTo(
  bet: Pick<RaceBetRow, 'amount' | 'horse' | 'id' | 'index'>,
  race: Pick<RaceRow, 'commitment' | 'id' | 'number'>,
  balance: number,
): PlaceRaceBetAnswer {
  return {
    transactionId: bet.id,
    raceId: race.id,
    number: race.number,
    commitment: race.commitment,
    index: bet.index,
    horseId: bet.horse,
    amount: coins(bet.amount),
    balance: coins(balance),
  }
}
