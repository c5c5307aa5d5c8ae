import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openPage } from '#testing/browser/open-page.ts'
import { newPlayer, openDrawer, PASSWORD } from '#testing/browser/player.ts'

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
