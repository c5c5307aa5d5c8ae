import { expect, test } from 'vitest'
import { openPage } from '#testing/browser/open-page.ts'
import {
  confirmAction,
  newOperator,
  openPart,
  openPlayer,
} from '#testing/browser/operator.ts'
import { newPlayer, PASSWORD } from '#testing/browser/player.ts'
import { endedRound, plain } from '#testing/browser/rounds.ts'

test('an operator finds a player, follows a round to its proof, and freezes the account, which the log shows and the player is told', async () => {
  const player = await openPage({ complaints: [/status of 40[13] /] })
  const { username } = await newPlayer(player)
  const { id } = await endedRound(player, plain)
  const page = await openPage()
  const operator = await newOperator(page)
  await page.goto('/operator')
  await page.getByText(/^as of \d+ s ago$/).waitFor()

  await openPlayer(page, username)
  const history = page.getByRole('table', { name: 'History' })
  const [proof] = await Promise.all([
    page.context().waitForEvent('page'),
    history.locator(`a[href="/verify/${id}"]`).click(),
  ])
  await proof.getByText('Verification Successful').waitFor()
  await proof.close()

  const reason = 'We have a question about your bets.'
  await confirmAction(page, {
    button: page.getByRole('button', { name: 'Freeze…' }),
    verb: 'Freeze',
    reason,
  })
  await page.getByText(new RegExp(`^Frozen since .*: ${reason}`)).waitFor()
  await openPart(page, 'Log')
  const log = page.getByRole('table', { name: 'Audit log' })
  const mine = log.getByRole('row').filter({ hasText: operator.username })
  await mine.filter({ hasText: reason }).waitFor()

  await player.goto('/history')
  await player.waitForURL('**/auth')
  await player.getByLabel('Username').fill(username)
  await player.getByLabel('Password').fill(PASSWORD)
  await player.getByRole('button', { name: 'Get Bendy!' }).click()
  await player.getByText(reason).first().waitFor()
  expect((await player.request.get('/api/user')).status()).toBe(401)
})
