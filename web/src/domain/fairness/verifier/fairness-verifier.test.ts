import { describe, expect, it, vi } from 'vitest'
import { EPOCH_SIZE, ROOT_LEAD } from '#core/fairness/epoch.ts'
import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { CoinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { coins } from '#core/money/coins.ts'
import { flip } from '#testing/page/flip.ts'
import { HonestServer, PLAYER } from '#testing/page/honest-server.ts'
import { verifierOf } from '#testing/page/verifier-of.ts'
import type { KeyValueStorage } from './key-value-storage.ts'
import { pinStoreOf } from './pin-store.ts'

const bet: CoinFlipBet = { betAmount: coins(10), choice: 'heads' }
const OTHER_HEX = 'ab'.repeat(32)

function browserOf(server: HonestServer, storage?: KeyValueStorage) {
  const browser = verifierOf(server, storage)
  const verify = (answer: CoinFlipAnswer) =>
    browser.verifier.verifyAnswer({
      game: coinFlip,
      ask: { start: bet },
      answer,
    })
  return { ...browser, verify }
}

async function ready() {
  const server = new HonestServer()
  const browser = browserOf(server)
  await browser.verifier.sync()
  return { server, ...browser }
}

describe('an honest round', () => {
  it('is proven once root and seed are in place', async () => {
    const { server, verify, alarms } = await ready()
    for (let round = 0; round < 20; round += 1) {
      expect(await verify(flip(server, bet))).toEqual({ is: 'proven' })
    }
    expect(alarms).toEqual([])
  })

  it('is proven in another tab, which finds pin, seed and commitments', async () => {
    const { server, storage } = await ready()
    const tab = browserOf(server, storage)
    await tab.verifier.sync()
    expect(tab.calls).toEqual(['state'])
    expect(await tab.verify(flip(server, bet))).toEqual({ is: 'proven' })
  })

  it('is weaker on a seed that the server made', async () => {
    const { server, verify } = await ready()
    const answer = flip(server, bet)
    expect(await verify({ ...answer, weaker: true })).toEqual({ is: 'weaker' })
  })

  it('is weaker, not wrong, after another browser of the player set the seed', async () => {
    const { server, verify, alarms } = await ready()
    server.setClientSeed({ clientSeed: 'from the phone', epoch: 0 })
    expect(await verify(flip(server, bet))).toEqual({ is: 'weaker' })
    expect(alarms).toEqual([])
  })

  it('is unknown when it was played before anything was pinned', async () => {
    const server = new HonestServer()
    const { verifier, verify, alarms } = browserOf(server)
    const answer = flip(server, bet)
    await verifier.sync()
    expect(await verify(answer)).toEqual({ is: 'unknown' })
    expect(alarms).toEqual([])
  })

  it('is unknown while nothing is pinned yet', async () => {
    const server = new HonestServer()
    const { verify } = browserOf(server)
    expect(await verify(flip(server, bet))).toEqual({ is: 'unknown' })
  })
})

describe('a tampered answer', () => {
  type Answer = CoinFlipAnswer
  const otherHouse = new HonestServer(new Uint8Array(32).fill(9))
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
      const { server, verify, alarms } = await ready()
      const answer = flip(server, bet)
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
    const { server, verify } = await ready()
    const answer = flip(server, bet)
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
    { server, verifier }: Awaited<ReturnType<typeof ready>>,
  ) {
    const earliestNonce = verifier.earliestNonce()
    server.nonce = nonce
    const answer = {
      ...flip(server, bet),
      transactionId: crypto.randomUUID(),
    }
    const ask = { start: bet }
    return verifier.verifyAnswer({ game: coinFlip, ask, earliestNonce, answer })
  }

  it('is a mismatch also where its bet was another browser’s', async () => {
    const browser = await ready()
    browser.server.nonce = 300
    await browser.verify(flip(browser.server, bet))
    expect(await flipAt(100, browser)).toEqual(REUSED)
  })

  it('is a mismatch also where its bet is forgotten', async () => {
    const browser = await ready()
    await browser.verify(flip(browser.server, bet))
    browser.server.nonce = 2 * EPOCH_SIZE
    await browser.verifier.sync()
    expect(await flipAt(0, browser)).toEqual(REUSED)
  })

  it('is none when it was taken only since then', async () => {
    const { server, verifier, verify, alarms } = await ready()
    const earliestNonce = verifier.earliestNonce()
    const answer = flip(server, bet)
    await verify(flip(server, bet))
    const round = { game: coinFlip, ask: { start: bet }, earliestNonce, answer }
    expect(await verifier.verifyAnswer(round)).toEqual({ is: 'proven' })
    expect(alarms).toEqual([])
  })
})

