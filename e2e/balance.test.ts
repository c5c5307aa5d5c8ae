import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type User, user } from '#core/schemas/user.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton, balanceOf, newPlayer } from '#testing/browser/player.ts'
import { sawToast } from '#testing/browser/toast.ts'
import { FLIP_PATH } from './coin-flip/flip.ts'

const TOLD = [
  'Balance Reset',
  'Your balance has been reset to 1000 coins',
] as const

/** Loses or wins one bet behind the page's back. */
async function flipOnce(page: Page, betAmount = 100): Promise<boolean> {
  const data = { betAmount, choice: 'heads' }
  const answer = await page.request.post(FLIP_PATH, { data })
  return (await answer.json()).isWin
}

/** A player whose one bet ended so. */
async function playerAfter(page: Page, isWin: boolean): Promise<User> {
  await newPlayer(page)
  while ((await flipOnce(page)) !== isWin) {
    await page.request.post('/api/user/reset-balance')
  }
  return user.parse(await (await page.request.get('/api/user')).json())
}

test('nobody bets more than they have', async () => {
  const page = await openPage()
  await newPlayer(page)
  await page.goto('/coinflip')
  const amount = page.getByLabel('Bet Amount')
  await amount.fill('1001')
  const refusals = page.getByRole('button', {
    name: 'Insufficient Balance',
    disabled: true,
  })
  await expect.poll(() => refusals.count()).toBe(2)
  await page.getByText('That is more than you have').waitFor()

  await amount.fill('1000')
  await page.getByRole('button', { name: 'Heads', disabled: false }).waitFor()
  await page.getByRole('button', { name: 'Tails', disabled: false }).waitFor()
})

test('a reset that costs coins asks first', async () => {
  const page = await openPage()
  const { username, balance } = await playerAfter(page, true)
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
  await sawToast(page, ...TOLD)
  await accountButton(page, username, 1_000).waitFor()
  expect(await balanceOf(page)).toBe(1_000)
})

test('a reset that gives coins needs no question', async () => {
  const page = await openPage()
  const { username, balance } = await playerAfter(page, false)
  await page.goto('/coinflip')
  await accountButton(page, username, balance).click()
  await page.getByRole('button', { name: 'Reset balance' }).click()
  await sawToast(page, ...TOLD)
  await accountButton(page, username, 1_000).waitFor()
})

test('who is out of coins gets new ones at the table, or a way to deposit', async () => {
  const page = await openPage()
  const { username } = await newPlayer(page)
  await loseEverything(page)
  await page.goto('/coinflip')
  await page.getByText('You are out of coins').waitFor()
  await page.getByRole('button', { name: 'Deposit' }).click()
  const account = page.getByRole('dialog', { name: 'Account Settings' })
  await account.getByRole('heading', { name: 'Deposit wallet' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Reset to 1,000' }).click()
  await sawToast(page, ...TOLD)
  await accountButton(page, username, 1_000).waitFor()
  await page.getByRole('button', { name: 'Heads', disabled: false }).waitFor()
})

async function loseEverything(page: Page): Promise<void> {
  while (await flipOnce(page, 1_000)) {
    await page.request.post('/api/user/reset-balance')
  }
}
