import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { flipWith, waitForOutcome } from '#testing/browser/flip.ts'
import { MOVING, openPage } from '#testing/browser/open-page.ts'
import {
  accountButton,
  newName,
  openDrawer,
  PASSWORD,
  readBalance,
  untilSeeded,
} from '#testing/browser/player.ts'
import { waitForShield, waitForToast } from '#testing/browser/wait-for.ts'
import { countScripts } from '#testing/browser/wallet-dialog.ts'
import { FAIR_PROMISE } from '../web/src/components/site/fair-promise.ts'

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

test('a newcomer with a phone flips for free, registers, has a proven bet at the fourth tap, and returns by name and password', async () => {
  const page = await openPage({ ...MOVING, ...PHONE })
  const scripts = countScripts(page)
  let taps = 0
  const tap = async (button: Locator) => {
    taps += 1
    await button.tap()
  }
  const heads = page.getByRole('button', { name: 'Heads' })
  const username = newName()
  await page.goto('/')
  await tap(heads)
  await page.getByText(/proven fair/).waitFor()
  await page.getByText(FAIR_PROMISE).waitFor()

  await tap(page.getByRole('link', { name: 'Pick a name and get 1,000 coins' }))
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(PASSWORD)
  await untilSeeded(page, async () => {
    await tap(page.getByRole('button', { name: 'Start Your Bendy Journey' }))
    const text = 'Your account has been created successfully'
    await waitForToast(page, 'Welcome!', text)
  })
  await accountButton(page, username, 1_000).waitFor()

  const answer = await flipWith(page, () => tap(heads))
  await waitForOutcome(page, answer)
  await waitForShield(page, 'Proven fair')
  expect(taps).toBe(4)
  const balance = await readBalance(page)
  await accountButton(page, username, balance).waitFor()

  const drawer = await openDrawer(page, username)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await accountButton(page, username, balance).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await waitForToast(page, 'Goodbye!', 'You have been logged out')
  expect((await page.request.get('/api/user')).status()).toBe(401)

  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Login' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Get Bendy!' }).click()
  await waitForToast(page, 'Welcome back!', `Logged in as ${username}`)
  await accountButton(page, username, balance).waitFor()

  // Wallet code is large: only players with a wallet load it.
  const { all, ofWallets } = await scripts()
  expect(all).toBeGreaterThan(3)
  expect(ofWallets).toBe(0)
})
