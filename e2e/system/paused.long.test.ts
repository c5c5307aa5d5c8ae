import { expect, test } from 'vitest'
import { dataFolder, launch } from '#testing/browser/launch.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { confirmAction, newOperator } from '#testing/browser/operator.ts'
import { newPlayer } from '#testing/browser/player.ts'

const REASON = 'New coins are minted.'

test('an operator pauses a game on the page, and who plays it is told', async () => {
  const dataDir = dataFolder()
  const { url: baseURL } = await launch(dataDir)
  const player = await openPage({ baseURL })
  await newPlayer(player)
  await player.goto('/coinflip')
  const heads = player.getByRole('button', { name: 'Heads' })
  await heads.waitFor()

  const viewport = { width: 390, height: 844 }
  const page = await openPage({ baseURL, viewport })
  await newOperator(page, dataDir)
  await page.goto('/operator')
  await page.getByRole('button', { name: 'Pause…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What to pause').selectOption('Coin Flip')
  await dialog.getByLabel('Notice to players').fill(REASON)
  await dialog.getByLabel('Reason').fill('Something is odd.')
  await dialog.getByRole('button', { name: 'Pause now' }).click()
  const banner = player.getByRole('alert').filter({ hasText: REASON })
  await banner.filter({ hasText: 'Coin Flip is paused' }).waitFor()
  const paused = player.getByRole('button', { name: 'Paused' })
  expect(await paused.first().isDisabled()).toBe(true)
  expect(await heads.count()).toBe(0)
  await confirmAction(page, {
    button: page.getByRole('button', { name: 'Resume Coin Flip' }),
    verb: 'Resume',
    reason: 'All is well.',
  })
  await heads.waitFor()
})
