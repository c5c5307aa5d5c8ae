import { beforeEach, describe, expect, it } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { Ask } from '#core/games/game.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import { answerByNewRules, withNewRules } from '#testing/page/new-rules.ts'
import { verifierOf } from '#testing/page/verifier-of.ts'

const flipBet = { betAmount: coins(10), choice: 'heads' } as const
const start: Ask = { start: { betAmount: coins(10) } }
const SKIP: Ask = { act: { action: 'skip' } }
const IDLE: Ask = { act: { action: 'cashout', reason: 'idle' } }
const newerHiLo = { ...hiLo, rulesVersion: 2, view: () => ({ cards: 0 }) }

let server: HonestServer
let browser: ReturnType<typeof verifierOf>

beforeEach(async () => {
  server = new HonestServer()
  browser = verifierOf(server)
  await browser.verifier.sync()
})

const judged = (ask: Ask, game = hiLo, told = server.answer(hiLo, ask)) =>
  browser.verifier.verifyAnswer({ game, ask, answer: told })

describe('a page that is older than the rules', () => {
  const flipped = () => {
    const answer = server.answer(coinFlip, { start: flipBet })
    return answerByNewRules({ ...answer, payout: coins(12) })
  }

  it('neither proves a round by them nor complains of it', async () => {
    const round = { game: coinFlip, ask: { start: flipBet }, answer: flipped() }
    const recordOf = server.recordOf.bind(server)
    server.recordOf = (id) => withNewRules(recordOf(id))
    await expect(browser.verifier.verifyAnswer(round)).rejects.toThrow('rules')
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
    const told = { ...server.answer(hiLo, SKIP), rulesVersion: 2 }
    const verdict = await judged(SKIP, newerHiLo, told)
    expect(verdict).toMatchObject({ is: 'mismatch' })
  })
})
