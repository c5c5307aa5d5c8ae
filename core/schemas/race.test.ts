import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { NO_WHOLE_NUMBERS } from '#testing/samples/no-whole-numbers.ts'
import {
  placeRaceBetAnswer,
  placeRaceBetRequest,
  raceBetsAnswer,
  raceHistoryAnswer,
  raceHistoryQuery,
} from './race.ts'
import type { RaceGoldenFile } from './race-golden-file.ts'

const file = new URL('../race/golden/vectors.json', import.meta.url)
const golden: RaceGoldenFile = JSON.parse(readFileSync(file, 'utf8'))
const recordOf = (what: string) =>
  golden.valid.find((one) => one.what === what)?.record

describe('a request for a bet', () => {
  test('names a horse and whole coins', () => {
    const request = { horseId: 4, amount: 10 }
    expect(placeRaceBetRequest.parse(request)).toEqual(request)
  })

  test.each(NO_WHOLE_NUMBERS.map((value) => ({ value })))(
    'is refused with $value for either',
    ({ value }) => {
      for (const change of [{ horseId: value }, { amount: value }]) {
        const { error } = placeRaceBetRequest.safeParse({
          horseId: 1,
          amount: 1,
          ...change,
        })
        expect(error?.issues[0]?.path).toEqual(Object.keys(change))
      }
    },
  )

  test('says which horses there are', () => {
    const { error } = placeRaceBetRequest.safeParse({ horseId: 5, amount: 1 })
    expect(error?.issues[0]?.message).toBe('Choose one of the four horses')
  })

  test('is answered with all that holds the house to it', () => {
    const answer = {
      transactionId: '019ca9b1-5c00-7000-8000-0000000004ea',
      raceId: '019ca9b1-5c00-7000-8000-0000000004e9',
      number: 7,
      commitment: 'ab'.repeat(32),
      index: 0,
      horseId: 4,
      amount: 10,
      balance: 990,
    }
    expect(placeRaceBetAnswer.parse(answer)).toEqual(answer)
  })
})

test('the caller’s bets are a row a horse', () => {
  expect(raceBetsAnswer.parse([])).toEqual([])
  const rows = [{ horseId: 1, amount: 30 }]
  expect(raceBetsAnswer.parse(rows)).toEqual(rows)
  expect(raceBetsAnswer.safeParse([{ horseId: 9, amount: 1 }]).success).toBe(
    false,
  )
})

test('the history is of whole records, of races that were run and void ones', () => {
  const history = [recordOf('a void race'), recordOf('the second race')]
  const [voided, run] = raceHistoryAnswer.parse(history)
  expect([voided, run]).toEqual(history)
  expect(voided?.gameData.outcome).toEqual({ void: true })
  expect(run?.gameData.outcome).toMatchObject({ winner: 4, ticks: 168 })
  const bet = recordOf('a bet that lost')
  expect(raceHistoryAnswer.safeParse([bet]).success).toBe(false)
})

test('the history goes on before a race number', () => {
  expect(raceHistoryQuery.parse({})).toEqual({})
  expect(raceHistoryQuery.parse({ before: '12' })).toEqual({ before: '12' })
  for (const before of ['', '-1', '1.5', '0x10', ['1', '2'], 12]) {
    expect(raceHistoryQuery.safeParse({ before }).success).toBe(false)
  }
})
