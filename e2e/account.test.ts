import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { flipUnseen } from '#testing/browser/flip.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  accountButton,
  balanceOf,
  newPlayer,
  openDrawer,
  PASSWORD,
} from '#testing/browser/player.ts'
import { sawToast } from '#testing/browser/saw.ts'

const RESET = ['Balance Reset', 'Your balance has been reset to 1000 coins']

test('a reset that costs coins asks first, and one that gives coins does not', async () => {
  const page = await openPage()
  const { username } = await newPlayer(page)
  while ((await balanceOf(page)) <= 1_000) {
    await page.request.post('/api/user/reset-balance')
    await flipUnseen(page, 100)
  }
  const balance = await balanceOf(page)
  await page.goto('/coinflip')
  const openDialog = async () => {
    await accountButton(page, username, balance).click()
    await page.getByRole('button', { name: 'Reset balance' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Give up your coins?' })
  await openDialog()
  await dialog.getByText(`You would lose ${balance - 1_000}.`).waitFor()
  await dialog.getByRole('button', { name: 'Keep my coins' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await balanceOf(page)).toBe(balance)
  await openDialog()
  await dialog.getByRole('button', { name: 'Reset balance' }).click()
  const [title = '', told = ''] = RESET
  await sawToast(page, title, told)
  await accountButton(page, username, 1_000).waitFor()
  expect(await balanceOf(page)).toBe(1_000)

  while ((await balanceOf(page)) > 0) {
    await page.request.post('/api/user/reset-balance')
    await flipUnseen(page, 1_000)
  }
  await page.reload()
  await page.getByText('You are out of coins').waitFor()
  await page.getByRole('button', { name: 'Reset to 1,000' }).click()
  await sawToast(page, title, told)
  await accountButton(page, username, 1_000).waitFor()
})

test('a player limits a day, takes a break that the game respects, saves the data, changes the password and closes the account', async () => {
  const page = await openPage({
    complaints: [/409 .* at \/api\/games\//, /401 .* at \/api\/login$/],
  })
  const { username } = await newPlayer(page)
  await page.goto('/coinflip')
  const drawer = await openDrawer(page, username, 'Limits')
  await page.getByLabel('Most coins to stake a day').fill('50')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('Staked today: 0 of 50').waitFor()
  await page.getByLabel('No bets for').selectOption('1 hour')
  await page.getByRole('button', { name: 'Take a break' }).click()
  await page.getByRole('button', { name: 'Start the break' }).click()
  await page.getByText(/^You are on a break until/).waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Heads' }).click()
  const refused = page.getByText(/You are on a break until .* UTC\./)
  await refused.first().waitFor()

  await openDrawer(page, username, 'Account')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save my data' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(JSON.parse(file).account.username).toBe(username)

  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill('another one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed').first().waitFor()
  await page.getByRole('button', { name: 'Close my account' }).click()
  await page
    .getByRole('dialog')
    .getByLabel('Your password', { exact: true })
    .fill('another one')
  await page.getByRole('button', { name: 'Close it for good' }).click()
  await page.getByText('Account closed').first().waitFor()
  const data = { username, password: 'another one' }
  const answer = await page.request.post('/api/login', { data })
  expect(answer.status()).toBe(401)
})
