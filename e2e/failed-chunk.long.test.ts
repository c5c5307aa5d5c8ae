import { expect, test } from 'vitest'
import { flipHeads, waitForOutcome } from '#testing/browser/flip.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  accountButton,
  newPlayer,
  untilSeeded,
} from '#testing/browser/player.ts'
import { waitForShield, waitForToast } from '#testing/browser/wait-for.ts'

const COULD_NOT_LOAD = [/ERR_FAILED/]

test('the page survives a failed account drawer, and opens it later', async () => {
  const page = await openPage({ complaints: COULD_NOT_LOAD })
  const { username } = await newPlayer(page)
  await page.goto('/coinflip')
  const openAccount = async () => {
    await accountButton(page, username, 1_000).click()
    await page.getByRole('button', { name: 'Account', exact: true }).click()
  }
  const code = '**/assets/account-sheet-*.js*'
  await page.route(code, (route) => route.abort())
  await openAccount()
  await waitForToast(
    page,
    'Couldn’t load that',
    'Nothing happened. Try again, or reload the page.',
  )
  await page.getByRole('button', { name: 'Heads' }).waitFor()

  await page.unroute(code)
  await openAccount()
  await page.getByRole('dialog').getByText('Member since').waitFor()
})

test('reports an error although no more code can be loaded', async () => {
  const page = await openPage({ complaints: [/ERR_|status of 502/] })
  await page.goto('/auth')
  await page.getByRole('region', { name: 'Notifications' }).waitFor({
    state: 'attached',
  })
  await page.route('**/*', (route) => route.abort())
  await page.getByLabel('Username').fill('Bea')
  await page.getByLabel('Password').fill('loop')
  await page.getByRole('button', { name: 'Get Bendy!' }).click()
  const text = 'The server didn’t respond. Try again.'
  await waitForToast(page, 'Login failed', text)
  expect(await page.getByRole('tab', { name: 'Login' }).isVisible()).toBe(true)
})

test('marks a round that could not be verified, and proves later ones', async () => {
  const page = await openPage({ complaints: COULD_NOT_LOAD })
  await newPlayer(page)
  const code = '**/assets/fairness-verifier-*.js*'
  await page.route(code, (route) => route.abort())
  await page.goto('/coinflip')
  await waitForShield(page, 'Getting ready')
  const answer = await flipHeads(page)
  await waitForOutcome(page, answer)
  await waitForShield(page, 'Not checked')

  await page.unroute(code)
  await untilSeeded(page, async () => {
    const next = await flipHeads(page)
    await waitForOutcome(page, next)
  })
  const later = await flipHeads(page)
  await waitForOutcome(page, later)
  await waitForShield(page, 'Proven fair')
})
