import { beforeEach, expect, it, vi } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { Ask } from '#core/games/game.ts'
import { coins } from '#core/money/coins.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import { verifierOf } from '#testing/page/verifier-of.ts'

const OTHER_PLAYER = '01890000-0000-7000-8000-000000000002'
const flip: Ask = { start: { betAmount: coins(10), choice: 'heads' } }

let server: HonestServer
/** The same house, as it answers once another player has signed in. */
let others: HonestServer
let browser: ReturnType<typeof verifierOf>

beforeEach(() => {
  server = new HonestServer()
  others = new HonestServer(new Uint8Array(32).fill(9), OTHER_PLAYER)
  others.nonce = 7
  browser = verifierOf(server)
})

/** What goes on as if nobody else had ever signed in. */
async function expectProvenRound(): Promise<void> {
  await browser.verifier.sync()
  const answer = server.answer(coinFlip, flip)
  const round = { game: coinFlip, ask: flip, answer }
  expect(await browser.verifier.verifyAnswer(round)).toEqual({ is: 'proven' })
  expect(browser.alarms).toEqual([])
  expect(others.state().clientSeedBy).toBe('server')
}

it('asks nothing more once its player has left', async () => {
  vi.spyOn(server, 'state').mockImplementationOnce(() => {
    browser.player.isPlaying = false
    return server.state()
  })
  await expect(browser.verifier.sync()).rejects.toThrow('signed out')
  await expect(browser.verifier.sync()).rejects.toThrow('signed out')
  expect(browser.calls).toEqual(['state'])
  browser.player.isPlaying = true
  await expectProvenRound()
})

it("does not take another's standing for the player's first", async () => {
  vi.spyOn(server, 'state').mockImplementationOnce(() => others.state())
  await expect(browser.verifier.sync()).rejects.toThrow('Another player')
  await expectProvenRound()
})

it("does not take another's standing for one that has changed", async () => {
  await browser.verifier.sync()
  vi.spyOn(server, 'state').mockImplementationOnce(() => others.state())
  await expect(browser.verifier.sync()).rejects.toThrow('Another player')
  await expectProvenRound()
})

it("does not hold another's commitments against the player's root", async () => {
  vi.spyOn(server, 'commitments').mockImplementationOnce((epoch) =>
    others.commitments(epoch),
  )
  await expect(browser.verifier.sync()).rejects.toThrow('Another player')
  await expectProvenRound()
})

it("does not send the player's seed where another is signed in by then", async () => {
  vi.spyOn(server, 'setClientSeed').mockImplementationOnce((request) =>
    others.setClientSeed(request),
  )
  await expect(browser.verifier.sync()).rejects.toThrow()
  await expectProvenRound()
})

it("does not take the answer to another's seed for the player's", async () => {
  await browser.verifier.sync()
  vi.spyOn(server, 'setClientSeed').mockImplementationOnce(() => {
    vi.spyOn(server, 'state').mockImplementationOnce(() => others.state())
  })
  const change = browser.verifier.changeSeed('mine')
  await expect(change).rejects.toThrow('Another player')
  await expectProvenRound()
})

it("does not miss the player's rounds in another's history", async () => {
  await browser.verifier.sync()
  server.answer(coinFlip, flip)
  const round = {
    game: coinFlip,
    ask: flip,
    answer: server.answer(coinFlip, flip),
  }
  vi.spyOn(server, 'bets').mockImplementationOnce(() => [])
  vi.spyOn(server, 'state').mockImplementationOnce(() => others.state())
  const judged = browser.verifier.verifyAnswer(round)
  await expect(judged).rejects.toThrow('Another player')
  await expectProvenRound()
})
