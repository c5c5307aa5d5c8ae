import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EPOCH_SIZE, ROOT_LEAD } from '#core/fairness/epoch.ts'
import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { Ask, Game } from '#core/games/game.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import type { GameAnswer } from '#core/schemas/round-answer.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import { verifierOf } from '#testing/page/verifier-of.ts'

const bet: CoinFlipBet = { betAmount: coins(10), choice: 'heads' }
const flip: Ask = { start: bet }
const start: Ask = { start: { betAmount: coins(10) } }
const stop: Ask = { act: { action: 'cashout', reason: 'idle' } }

const OTHER = { is: 'mismatch', what: 'other_client_seed' }
const NEVER_SET = { is: 'mismatch', what: 'client_seed' }

let server: HonestServer
let browser: ReturnType<typeof verifierOf>

beforeEach(async () => {
  server = new HonestServer()
  browser = verifierOf(server)
  await browser.verifier.sync()
})

/** Has the house play as asked, and judges its answer. */
function judged(game: Game, ask: Ask, from = server) {
  const answer = from.answer(game, ask)
  return browser.verifier.verifyAnswer({ game, ask, answer })
}

/** A house that plays the coming round under another seed than it says. */
function under(clientSeed: string): HonestServer {
  const liar = new HonestServer()
  liar.setClientSeed({ clientSeed, epoch: 0 })
  liar.nonce = server.nonce
  server.nonce += 1
  return liar
}

const inForce = () => server.state().clientSeed

describe('an honest house', () => {
  it('is right through changes of the seed', async () => {
    for (const seed of ['one', 'two', 'one', 'three']) {
      await browser.verifier.changeSeed(seed)
      expect(await judged(coinFlip, flip)).toEqual({ is: 'proven' })
      expect(await judged(coinFlip, flip)).toEqual({ is: 'proven' })
    }
    expect(browser.alarms).toEqual([])
  })

  it('ends a hand under the seed that it was begun with', async () => {
    await judged(hiLo, start)
    await browser.verifier.changeSeed('changed meanwhile')
    expect(await judged(coinFlip, flip)).toEqual({ is: 'proven' })
    expect(await judged(hiLo, stop)).toEqual({ is: 'proven' })
  })

  it('may have got a bet before the seed that was sent after it', async () => {
    const answer = server.answer(coinFlip, flip)
    await browser.verifier.changeSeed('while it was on its way')
    const round = { game: coinFlip, ask: flip, answer }
    expect(await browser.verifier.verifyAnswer(round)).toEqual({ is: 'proven' })
  })

  it('may have got a seed whose answer was lost', async () => {
    server.setClientSeed = (request) => {
      HonestServer.prototype.setClientSeed.call(server, request)
      throw new Error('Lost')
    }
    await browser.verifier.changeSeed('lost').catch(() => undefined)
    expect(await judged(coinFlip, flip)).toEqual({ is: 'proven' })
  })

  it('may have refused a seed', async () => {
    server.setClientSeed = () => {
      throw new Error('Away')
    }
    await browser.verifier.changeSeed('refused').catch(() => undefined)
    expect(await judged(coinFlip, flip)).toEqual({ is: 'proven' })
  })

  it('may get seeds from two browsers in turns', async () => {
    const phone = verifierOf(server)
    await phone.verifier.sync()
    for (const seed of ['one', 'two', 'one']) {
      await phone.verifier.changeSeed(seed)
      expect(await judged(coinFlip, flip)).toEqual({ is: 'weaker' })
    }
    expect(browser.alarms).toEqual([])
  })

  it('may get a seed again from a browser, and play on it while no other looks', async () => {
    const phone = verifierOf(server)
    await phone.verifier.sync()
    await phone.verifier.changeSeed('lucky')
    await browser.verifier.sync()
    await browser.verifier.changeSeed('mine')
    await phone.verifier.changeSeed('lucky')
    for (let round = 0; round < 3; round += 1) server.answer(coinFlip, flip)
    await phone.verifier.changeSeed('another on the phone')
    expect(await judged(coinFlip, flip)).toEqual({ is: 'weaker' })
    expect(browser.alarms).toEqual([])
  })

  it('proves less on a seed of ours that was replaced, and came back unseen', async () => {
    const phone = verifierOf(server)
    await phone.verifier.sync()
    await browser.verifier.changeSeed('mine')
    await phone.verifier.changeSeed('from the phone')
    await browser.verifier.sync()
    await phone.verifier.changeSeed('mine')
    const answer = server.answer(coinFlip, flip)
    await phone.verifier.changeSeed('another on the phone')
    const round = { game: coinFlip, ask: flip, answer }
    expect(await browser.verifier.verifyAnswer(round)).toEqual({ is: 'weaker' })
    expect(browser.alarms).toEqual([])
  })

  it('may have begun a hand elsewhere under a seed that is replaced', async () => {
    const phone = verifierOf(server)
    await phone.verifier.sync()
    const answer = server.answer(hiLo, start)
    await phone.verifier.changeSeed('another on the phone')
    const found: GameAnswer = answer
    const round = { game: hiLo, answer: found }
    expect(await browser.verifier.verifyAnswer(round)).toEqual({ is: 'open' })
    expect(await judged(hiLo, stop)).toEqual({ is: 'weaker' })
    expect(browser.alarms).toEqual([])
  })

  it('goes on in the next epoch under the seed sent for it', async () => {
    server.nonce = EPOCH_SIZE - ROOT_LEAD + 7
    await browser.verifier.sync()
    server.nonce = EPOCH_SIZE
    expect(await judged(coinFlip, flip)).toEqual({ is: 'proven' })
    await browser.verifier.sync()
    await browser.verifier.changeSeed('in the next epoch')
    expect(await judged(coinFlip, flip)).toEqual({ is: 'proven' })
  })
})

