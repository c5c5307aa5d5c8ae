import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { flipHeads, waitForOutcome } from '#testing/browser/flip.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton, newPlayer } from '#testing/browser/player.ts'

async function openListening(tab: Page): Promise<void> {
  await Promise.all([
    tab
      .waitForEvent('websocket', (socket) => socket.url().endsWith('/ws'))
      // A page that starts to listen first requests what it missed.
      .then(() => tab.waitForResponse('**/api/user')),
    tab.goto('/coinflip'),
  ])
}

test('a flip on one tab updates the balance of the other by push, and a logout ends both', async () => {
  const one = await openPage()
  const { username } = await newPlayer(one)
  // From now on the browser has a hint of a session, and pages listen.
  await one.goto('/coinflip')
  await accountButton(one, username, 1_000).waitFor()
  const other = await one.context().newPage()
  await openListening(other)
  await accountButton(other, username, 1_000).waitFor()
  const requestedPaths: string[] = []
  other.on('request', (request) =>
    requestedPaths.push(new URL(request.url()).pathname),
  )
  const answer = await flipHeads(one)
  await accountButton(other, username, answer.balance).waitFor()
  expect(requestedPaths).not.toContain('/api/user')

  await waitForOutcome(one, answer)
  await accountButton(one, username, answer.balance).click()
  await one.getByRole('button', { name: 'Log out' }).click()
  for (const tab of [one, other]) {
    await tab.waitForURL('**/auth')
    await tab.getByRole('button', { name: 'Get Bendy!' }).waitFor()
  }
})
