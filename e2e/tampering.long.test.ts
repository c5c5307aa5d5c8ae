import { expect, test } from 'vitest'
import { openGame } from '#testing/browser/open-game.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { FALSE_SEED, tamper } from '#testing/browser/tamper.ts'
import { expectAlarm, OUTCOME } from './coin-flip/lie.ts'

test('a lie about the payout is told loudly', () =>
  expectAlarm({
    lie: ({ payout }) => ({ payout: payout + 1 }),
    story: OUTCOME,
  }))

test('a lie about the server seed alone is told loudly', () =>
  expectAlarm({
    lie: () => ({ serverSeed: FALSE_SEED }),
    story: 'The revealed seed does not fit its own hash.',
  }))

test('an alarm above the open drawer can be read and dismissed', async () => {
  const page = await openPage()
  await openGame(page, '/coinflip')
  await page.getByRole('button', { name: /^Bea / }).click()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('tab', { name: 'Provably Fair' }).click()
  await drawer.getByLabel('Client seed').waitFor()
  await tamper(page, '**/api/fairness', (state) => ({
    ...state,
    root: FALSE_SEED,
  }))
  const alarm = page.getByRole('alert').filter({ hasText: 'another root' })
  await alarm.getByRole('button', { name: 'Dismiss' }).click()
  await alarm.waitFor({ state: 'detached' })
  expect(await drawer.isVisible()).toBe(true)
})
