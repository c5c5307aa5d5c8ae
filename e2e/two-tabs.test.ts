import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton, balanceOf, newPlayer } from '#testing/browser/player.ts'
import { flipHeads } from './coin-flip/flip.ts'

/** A signed-in player on two tabs, each listening to the house. */
async function openTabs() {
  const one = await openPage()
  const { username } = await newPlayer(one)
  // From then on the browser knows of a session, and pages listen as its player.
  await one.goto('/coinflip')
  await accountButton(one, username, 1_000).waitFor()
  const other = await one.context().newPage()
  for (const tab of [other, one]) await openListening(tab)
  await accountButton(other, username, 1_000).waitFor()
  return { one, other, username }
}

async function openListening(tab: Page): Promise<void> {
  await Promise.all([
    tab
      .waitForEvent('websocket', (socket) => socket.url().endsWith('/ws'))
      // Whoever begins to listen asks once more what was missed before.
      .then(() => tab.waitForResponse('**/api/user')),
    tab.goto('/coinflip'),
  ])
}

test('a flip on one tab moves the balance of the other, which never asked', async () => {
  const { one, other, username } = await openTabs()
  const asked: string[] = []
  other.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await flipHeads(one)
  await accountButton(other, username, await balanceOf(one)).waitFor()
  expect(asked).not.toContain('/api/user')
})

test('a logout on one tab is one on the other', async () => {
  const { one, other, username } = await openTabs()
  await accountButton(one, username, 1_000).click()
  await one.getByRole('button', { name: 'Log out' }).click()
  for (const tab of [one, other]) {
    await tab.waitForURL('**/auth')
    await tab.getByRole('button', { name: 'Get Bendy!' }).waitFor()
  }
})
