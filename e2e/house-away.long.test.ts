import { expect, test } from 'vitest'
import { coinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { transactions } from '#core/schemas/transaction.ts'
import { FLIP_PATH, flipHeads, sawOutcome } from '#testing/browser/flip.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton, newPlayer } from '#testing/browser/player.ts'

const AWAY = /ERR_INTERNET_DISCONNECTED|WebSocket connection .* failed/

test('a bet while the network is away waits in words, and counts once when it is back', async () => {
  const page = await openPage({ complaints: [AWAY] })
  const { username } = await newPlayer(page)
  await page.goto('/coinflip')
  const first = await flipHeads(page)
  await sawOutcome(page, first)

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Heads' }).click()
  await page.getByText('You are offline. We go on').waitFor()
  await page
    .getByText('You are offline. Your bet waits, and counts once.')
    .waitFor()
  for (let tries = 0; tries < 2; tries += 1) {
    await page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith(FLIP_PATH),
    )
  }

  const [response] = await Promise.all([
    page.waitForResponse(`**${FLIP_PATH}`),
    page.context().setOffline(false),
  ])
  const answer = coinFlipAnswer.parse(await response.json())
  await sawOutcome(page, answer)
  await page.getByText('You are offline').waitFor({ state: 'detached' })
  await accountButton(page, username, answer.balance).waitFor()
  const history = await page.request.get('/api/transactions?type=bet')
  const bets = transactions.parse(await history.json()).map(({ id }) => id)
  expect(bets).toEqual([answer.transactionId, first.transactionId])
})
