import { beforeEach, expect, it, vi } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import { type Browser, FLIP, verifierOf } from '#testing/page/verifier-of.ts'

const OTHER_PLAYER = '01890000-0000-7000-8000-000000000002'

let server: HonestServer
/** The same server, as it answers once another player has signed in. */
let others: HonestServer
let browser: Browser

beforeEach(() => {
  server = new HonestServer()
  others = new HonestServer(new Uint8Array(32).fill(9), OTHER_PLAYER)
  others.nonce = 7
  browser = verifierOf(server)
})

/** What goes on as if nobody else had ever signed in. */
async function expectProvenRound(): Promise<void> {
  await browser.verifier.sync()
  expect(await browser.play(coinFlip, FLIP)).toEqual({ is: 'proven' })
  expect(browser.alarms).toEqual([])
  expect(others.state().clientSeedBy).toBe('server')
}

const stateOnceOfOther = () =>
  vi.spyOn(server, 'state').mockImplementationOnce(() => others.state())

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

it.each<[string, boolean, () => unknown]>([
  ['first state', false, stateOnceOfOther],
  ['later state', true, stateOnceOfOther],
  [
    'commitments',
    false,
    () =>
      vi
        .spyOn(server, 'commitments')
        .mockImplementationOnce((epoch) => others.commitments(epoch)),
  ],
  [
    'client seed',
    false,
    () =>
      vi
        .spyOn(server, 'setClientSeed')
        .mockImplementationOnce((request) => others.setClientSeed(request)),
  ],
])("does not take another's %s", async (_what, isSynced, answerOnce) => {
  if (isSynced) await browser.verifier.sync()
  answerOnce()
  await expect(browser.verifier.sync()).rejects.toThrow()
  await expectProvenRound()
})

it("does not take the answer to another's seed for the player's", async () => {
  await browser.verifier.sync()
  vi.spyOn(server, 'setClientSeed').mockImplementationOnce(stateOnceOfOther)
  const change = browser.verifier.changeSeed('mine')
  await expect(change).rejects.toThrow('Another player')
  await expectProvenRound()
})

it("does not miss the player's rounds in another's history", async () => {
  await browser.verifier.sync()
  server.answer(coinFlip, FLIP)
  vi.spyOn(server, 'bets').mockImplementationOnce(() => [])
  stateOnceOfOther()
  const judged = browser.play(coinFlip, FLIP)
  await expect(judged).rejects.toThrow('Another player')
  await expectProvenRound()
})
