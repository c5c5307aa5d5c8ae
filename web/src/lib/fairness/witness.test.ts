import { describe, expect, it, vi } from 'vitest'
import { EPOCH_SIZE, ROOT_LEAD } from '#core/fairness/epoch.ts'
import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { CoinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { coins } from '#core/money/coins.ts'
import { flip } from '../../test/flip.ts'
import { HonestHouse, PLAYER } from '../../test/house.ts'
import { witnessOf } from '../../test/witness-of.ts'
import { pinStoreOf } from './pin-store.ts'
import type { Shelf } from './shelf.ts'

const bet: CoinFlipBet = { betAmount: coins(10), choice: 'heads' }
const OTHER_HEX = 'ab'.repeat(32)

function browserOf(house: HonestHouse, shelf?: Shelf) {
  const browser = witnessOf(house, shelf)
  const verify = (answer: CoinFlipAnswer) =>
    browser.witness.verifyAnswer({
      game: coinFlip,
      ask: { start: bet },
      answer,
    })
  return { ...browser, verify }
}

async function ready() {
  const house = new HonestHouse()
  const browser = browserOf(house)
  await browser.witness.sync()
  return { house, ...browser }
}

describe('an honest round', () => {
  it('is proven once root and seed are in place', async () => {
    const { house, verify, alarms } = await ready()
    for (let round = 0; round < 20; round += 1) {
      expect(await verify(flip(house, bet))).toEqual({ is: 'proven' })
    }
    expect(alarms).toEqual([])
  })

  it('is proven in another tab, which finds pin, seed and commitments', async () => {
    const { house, shelf } = await ready()
    const tab = browserOf(house, shelf)
    await tab.witness.sync()
    expect(tab.calls).toEqual(['state'])
    expect(await tab.verify(flip(house, bet))).toEqual({ is: 'proven' })
  })

  it('is weaker on a seed that the server made', async () => {
    const { house, verify } = await ready()
    const answer = flip(house, bet)
    expect(await verify({ ...answer, weaker: true })).toEqual({ is: 'weaker' })
  })

  it('is weaker, not wrong, after another browser of the player set the seed', async () => {
    const { house, verify, alarms } = await ready()
    house.setClientSeed({ clientSeed: 'from the phone', epoch: 0 })
    expect(await verify(flip(house, bet))).toEqual({ is: 'weaker' })
    expect(alarms).toEqual([])
  })

  it('is unknown when it was played before anything was pinned', async () => {
    const house = new HonestHouse()
    const { witness, verify, alarms } = browserOf(house)
    const answer = flip(house, bet)
    await witness.sync()
    expect(await verify(answer)).toEqual({ is: 'unknown' })
    expect(alarms).toEqual([])
  })

  it('is unknown while nothing is pinned yet', async () => {
    const house = new HonestHouse()
    const { verify } = browserOf(house)
    expect(await verify(flip(house, bet))).toEqual({ is: 'unknown' })
  })
})

describe('a tampered answer', () => {
  type Answer = CoinFlipAnswer
  const otherHouse = new HonestHouse(new Uint8Array(32).fill(9))
  const tampered: Record<string, (answer: Answer) => Partial<Answer>> = {
    result: ({ result }) => ({
      result: result === 'heads' ? 'tails' : 'heads',
    }),
    payout: ({ payout }) => ({ payout: coins(payout + 1) }),
    'win flag': ({ isWin }) => ({ isWin: !isWin }),
    stake: () => ({ betAmount: coins(9) }),
    'server seed': () => ({ serverSeed: OTHER_HEX }),
    'server seed and its hash': () => {
      const { serverSeed, serverSeedHash } = flip(otherHouse, bet)
      return { serverSeed, serverSeedHash }
    },
    'client seed': () => ({ clientSeed: 'never set by anyone' }),
    nonce: ({ nonce }) => ({ nonce: nonce + 1 }),
  }

  for (const [part, change] of Object.entries(tampered)) {
    it(`is a mismatch and an alarm: ${part}`, async () => {
      const { house, verify, alarms } = await ready()
      const answer = flip(house, bet)
      const verdict = await verify({ ...answer, ...change(answer) })
      expect(verdict.is).toBe('mismatch')
      expect(alarms).toHaveLength(1)
      expect(alarms[0]).toMatchObject({
        about: 'round',
        transactionId: answer.transactionId,
      })
    })
  }

  it('is a mismatch when a nonce comes back in another bet', async () => {
    const { house, verify } = await ready()
    const answer = flip(house, bet)
    expect(await verify(answer)).toEqual({ is: 'proven' })
    expect(await verify(answer)).toEqual({ is: 'proven' })
    const again = { ...answer, transactionId: crypto.randomUUID() }
    expect(await verify(again)).toEqual({
      is: 'mismatch',
      what: 'nonce_reused',
    })
  })
})

describe('a nonce that was taken when a round was asked for', () => {
  const REUSED = { is: 'mismatch', what: 'nonce_reused' }

  /** Asks for a flip, which the house plays on a nonce of its choice. */
  function flipAt(
    nonce: number,
    { house, witness }: Awaited<ReturnType<typeof ready>>,
  ) {
    const earliestNonce = witness.earliestNonce()
    house.nonce = nonce
    const answer = {
      ...flip(house, bet),
      transactionId: crypto.randomUUID(),
    }
    const ask = { start: bet }
    return witness.verifyAnswer({ game: coinFlip, ask, earliestNonce, answer })
  }

  it('is a mismatch also where its bet was another browser’s', async () => {
    const browser = await ready()
    browser.house.nonce = 300
    await browser.verify(flip(browser.house, bet))
    expect(await flipAt(100, browser)).toEqual(REUSED)
  })

  it('is a mismatch also where its bet is forgotten', async () => {
    const browser = await ready()
    await browser.verify(flip(browser.house, bet))
    browser.house.nonce = 2 * EPOCH_SIZE
    await browser.witness.sync()
    expect(await flipAt(0, browser)).toEqual(REUSED)
  })

  it('is none when it was taken only since then', async () => {
    const { house, witness, verify, alarms } = await ready()
    const earliestNonce = witness.earliestNonce()
    const answer = flip(house, bet)
    await verify(flip(house, bet))
    const round = { game: coinFlip, ask: { start: bet }, earliestNonce, answer }
    expect(await witness.verifyAnswer(round)).toEqual({ is: 'proven' })
    expect(alarms).toEqual([])
  })
})

describe('a house that goes back on what it published', () => {
  it('raises the alarm for another root of a pinned epoch', async () => {
    const { shelf } = await ready()
    const swapped = new HonestHouse(new Uint8Array(32).fill(9))
    const { witness, alarms, verify } = browserOf(swapped, shelf)
    await witness.sync()
    expect(alarms).toEqual([{ about: 'root_changed', epoch: 0 }])
    expect((await verify(flip(swapped, bet))).is).toBe('mismatch')
  })

  it('raises the alarm for commitments that do not lead to the root', async () => {
    const house = new HonestHouse()
    const forged = house.commitments(0)
    const commitments = forged.commitments.with(500, OTHER_HEX)
    house.commitments = () => ({ ...forged, commitments })
    const { witness, alarms } = browserOf(house)
    await witness.sync()
    expect(alarms).toEqual([{ about: 'commitments_changed', epoch: 0 }])
  })
})

describe('epochs', () => {
  it('pins the root before it sends a seed of its own', async () => {
    const house = new HonestHouse()
    const { witness, calls, shelf } = browserOf(house)
    const setClientSeed = house.setClientSeed.bind(house)
    house.setClientSeed = (request) => {
      expect(pinStoreOf(shelf, PLAYER).pin(0)?.root).toBe(house.state().root)
      setClientSeed(request)
    }
    await witness.sync()
    expect(calls).toContain('seed 0')
    expect(house.state().clientSeed).toMatch(/^[0-9a-f]{32}$/)
  })

  it('looks once more where it is not told that its seed was taken, and then no more', async () => {
    const house = new HonestHouse()
    const { witness, verify, calls } = browserOf(house)
    vi.spyOn(house, 'setClientSeed').mockImplementationOnce((request) => {
      HonestHouse.prototype.setClientSeed.call(house, request)
      throw new Error('Lost')
    })
    await expect(witness.sync()).rejects.toThrow('Lost')
    expect(await verify(flip(house, bet))).toEqual({ is: 'proven' })
    await witness.sync()
    calls.length = 0
    for (let round = 0; round < 3; round += 1) {
      expect(await verify(flip(house, bet))).toEqual({ is: 'proven' })
    }
    expect(calls).toEqual([])
  })

  it('answers the next root with a fresh seed, so that its rounds are proven', async () => {
    const { house, verify, calls } = await ready()
    house.nonce = EPOCH_SIZE - ROOT_LEAD + 7
    await verify(flip(house, bet))
    await expect.poll(() => calls).toContain('seed 1')
    house.nonce = EPOCH_SIZE
    expect(await verify(flip(house, bet))).toEqual({ is: 'proven' })
    expect(house.state().clientSeed).not.toBe('server-1')
  })

  it('keeps a seed the player chose, and proves its rounds', async () => {
    const { house, witness, verify } = await ready()
    await witness.changeSeed('lucky 7')
    await witness.sync()
    expect(house.state().clientSeed).toBe('lucky 7')
    expect(await verify(flip(house, bet))).toEqual({ is: 'proven' })
  })

  it('sets the seed again that was typed here, after another browser set one', async () => {
    const { house, witness, shelf } = await ready()
    await witness.changeSeed('first thought')
    await witness.changeSeed('lucky 7')
    await browserOf(house).witness.sync()
    expect(house.state().clientSeed).not.toBe('lucky 7')

    const back = browserOf(house, shelf)
    await back.witness.sync()
    expect(house.state().clientSeed).toBe('lucky 7')
    expect(await back.verify(flip(house, bet))).toEqual({ is: 'proven' })
  })
})