describe('a house that goes back on what it published', () => {
  it('raises the alarm for another root of a pinned epoch', async () => {
    const { storage } = await ready()
    const swapped = new HonestServer(new Uint8Array(32).fill(9))
    const { verifier, alarms, verify } = browserOf(swapped, storage)
    await verifier.sync()
    expect(alarms).toEqual([{ about: 'root_changed', epoch: 0 }])
    expect((await verify(flip(swapped, bet))).is).toBe('mismatch')
  })

  it('raises the alarm for commitments that do not lead to the root', async () => {
    const server = new HonestServer()
    const forged = server.commitments(0)
    const commitments = forged.commitments.with(500, OTHER_HEX)
    server.commitments = () => ({ ...forged, commitments })
    const { verifier, alarms } = browserOf(server)
    await verifier.sync()
    expect(alarms).toEqual([{ about: 'commitments_changed', epoch: 0 }])
  })
})

describe('epochs', () => {
  it('pins the root before it sends a seed of its own', async () => {
    const server = new HonestServer()
    const { verifier, calls, storage } = browserOf(server)
    const setClientSeed = server.setClientSeed.bind(server)
    server.setClientSeed = (request) => {
      expect(pinStoreOf(storage, PLAYER).pin(0)?.root).toBe(server.state().root)
      setClientSeed(request)
    }
    await verifier.sync()
    expect(calls).toContain('seed 0')
    expect(server.state().clientSeed).toMatch(/^[0-9a-f]{32}$/)
  })

  it('looks once more where it is not told that its seed was taken, and then no more', async () => {
    const server = new HonestServer()
    const { verifier, verify, calls } = browserOf(server)
    vi.spyOn(server, 'setClientSeed').mockImplementationOnce((request) => {
      HonestServer.prototype.setClientSeed.call(server, request)
      throw new Error('Lost')
    })
    await expect(verifier.sync()).rejects.toThrow('Lost')
    expect(await verify(flip(server, bet))).toEqual({ is: 'proven' })
    await verifier.sync()
    calls.length = 0
    for (let round = 0; round < 3; round += 1) {
      expect(await verify(flip(server, bet))).toEqual({ is: 'proven' })
    }
    expect(calls).toEqual([])
  })

  it('answers the next root with a fresh seed, so that its rounds are proven', async () => {
    const { server, verify, calls } = await ready()
    server.nonce = EPOCH_SIZE - ROOT_LEAD + 7
    await verify(flip(server, bet))
    await expect.poll(() => calls).toContain('seed 1')
    server.nonce = EPOCH_SIZE
    expect(await verify(flip(server, bet))).toEqual({ is: 'proven' })
    expect(server.state().clientSeed).not.toBe('server-1')
  })

  it('keeps a seed the player chose, and proves its rounds', async () => {
    const { server, verifier, verify } = await ready()
    await verifier.changeSeed('lucky 7')
    await verifier.sync()
    expect(server.state().clientSeed).toBe('lucky 7')
    expect(await verify(flip(server, bet))).toEqual({ is: 'proven' })
  })

  it('sets the seed again that was typed here, after another browser set one', async () => {
    const { server, verifier, storage } = await ready()
    await verifier.changeSeed('first thought')
    await verifier.changeSeed('lucky 7')
    await browserOf(server).verifier.sync()
    expect(server.state().clientSeed).not.toBe('lucky 7')

    const back = browserOf(server, storage)
    await back.verifier.sync()
    expect(server.state().clientSeed).toBe('lucky 7')
    expect(await back.verify(flip(server, bet))).toEqual({ is: 'proven' })
  })
})
