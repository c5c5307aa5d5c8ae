import { expect, test } from 'vitest'
import { openPage } from '#testing/browser/open-page.ts'
import { openGame } from '#testing/browser/player.ts'
import {
  expectAlarm,
  FALSE_SEED,
  otherSide,
  tamper,
} from '#testing/browser/tamper.ts'

test('a tampered answer raises the alarm, and a tampered record fails', async () => {
  const page = await openPage()
  await openGame(page, '/coinflip')
  const record = await expectAlarm(page, {
    change: ({ result }) => ({ result: otherSide(result) }),
    story: 'The seeds lead to another result than the one shown.',
  })

  const stranger = await openPage()
  await stranger.goto(record)
  await stranger.getByText('Verification Successful').waitFor()
  await tamper(stranger, '**/api/verify/*', () => ({ serverSeed: FALSE_SEED }))
  await stranger.reload()
  const verdict = stranger.getByRole('alert')
  await verdict.getByRole('heading', { name: 'Verification Failed' }).waitFor()
  await verdict.getByText('The verification hashes do not match.').waitFor()
  expect(await stranger.getByText('Successful').count()).toBe(0)
})
