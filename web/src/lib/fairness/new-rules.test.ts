import { beforeEach, describe, expect, it } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { Ask } from '#core/games/game.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import { HonestHouse } from '../../test/house.ts'
import { answerByNewRules, withNewRules } from '../../test/new-rules.ts'
import { witnessOf } from '../../test/witness-of.ts'

const flipBet = { betAmount: coins(10), choice: 'heads' } as const
const start: Ask = { start: { betAmount: coins(10) } }
const SKIP: Ask = { act: { action: 'skip' } }
const IDLE: Ask = { act: { action: 'cashout', reason: 'idle' } }
const newerHiLo = { ...hiLo, rulesVersion: 2, view: () => ({ cards: 0 }) }

let house: HonestHouse
let browser: ReturnType<typeof witnessOf>

beforeEach(async () => {
  house = new HonestHouse()
  browser = witnessOf(house)
  await browser.witness.sync()
})

const judged = (ask: Ask, game = hiLo, told = house.answer(hiLo, ask)) =>
  browser.witness.verifyAnswer({ game, ask, answer: told })

describe('a page that is older than the rules', () => {
  const flipped = () => {
    const answer = house.answer(coinFlip, { start: flipBet })
    return answerByNewRules({ ...answer, payout: coins(12) })
  }

  it('neither proves a round by them nor complains of it', async () => {
    const round = { game: coinFlip, ask: { start: flipBet }, answer: flipped() }
    const recordOf = house.recordOf.bind(house)
    house.recordOf = (id) => withNewRules(recordOf(id))
    await expect(browser.witness.verifyAnswer(round)).rejects.toThrow('rules')
    await expect(judged(start)).rejects.toThrow('rules')
    expect(browser.alarms).toEqual([])
  })
})

describe('a hand that was open at a release', () => {
  it('is judged by the rules it was started with', async () => {
    expect(await judged(start)).toEqual({ is: 'open' })
    expect(await judged(SKIP, newerHiLo)).toEqual({ is: 'open' })
    expect(await judged(IDLE, newerHiLo)).toEqual({ is: 'proven' })
    expect(browser.alarms).toEqual([])
  })

  it('may not go on by others', async () => {
    await judged(start)
    const told = { ...house.answer(hiLo, SKIP), rulesVersion: 2 }
    const verdict = await judged(SKIP, newerHiLo, told)
    expect(verdict).toMatchObject({ is: 'mismatch' })
  })
})
