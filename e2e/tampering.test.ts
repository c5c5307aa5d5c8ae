import { expect, test } from 'vitest'
import { FLIP_PATH, flipHeads } from '#testing/browser/flip.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { openGame } from '#testing/browser/player.ts'
import { sawShield } from '#testing/browser/saw.ts'
import { FALSE_SEED, tamper } from '#testing/browser/tamper.ts'

test('a tampered answer raises the alarm, and a tampered record fails', async () => {
  const page = await openPage()
  await openGame(page, '/coinflip')
  await tamper(page, `**${FLIP_PATH}`, ({ result }) => ({
    result: result === 'heads' ? 'tails' : 'heads',
  }))
  const answer = await flipHeads(page)
  await sawShield(page, 'Does not match')
  const told = 'The seeds lead to another result than the one shown.'
  const alarm = page.getByRole('alert').filter({ hasText: told })
  await alarm.getByRole('heading', { name: 'This does not add up' }).waitFor()
  const link = alarm.getByRole('link', { name: 'See the record' })
  const record = `/verify/${answer.transactionId}`
  expect(await link.getAttribute('href')).toBe(record)

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
