import { beforeEach, describe, expect, test, vi } from 'vitest'
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

const flip = () => browser.play(coinFlip, FLIP)

describe('an honest server', () => {
  test('is proven across seed changes, which stay in force', async () => {
    for (const seed of ['one', 'two', 'one', 'three']) {
      await browser.verifier.changeSeed(seed)
      expect(await flip()).toEqual(PROVEN)
      await browser.verifier.sync()
      expect(server.state().clientSeed).toBe(seed)
      expect(await flip()).toEqual(PROVEN)
    }
    expect(browser.alarms).toEqual([])
  })

  test('ends a hand under the seed that it started with', async () => {
    await browser.play(hiLo, START)
    await browser.verifier.changeSeed('changed meanwhile')
    expect(await flip()).toEqual(PROVEN)
    expect(await browser.play(hiLo, IDLE)).toEqual(PROVEN)
  })

  test('may receive a bet before a seed that is sent later', async () => {
    const answer = server.answer(coinFlip, FLIP)
    await browser.verifier.changeSeed('while it was on its way')
    expect(await browser.judge(coinFlip, FLIP, answer)).toEqual(PROVEN)
  })

  test.each([
    ['accepts a seed and its answer is lost', true],
    ['refuses a seed', false],
  ])('stays proven when it %s', async (_what, isTaken) => {
    server.setClientSeed = (request) => {
      if (isTaken) HonestServer.prototype.setClientSeed.call(server, request)
      throw new Error('Lost')
    }
    await expect(browser.verifier.changeSeed('sent')).rejects.toThrow('Lost')
    expect(await flip()).toEqual(PROVEN)
  })
})

describe('another browser of the player', () => {
  let phone: Browser
  beforeEach(async () => {
    phone = await openBrowser(server)
  })

  test('makes rounds weaker, not mismatched, by alternating seeds', async () => {
    for (const seed of ['one', 'two', 'one']) {
      await phone.verifier.changeSeed(seed)
      expect(await flip()).toEqual({ is: 'weaker' })
    }
    expect(browser.alarms).toEqual([])
  })

  test('loses its seed to the one typed here when this browser returns', async () => {
    await browser.verifier.changeSeed('first thought')
    await browser.verifier.changeSeed('lucky 7')
    await openBrowser(server)
    expect(server.state().clientSeed).not.toBe('lucky 7')
    const back = await openBrowser(server, browser.storage)
    expect(server.state().clientSeed).toBe('lucky 7')
    expect(await back.play(coinFlip, FLIP)).toEqual(PROVEN)
  })

  test('may reuse a seed and play on it while this one is closed', async () => {
    await phone.verifier.changeSeed('lucky')
    await browser.verifier.sync()
    await browser.verifier.changeSeed('mine')
    await phone.verifier.changeSeed('lucky')
    for (let round = 0; round < 3; round += 1) server.answer(coinFlip, FLIP)
    await phone.verifier.changeSeed('another on the phone')
    expect(await flip()).toEqual({ is: 'weaker' })
    expect(browser.alarms).toEqual([])
  })

  test('makes a round weaker by reusing a seed of this one', async () => {
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

  test('may start a hand under a seed that it then replaces', async () => {
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

  test.each([
    [coinFlip, FLIP],
    [hiLo, START],
  ])('is detected when it keeps the previous one', async (game, move) => {
    expect(await browser.play(game, move, {}, under(before))).toEqual(OTHER)
  })

  test('is detected rounds later in another tab', async () => {
    await flip()
    browser = await openBrowser(server, browser.storage)
    expect(await browser.play(coinFlip, FLIP, {}, under(before))).toEqual(OTHER)
  })

  test('is detected when it ends a hand under one set after its start', async () => {
    await browser.play(hiLo, START)
    await browser.verifier.changeSeed('set meanwhile')
    const dishonest = under('set meanwhile')
    dishonest.nonce -= 1
    dishonest.answer(hiLo, START)
    expect((await browser.play(hiLo, IDLE, {}, dishonest)).is).toBe('mismatch')
  })

  test('is detected after refusing many seeds', async () => {
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

  test('is detected when it uses a seed that was never set', async () => {
    const verdict = await browser.play(coinFlip, FLIP, {}, under('nobody'))
    expect(verdict).toEqual({ is: 'mismatch', what: 'client_seed' })
  })
})
