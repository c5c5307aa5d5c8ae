import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type HorseId, horseName, horses } from '#core/race/horses.ts'
import { MOVING, openPage } from '#testing/browser/open-page.ts'
import { accountButton, newPlayer } from '#testing/browser/player.ts'
import { sawShield } from '#testing/browser/saw-shield.ts'
import { sawToast } from '#testing/browser/toast.ts'
import {
  expectOfRace,
  lastRace,
  watchRace,
} from '#testing/browser/watch-race.ts'

const BET = 10
const PAID = 38
const BY_BUTTONS: HorseId = 1

/** Waits until there is time for some bets, on a busy machine too. */
async function untilBetting(page: Page): Promise<void> {
  await page.getByText(/^Next race in: (2[6-9]|30) seconds$/).waitFor()
}

/** One by its buttons: a busy machine would be late with all four. */
async function betOnEach(page: Page): Promise<void> {
  for (const { id: horseId } of horses) {
    if (horseId === BY_BUTTONS) continue
    const data = { horseId, amount: BET }
    const answer = await page.request.post('/api/races/place-bet', { data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  const name = horseName(BY_BUTTONS)
  await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'Place Bet' }).click()
  await sawToast(page, 'Bet Placed!', `You bet ${BET} coins on ${name}`)
}

/**
 * A visitor whose page is loaded and hears nothing yet: loading it may take a
 * busy machine as long as a race.
 */
async function openLatecomer() {
  const page = await openPage(MOVING)
  const { promise: joined, resolve: join } = Promise.withResolvers<void>()
  await page.routeWebSocket('/ws', async (socket) => {
    await joined
    socket.connectToServer()
  })
  await page.goto('/pokey')
  await page.getByRole('region', { name: 'Horse Race' }).waitFor()
  return { page, join }
}

test('one race for everybody: bets on it, and who joins while it runs', async () => {
  const page = await openPage(MOVING)
  const { username } = await newPlayer(page)
  // Pages for everybody ask who plays where they have seen a player before.
  await page.goto('/coinflip')
  await accountButton(page, username, 1_000).waitFor()
  await page.goto('/pokey')
  const visitor = await openPage()
  await visitor.goto('/pokey')
  await visitor.getByRole('link', { name: 'Sign in to bet' }).waitFor()
  const latecomer = await openLatecomer()
  await untilBetting(page)
  const own = await watchRace(page)
  // Nothing moves on this page: it has time to tell that the race has begun.
  const still = await watchRace(visitor)
  const watches = [own, still, await watchRace(latecomer.page)]

  await betOnEach(page)
  const bets = page.getByRole('region', { name: 'Your bets on this race' })
  await bets
    .getByRole('listitem')
    .nth(horses.length - 1)
    .waitFor()
  await accountButton(page, username, 1_000 - horses.length * BET).waitFor()

  const asked: string[] = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname))
  await still.shown('The race has started')
  latecomer.join()
  const winners = await Promise.all(watches.map(({ shown }) => shown(' Won!')))
  const staked = horses.length * BET
  await own.shown(`Your horse paid ${PAID} of ${staked}`)
  const balance = 1_000 - staked + PAID
  await accountButton(page, username, balance).waitFor()
  // Pushed, not asked for.
  expect(asked).not.toContain('/api/user')
  const race = await lastRace(page)
  const { outcome } = race.gameData
  if ('void' in outcome) throw new Error('the race was not run')
  const banner = `${horseName(outcome.winner)} Won!`
  expect(winners).toEqual([banner, banner, banner])
  for (const { positions } of watches) expectOfRace(await positions(), race)

  // The operator makes the blocks of a local chain, and the shield says so.
  await sawShield(page, 'Weaker proof')
  await expectProof(page, race.nonce)
})

async function expectProof(page: Page, number: number): Promise<void> {
  const [proof] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: `Proof of race ${number}` }).click(),
  ])
  await proof.getByText('Verification Successful').waitFor()
  await proof.getByRole('list', { name: 'The finish' }).waitFor()
  await proof.setViewportSize({ width: 390, height: 844 })
  const height = await proof.evaluate(() => document.body.scrollHeight)
  expect(height).toBeLessThanOrEqual(1_800)
}
