import { expect, test } from 'vitest'
import { flipHeads, sawOutcome } from '#testing/browser/flip.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  accountButton,
  newPlayer,
  untilSeeded,
} from '#testing/browser/player.ts'
import { sawShield, sawToast } from '#testing/browser/saw.ts'

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
  await sawToast(
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
  const told = 'The server didn’t respond. Try again.'
  await sawToast(page, 'Login failed', told)
  expect(await page.getByRole('tab', { name: 'Login' }).isVisible()).toBe(true)
})

test('marks a round that could not be verified, and proves later ones', async () => {
  const page = await openPage({ complaints: COULD_NOT_LOAD })
  await newPlayer(page)
  const code = '**/assets/fairness-verifier-*.js*'
  await page.route(code, (route) => route.abort())
  await page.goto('/coinflip')
  await sawShield(page, 'Getting ready')
  const answer = await flipHeads(page)
  await sawOutcome(page, answer)
  await sawShield(page, 'Not checked')

  await page.unroute(code)
  await untilSeeded(page, async () => {
    const next = await flipHeads(page)
    await sawOutcome(page, next)
  })
  const later = await flipHeads(page)
  await sawOutcome(page, later)
  await sawShield(page, 'Proven fair')
})
