import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFit, expectOpenToAll, WIDTHS_PX } from '#testing/browser/look.ts'
import { openGame } from '#testing/browser/open-game.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { overflowPx } from '#testing/browser/overflow-px.ts'
import { accountButton, balanceOf, PASSWORD } from '#testing/browser/player.ts'
import { FLIP_PATH } from './coin-flip/flip.ts'

/** Bets behind the page's back. */
async function flip(page: Page, betAmount: number): Promise<string> {
  const data = { betAmount, choice: 'heads' }
  const answer = await page.request.post(FLIP_PATH, { data })
  return (await answer.json()).transactionId
}

test('a player finds what play brought, a bet by its id and its proof, and takes a file along', async () => {
  const page = await openPage()
  const player = await openGame(page, '/coinflip')
  const id = await flip(page, 10)
  for (let bets = 0; bets < 50; bets += 1) await flip(page, 1)
  await page.reload()
  const rounds = page.getByRole('region', { name: 'My rounds' })
  await rounds.getByText('Coin Flip · bet 1').first().waitFor()
  const live = page.getByRole('region', { name: 'Live bets' })
  await live.getByText(player.username).first().waitFor()
  await accountButton(page, player.username, await balanceOf(page)).click()
  await page.getByRole('link', { name: 'History' }).click()
  const returns = page.getByRole('table', { name: 'Returns by game' })
  const ofCoinFlip = returns.getByRole('row', { name: /^Coin Flip .* 51 60 / })
  await ofCoinFlip.waitFor()
  await page.getByRole('button', { name: 'Show older ones' }).click()
  await page.getByText('Grant', { exact: true }).last().waitFor()
  for (const width of Object.values(WIDTHS_PX)) await expectFit(page, width)
  await expectOpenToAll(page, 'history')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save as CSV' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toContain(`,bet,Coin Flip,-10,990,2,${id}\r\n`)

  await page.getByLabel('Id of a bet').fill(id)
  const proof = page.getByRole('link', { name: /^Proof of/ })
  await expect.poll(() => proof.count()).toBe(1)
  const [record] = await Promise.all([
    page.waitForEvent('popup'),
    proof.click(),
  ])
  await record.getByText('Verification Successful').waitFor()

  await page.getByRole('link', { name: 'Audit' }).click()
  const found =
    /^Your [\d,]+ coins of .* are in this sum\. Checked here, in your browser\.$/
  await page.getByText(found).waitFor()
})

test('a player limits a day and takes a break, which a game then tells', async () => {
  const page = await openPage({ complaints: [/409 .* at \/api\/games\//] })
  const player = await openGame(page, '/coinflip')
  await accountButton(page, player.username, 1_000).click()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('tab', { name: 'Limits' }).click()
  await page.getByLabel('Most coins to stake a day').fill('50')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('Staked today: 0 of 50').waitFor()
  await page.getByLabel('No bets for').selectOption('1 hour')
  await page.getByRole('button', { name: 'Take a break' }).click()
  await page.getByRole('button', { name: 'Start the break' }).click()
  await page.getByText(/^You are on a break until/).waitFor()
  await expectOpenToAll(page, 'limits')
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Heads' }).click()
  await page
    .getByText(/You are on a break until .* UTC\./)
    .first()
    .waitFor()
})

test('a player takes their data along, changes the password and closes the account', async () => {
  const page = await openPage({ complaints: [/401 .* at \/api\/login$/] })
  const { username } = await openGame(page, '/coinflip')
  await accountButton(page, username, 1_000).click()
  await page.getByRole('button', { name: 'Account' }).click()
  const bets = page.getByRole('region', { name: 'Bet history' })
  expect((await bets.boundingBox())?.height).toBe(500)
  await page.getByRole('tab', { name: 'Provably Fair' }).click()
  const hashes = page.getByRole('region', { name: 'Recent Game Hashes' })
  const list = await hashes.locator('.well').boundingBox()
  expect(list?.height).toBe(200)
  await page.getByRole('tab', { name: 'Account' }).click()
  await expectOpenToAll(page, 'account')
  await page.setViewportSize({ width: WIDTHS_PX.narrowest, height: 900 })
  expect(await overflowPx(page.getByRole('tablist'))).toBe(0)
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
