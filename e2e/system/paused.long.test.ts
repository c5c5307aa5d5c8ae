import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { productOfFile } from '#testing/browser/launch.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { confirmAction, newOperator } from '#testing/browser/operator.ts'
import { accountButton, newPlayer, press } from '#testing/browser/player.ts'
import { runScript } from '#testing/process/run-script.ts'

const REASON = 'New coins are minted.'

const { dataDir, running } = productOfFile()

async function operate(...args: string[]): Promise<void> {
  const { code, stderr } = await runScript('operator.ts', args, {
    DATA_DIR: dataDir,
  })
  expect(code, stderr).toBe(0)
}

async function sawPause(page: Page): Promise<void> {
  const banner = page.getByRole('alert')
  await banner.filter({ hasText: 'Coin Flip is paused' }).waitFor()
  await banner.filter({ hasText: REASON }).waitFor()
  const paused = { name: 'Paused' }
  await page
    .getByRole('button', { ...paused, disabled: true })
    .first()
    .waitFor()
  const pressable = page.getByRole('button', { ...paused, disabled: false })
  expect(await pressable.count()).toBe(0)
}

async function pauseOnPage(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Pause…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What to pause').selectOption(what)
  await dialog.getByLabel('Notice to players').fill(REASON)
  await dialog.getByLabel('Reason').fill('Something is odd.')
  await dialog.getByRole('button', { name: 'Pause now' }).click()
  const paused = page.getByRole('list', { name: 'Paused' })
  await paused.getByText(`${what} is paused: ${REASON}`).waitFor()
}

test('a page that is open learns that its game is paused, and that it is resumed', async () => {
  const { url: baseURL } = await running()
  const page = await openPage({ baseURL })
  await newPlayer(page)
  await page.goto('/coinflip')
  const heads = page.getByRole('button', { name: 'Heads' })
  await heads.waitFor()
  await operate('pause', 'coinflip', REASON)
  await sawPause(page)
  expect(await heads.count()).toBe(0)
  await operate('resume', 'coinflip')
  await heads.waitFor()
})

test('an operator pauses a game on the page, and who plays it is told', async () => {
  const { url: baseURL } = await running()
  const player = await openPage({ baseURL })
  await newPlayer(player)
  await player.goto('/coinflip')
  const heads = player.getByRole('button', { name: 'Heads' })
  await heads.waitFor()

  const viewport = { width: 390, height: 844 }
  const page = await openPage({ baseURL, viewport })
  await newOperator(page, dataDir)
  await page.goto('/operator')
  await pauseOnPage(page, 'Coin Flip')
  await sawPause(player)
  await confirmAction(page, {
    button: page.getByRole('button', { name: 'Resume Coin Flip' }),
    verb: 'Resume',
    reason: 'All is well.',
  })
  await heads.waitFor()
})

test('a refusal tells of a pause that the page had not learned of, and takes nothing', async () => {
  const { url: baseURL } = await running()
  const page = await openPage({ baseURL, complaints: [/status of 503/] })
  const { username } = await newPlayer(page)
  await page.goto('/coinflip')
  await page.getByRole('button', { name: 'Heads' }).waitFor()
  await page.route('**/api/casino-stats', () => undefined)
  await operate('pause', 'coinflip', REASON)
  const isPaused = async () => {
    const answer = await page.request.get('/api/casino-stats')
    return (await answer.json()).paused.length > 0
  }
  await expect.poll(isPaused).toBe(true)
  expect((await press(page, 'Heads')).status()).toBe(503)
  await sawPause(page)
  await accountButton(page, username, 1_000).waitFor()
  expect(await page.getByText('503').count()).toBe(0)
})
