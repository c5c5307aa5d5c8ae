import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'
import { horseId } from '../race/horses.ts'
import { raceBet } from '../race/race-bet.ts'
import { raceOutcome } from '../race/settled-race.ts'
import { count, hex64 } from './fields.ts'
import { racePush } from './race-push.ts'
import { raceRecord } from './race-record.ts'

/** POST /api/races/place-bet */
export const placeRaceBetRequest = raceBet
export type PlaceRaceBetRequest = z.infer<typeof placeRaceBetRequest>

/** What it answers: all that the house is held to before the salt is known. */
export const placeRaceBetAnswer = z.strictObject({
  /** The bet's id: the code of its record. */
  transactionId: z.uuid(),
  raceId: z.uuid(),
  /** Of the race. */
  number: count,
  commitment: hex64,
  /** Among the accepted bets of the race, from 0; decides the fair rounding. */
  index: count,
  horseId,
  amount: coinAmount,
  balance: coinAmount,
})
export type PlaceRaceBetAnswer = z.infer<typeof placeRaceBetAnswer>

/** GET /api/races/current-bets: the caller's, one row a horse; none when signed out. */
export const raceBetsAnswer = z.array(
  z.strictObject({ horseId, amount: coinAmount }),
)
export type RaceBetsAnswer = z.infer<typeof raceBetsAnswer>

/** GET /api/races/state: what the socket sends on connecting. */
export const raceStateAnswer = z.array(racePush)

/** GET /api/races/history?before= lists races with a smaller number. */
export const raceHistoryQuery = z.strictObject({
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'A race number'))),
})

/** GET /api/races/history: races that are over, the newest first, each with its whole record. */
export const raceHistoryAnswer = z.array(
  z.extend(raceRecord, {
    gameData: z.extend(raceRecord.shape.gameData, { outcome: raceOutcome }),
  }),
)
export type RaceHistoryAnswer = z.infer<typeof raceHistoryAnswer>
