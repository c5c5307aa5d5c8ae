import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { horseName, horses } from '#core/race/horses.ts'
import { MOVING, openPage } from './support/open-page.ts'
import { accountButton, newPlayer } from './support/player.ts'
import { sawShield } from './support/saw-shield.ts'
import { sawToast } from './support/toast.ts'
import { expectOfRace, lastRace, watchRace } from './support/watch-race.ts'

const BET = 10
const PAID = 38

/** Waits until there is time for some bets. */
async function untilBetting(page: Page): Promise<void> {
  await page.getByText(/^Next race in: (1[2-9]|2\d|30) seconds$/).waitFor()
}

async function bet(page: Page, horse: string): Promise<void> {
  await page.getByRole('button', { name: horse }).click()
  await page.getByRole('button', { name: 'Place Bet' }).click()
  await sawToast(page, 'Bet Placed!', `You bet ${BET} coins on ${horse}`)
}

/** Who has won, as the page shows it. */
function wonOn(page: Page): Promise<string | null> {
  return page.getByText(/^.+ Won!$/).textContent()
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
  await untilBetting(page)

  for (const { name } of horses) await bet(page, name)
  const own = page.getByRole('region', { name: 'Your bets on this race' })
  await own
    .getByRole('listitem')
    .nth(horses.length - 1)
    .waitFor()
  await accountButton(page, username, 1_000 - horses.length * BET).waitFor()

  const asked: string[] = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname))
  const seen = [await watchRace(page), await watchRace(visitor)]
  await page.getByText('The race has started').waitFor()
  const latecomer = await openPage(MOVING)
  await latecomer.goto('/pokey')
  await latecomer.getByText('The race has started').waitFor()
  seen.push(await watchRace(latecomer))

  const winners = await Promise.all([page, visitor, latecomer].map(wonOn))
  const staked = horses.length * BET
  await page.getByText(`Your horse paid ${PAID} of ${staked}`).waitFor()
  const balance = 1_000 - staked + PAID
  await accountButton(page, username, balance).waitFor()
  // Pushed, not asked for.
  expect(asked).not.toContain('/api/user')
  const frames = await Promise.all(seen.map((those) => those()))

  const race = await lastRace(page)
  const { outcome } = race.gameData
  if ('void' in outcome) throw new Error('the race was run')
  const banner = `${horseName(outcome.winner)} Won!`
  expect(winners).toEqual([banner, banner, banner])
  for (const those of frames) expectOfRace(those, race)

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
