import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { runScript } from '../testing/run-script.ts'
import { journeys } from './support/journeys.ts'
import { dataFolder, launch } from './support/launch.ts'
import { press } from './support/move.ts'
import { openPage } from './support/open-page.ts'
import { accountButton, newPlayer } from './support/player.ts'

const REASON = 'New coins are minted.'

/** A product of its own, and what its operator does. */
async function start() {
  const dataDir = dataFolder()
  const { url: baseURL } = await launch(dataDir)
  const env = { DATA_DIR: dataDir }
  const operate = async (...args: string[]) => {
    const { code, stderr } = await runScript('operator.ts', args, env)
    expect(code, stderr).toBe(0)
  }
  return { baseURL, operate }
}

async function sawPause(page: Page, gameType: string): Promise<void> {
  const banner = page.getByRole('alert')
  await banner.filter({ hasText: `${gameType} is paused` }).waitFor()
  await banner.filter({ hasText: REASON }).waitFor()
  const paused = { name: 'Paused' }
  await page
    .getByRole('button', { ...paused, disabled: true })
    .first()
    .waitFor()
  const pressable = page.getByRole('button', { ...paused, disabled: false })
  expect(await pressable.count()).toBe(0)
}

test('a page that is open learns that its game is paused, and that it is resumed', async () => {
  const { baseURL, operate } = await start()
  const page = await openPage({ baseURL })
  await newPlayer(page)
  for (const { path: route, game, buttons } of journeys) {
    const { path, gameType } = game
    await page.goto(route)
    const action = page.getByRole('button', { name: buttons[0] })
    await action.waitFor()
    await operate('pause', path, REASON)
    await sawPause(page, gameType)
    expect(await action.count()).toBe(0)
    await operate('resume', path)
    await action.waitFor()
  }
})

test('a refusal tells of a pause that the page had not learned of, and takes nothing', async () => {
  const { baseURL, operate } = await start()
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
  await sawPause(page, 'Coin Flip')
  await accountButton(page, username, 1_000).waitFor()
  expect(await page.getByText('503').count()).toBe(0)
})