describe('a house that chooses among client seeds', () => {
  it('is found out when it goes on with the one before', async () => {
    const before = inForce()
    await browser.verifier.changeSeed('mine from now on')
    expect(await judged(coinFlip, flip, under(before))).toEqual(OTHER)
  })

  it('is found out also rounds later, and in another tab', async () => {
    const before = inForce()
    await browser.verifier.changeSeed('mine from now on')
    await judged(coinFlip, flip)
    browser = verifierOf(server, browser.storage)
    await browser.verifier.sync()
    expect(await judged(coinFlip, flip, under(before))).toEqual(OTHER)
  })

  it('is found out when it ends a hand with one that was set after its start', async () => {
    const begun = await judged(hiLo, start)
    expect(begun).toEqual({ is: 'open' })
    await browser.verifier.changeSeed('set meanwhile')
    const liar = under('set meanwhile')
    server.nonce -= 1
    liar.nonce -= 1
    liar.answer(hiLo, start)
    expect((await judged(hiLo, stop, liar)).is).toBe('mismatch')
  })

  it('is found out at the start of a hand under another', async () => {
    const before = inForce()
    await browser.verifier.changeSeed('mine from now on')
    expect(await judged(hiLo, start, under(before))).toEqual(OTHER)
  })

  it('is found out also after it took none of many seeds', async () => {
    const before = inForce()
    await browser.verifier.changeSeed('mine from now on')
    const away = vi.spyOn(server, 'setClientSeed').mockImplementation(() => {
      throw new Error('Away')
    })
    for (let change = 0; change < 16; change += 1) {
      const refused = browser.verifier.changeSeed(`refused ${change}`)
      await expect(refused).rejects.toThrow('Away')
    }
    away.mockRestore()
    expect(await judged(coinFlip, flip, under(before))).toEqual(OTHER)
  })

  it('is found out when nobody has set it', async () => {
    expect(await judged(coinFlip, flip, under('nobody'))).toEqual(NEVER_SET)
  })
})
