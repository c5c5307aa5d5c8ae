import { expect, test } from 'vitest'
import type { RaceBetRecord } from '#core/evidence/race-record.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { coins } from '#core/money/coins.ts'
import type { HorseId } from '#core/race/horses.ts'
import { HonestRaces } from '#testing/page/honest-races.ts'
import { anchoredRecord } from '#testing/samples/anchored-record.ts'
import {
  judgeRaceBet,
  type RaceMismatch,
  type SeenRaceBet,
} from './judge-race-bet.ts'

type Options = ConstructorParameters<typeof HonestRaces>[0]

/** A bet on a race that is over: its record, and all that was seen of it. */
function settle(options?: Options, horseId?: HorseId, number = 1) {
  const races = new HonestRaces(options)
  races.number = number
  const { commitment, nextRaceTime } = races.state()
  const bet = { horseId: horseId ?? races.course.winner, amount: coins(7) }
  const answer = races.place(bet)
  const start = races.start(0)
  const record = races.toRecord(answer.transactionId)
  if (!record) throw new Error('the bet has a record')
  const seen: SeenRaceBet = {
    ticket: { ...answer, closesAtMs: nextRaceTime },
    commitment,
    start: options?.isVoid ? undefined : start,
    end: races.ends()[0],
  }
  return { races, record, seen }
}

function judge(record: RaceBetRecord, seen: SeenRaceBet) {
  return judgeRaceBet(nobleHashes, record, seen)
}

test.each([1, 2, 3, 4] as const)('proves a bet on horse %i', (horseId) => {
  const { record, seen } = settle(undefined, horseId)
  expect(judge(record, seen)).toEqual({ is: 'proven' })
})

test('proves a bet of another device by the received messages alone', () => {
  const { record, seen } = settle()
  expect(judge(record, { ...seen, ticket: undefined }).is).toBe('proven')
})

test('leaves the anchored end of the chain to the record page', () => {
  const { record, seen } = settle(undefined, undefined, 3)
  expect(record.gameData.chainTerminal.number).toBeLessThan(2)
  const anchored = anchoredRecord(record).record
  expect(judge(anchored, seen)).toEqual({ is: 'proven' })
})

test('says how far an incomplete proof goes', () => {
  const local = settle({ chainId: 31_337 })
  expect(judge(local.record, local.seen)).toEqual({ is: 'weaker' })
  const unseen = { ticket: undefined, commitment: undefined }
  const { record, seen } = settle()
  expect(judge(record, { ...seen, ...unseen })).toEqual({ is: 'unknown' })
  const notRun = settle({ isVoid: true })
  expect(judge(notRun.record, notRun.seen)).toEqual({ is: 'void' })
})

const other = nobleHashes.sha256('another')

type Lie = (table: ReturnType<typeof settle>) => {
  record?: RaceBetRecord
  seen?: Partial<SeenRaceBet>
}

/** Another ticket, or another end, of the bet than was seen. */
const changeTicket =
  (change: object): Lie =>
  ({ seen: { ticket } }) => ({
    seen: { ticket: ticket && { ...ticket, ...change } },
  })
const changeEnd =
  (change: object): Lie =>
  ({ seen: { end } }) => ({ seen: { end: end && { ...end, ...change } } })
const changeData = (record: RaceBetRecord, change: object) => ({
  record: { ...record, gameData: { ...record.gameData, ...change } },
})

test.each<[string, RaceMismatch, Lie]>([
  [
    'another commitment was shown',
    'commitment',
    () => ({ seen: { commitment: other } }),
  ],
  [
    'another commitment was promised with the bet',
    'commitment',
    changeTicket({ commitment: other }),
  ],
  ['the bet was a larger one', 'other_bet', changeTicket({ amount: 8 })],
  ['the bet had another place', 'other_bet', changeTicket({ index: 1 })],
  [
    'betting was to close at another time',
    'other_close',
    changeTicket({ closesAtMs: 1 }),
  ],
  [
    'another race was shown',
    'other_race',
    ({ races }) => ({ seen: { start: { ...races.start(0), salt: other } } }),
  ],
  ['less was paid', 'other_payout', changeEnd({ payout: 25 })],
  ['a win was shown as lost', 'other_payout', changeEnd({ status: 'lost' })],
  [
    'the seed is not the one committed to',
    'commitment',
    ({ record }) => ({
      record: { ...record, serverSeed: other },
      seen: { start: undefined },
    }),
  ],
  [
    'the salt block was there before betting closed',
    'salt',
    ({ record }) => {
      const { closedAtMs, saltBlock } = record.gameData
      const timestamp = Math.floor(closedAtMs / 1_000)
      return changeData(record, { saltBlock: { ...saltBlock, timestamp } })
    },
  ],
  [
    'the record names another winner',
    'outcome',
    ({ record }) => {
      const { outcome } = record.gameData
      const order = [outcome.order].flat().toReversed()
      return changeData(record, {
        outcome: { ...outcome, order, winner: order[0] },
      })
    },
  ],
])('raises the alarm when %s', (_name, what, lie) => {
  const table = settle()
  const { record, seen } = lie(table)
  expect(judge(record ?? table.record, { ...table.seen, ...seen })).toEqual({
    is: 'mismatch',
    what,
  })
})
