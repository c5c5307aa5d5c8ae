import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from '#testing/browser/open-page.ts'
import {
  accountButton,
  newName,
  newPlayer,
  PASSWORD,
} from '#testing/browser/player.ts'
import { sawToast } from '#testing/browser/toast.ts'

type Credentials = { username: string; password: string }

async function openAuth(tab: 'Login' | 'Register', complaints: RegExp[] = []) {
  const page = await openPage({ complaints })
  await page.goto('/auth')
  await page.getByRole('tab', { name: tab }).click()
  return page
}

async function fill(page: Page, { username, password }: Credentials) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
}

/** Somebody who registered on another browser. */
async function playerElsewhere(): Promise<Credentials> {
  const { username } = await newPlayer(await openPage())
  return { username, password: PASSWORD }
}

test('a player logs in, is greeted by name, and logs out', async () => {
  const player = await playerElsewhere()
  const page = await openAuth('Login')
  await fill(page, player)
  await page.getByRole('button', { name: 'Get Bendy!' }).click()
  await sawToast(page, 'Welcome back!', `Logged in as ${player.username}`)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const toasts = await page.locator('.toasts').boundingBox()
  expect(toasts).toMatchObject({ x: width - 420, width: 420 })
  expect(Number(toasts?.y) + Number(toasts?.height)).toBe(height)
  await page
    .getByRole('heading', { name: `Hello, ${player.username}` })
    .waitFor()
  const games = page.getByRole('navigation', { name: 'All games' })
  await games.getByRole('link').first().click()
  expect(await page.getByLabel('Bet Amount').inputValue()).toBe('10')

  await accountButton(page, player.username, 1_000).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await sawToast(page, 'Goodbye!', 'You have been logged out')
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  expect((await page.request.get('/api/user')).status()).toBe(401)
})

test('a wrong password is told, and nobody is signed in', async () => {
  const { username } = await playerElsewhere()
  const page = await openAuth('Login', [/401 .* at \/api\/login$/])
  await fill(page, { username, password: 'a wrong one' })
  await page.getByRole('button', { name: 'Get Bendy!' }).click()
  const told = '401: Username and password do not match.'
  await sawToast(page, 'Login failed', told)
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
})

test('empty fields are required to register, each by itself', async () => {
  const page = await openAuth('Register')
  await page.getByRole('button', { name: 'Start Your Bendy Journey' }).click()
  await expect
    .poll(() => descriptionsOf(page))
    .toEqual(['Required', 'Required'])
  await page.getByLabel('Username').fill(newName())
  await page.getByRole('button', { name: 'Start Your Bendy Journey' }).click()
  await expect.poll(() => descriptionsOf(page)).toEqual(['', 'Required'])
})

test('a taken username is told under its field, whatever its case', async () => {
  const { username } = await playerElsewhere()
  const page = await openAuth('Register', [/409 .* at \/api\/register$/])
  await fill(page, { username: username.toUpperCase(), password: PASSWORD })
  await page.getByRole('button', { name: 'Start Your Bendy Journey' }).click()
  const told = 'That username is taken.'
  await sawToast(page, 'Registration failed', `409: ${told}`)
  await expect
    .poll(() => descriptionsOf(page))
    .toEqual([told, expect.anything()])
})

/** What stands under each field, as it is read out with it. */
function descriptionsOf(page: Page): Promise<string[]> {
  return page
    .getByRole('tabpanel')
    .getByRole('textbox')
    .evaluateAll((fields) =>
      fields.map(({ ariaDescribedByElements }) =>
        (ariaDescribedByElements ?? [])
          .map(({ textContent }) => textContent?.trim())
          .join(' '),
      ),
    )
}
