import { beforeEach, describe, expect, it, vi } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import {
  type Browser,
  FLIP,
  IDLE,
  openBrowser,
  START,
} from '#testing/page/verifier-of.ts'

const PROVEN = { is: 'proven' }
const OTHER = { is: 'mismatch', what: 'other_client_seed' }

let server: HonestServer
let browser: Browser

beforeEach(async () => {
  server = new HonestServer()
  browser = await openBrowser(server)
})

const flipped = () => browser.play(coinFlip, FLIP)

describe('an honest server', () => {
  it('is proven through changes of the seed, which stay in force', async () => {
    for (const seed of ['one', 'two', 'one', 'three']) {
      await browser.verifier.changeSeed(seed)
      expect(await flipped()).toEqual(PROVEN)
      await browser.verifier.sync()
      expect(server.state().clientSeed).toBe(seed)
      expect(await flipped()).toEqual(PROVEN)
    }
    expect(browser.alarms).toEqual([])
  })

  it('ends a hand under the seed that it was begun with', async () => {
    await browser.play(hiLo, START)
    await browser.verifier.changeSeed('changed meanwhile')
    expect(await flipped()).toEqual(PROVEN)
    expect(await browser.play(hiLo, IDLE)).toEqual(PROVEN)
  })

  it('may have got a bet before the seed that was sent after it', async () => {
    const answer = server.answer(coinFlip, FLIP)
    await browser.verifier.changeSeed('while it was on its way')
    expect(await browser.judge(coinFlip, FLIP, answer)).toEqual(PROVEN)
  })

  it.each([
    ['taken a seed whose answer was lost', true],
    ['refused a seed', false],
  ])('may have %s', async (_what, isTaken) => {
    server.setClientSeed = (request) => {
      if (isTaken) HonestServer.prototype.setClientSeed.call(server, request)
      throw new Error('Lost')
    }
    await expect(browser.verifier.changeSeed('sent')).rejects.toThrow('Lost')
    expect(await flipped()).toEqual(PROVEN)
  })
})

describe('another browser of the player', () => {
  let phone: Browser
  beforeEach(async () => {
    phone = await openBrowser(server)
  })

  it('alternates seeds with this one: rounds are weaker, no mismatch', async () => {
    for (const seed of ['one', 'two', 'one']) {
      await phone.verifier.changeSeed(seed)
      expect(await flipped()).toEqual({ is: 'weaker' })
    }
    expect(browser.alarms).toEqual([])
  })

  it('loses to the seed that was typed here, once this one is back', async () => {
    await browser.verifier.changeSeed('first thought')
    await browser.verifier.changeSeed('lucky 7')
    await openBrowser(server)
    expect(server.state().clientSeed).not.toBe('lucky 7')
    const back = await openBrowser(server, browser.storage)
    expect(server.state().clientSeed).toBe('lucky 7')
    expect(await back.play(coinFlip, FLIP)).toEqual(PROVEN)
  })

  it('may set a seed again, and play on it while this one is closed', async () => {
    await phone.verifier.changeSeed('lucky')
    await browser.verifier.sync()
    await browser.verifier.changeSeed('mine')
    await phone.verifier.changeSeed('lucky')
    for (let round = 0; round < 3; round += 1) server.answer(coinFlip, FLIP)
    await phone.verifier.changeSeed('another on the phone')
    expect(await flipped()).toEqual({ is: 'weaker' })
    expect(browser.alarms).toEqual([])
  })

  it('may set a seed of this one again: a round on it is weaker', async () => {
    await browser.verifier.changeSeed('mine')
    await phone.verifier.changeSeed('from the phone')
    await browser.verifier.sync()
    await phone.verifier.changeSeed('mine')
    const answer = server.answer(coinFlip, FLIP)
    await phone.verifier.changeSeed('another on the phone')
    const verdict = await browser.judge(coinFlip, FLIP, answer)
    expect(verdict).toEqual({ is: 'weaker' })
    expect(browser.alarms).toEqual([])
  })

  it('may begin a hand under a seed that it replaces', async () => {
    const answer = server.answer(hiLo, START)
    await phone.verifier.changeSeed('another on the phone')
    const found = await browser.judge(hiLo, undefined, answer)
    expect(found).toEqual({ is: 'open' })
    expect(await browser.play(hiLo, IDLE)).toEqual({ is: 'weaker' })
    expect(browser.alarms).toEqual([])
  })
})

describe('a server that chooses among client seeds', () => {
  let before: string
  beforeEach(async () => {
    before = server.state().clientSeed
    await browser.verifier.changeSeed('mine from now on')
  })

  /** Returns a server that plays the next round under another seed than it shows. */
  function under(clientSeed: string): HonestServer {
    const dishonest = new HonestServer()
    dishonest.setClientSeed({ clientSeed, epoch: 0 })
    dishonest.nonce = server.nonce
    server.nonce += 1
    return dishonest
  }

  it.each([
    [coinFlip, FLIP],
    [hiLo, START],
  ])('is found out when it goes on with the one before', async (game, ask) => {
    expect(await browser.play(game, ask, {}, under(before))).toEqual(OTHER)
  })

  it('is found out rounds later, and in another tab', async () => {
    await flipped()
    browser = await openBrowser(server, browser.storage)
    expect(await browser.play(coinFlip, FLIP, {}, under(before))).toEqual(OTHER)
  })

  it('is found out when it ends a hand with one that was set after its start', async () => {
    await browser.play(hiLo, START)
    await browser.verifier.changeSeed('set meanwhile')
    const dishonest = under('set meanwhile')
    dishonest.nonce -= 1
    dishonest.answer(hiLo, START)
    expect((await browser.play(hiLo, IDLE, {}, dishonest)).is).toBe('mismatch')
  })

  it('is found out after it refused many seeds', async () => {
    const away = vi.spyOn(server, 'setClientSeed').mockImplementation(() => {
      throw new Error('Away')
    })
    for (let change = 0; change < 16; change += 1) {
      const refused = browser.verifier.changeSeed(`refused ${change}`)
      await expect(refused).rejects.toThrow('Away')
    }
    away.mockRestore()
    expect(await browser.play(coinFlip, FLIP, {}, under(before))).toEqual(OTHER)
  })

  it('is found out when it uses a seed that was never set', async () => {
    const verdict = await browser.play(coinFlip, FLIP, {}, under('nobody'))
    expect(verdict).toEqual({ is: 'mismatch', what: 'client_seed' })
  })
})
