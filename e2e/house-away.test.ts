import { expect, test } from 'vitest'
import { transactions } from '#core/schemas/transaction.ts'
import { flipHeads, sawOutcome } from './support/coin-flip.ts'
import { openPage } from './support/open-page.ts'
import { newPlayer } from './support/player.ts'

const AWAY = /ERR_INTERNET_DISCONNECTED|WebSocket connection .* failed/

test('a bet while the network is away ends in words, leaves the game standing, and is not placed later', async () => {
  const page = await openPage({ complaints: [AWAY] })
  await newPlayer(page)
  await page.goto('/coinflip')
  const first = await flipHeads(page)
  await sawOutcome(page, first.answer)

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Heads' }).click()
  await page
    .getByText('No clear answer. Your balance shows whether the bet counted.')
    .waitFor()
  expect(await page.getByText('does not answer').count()).toBe(0)

  await page.context().setOffline(false)
  const next = await flipHeads(page)
  await sawOutcome(page, next.answer)
  const answer = await page.request.get('/api/transactions?type=bet')
  const bets = transactions.parse(await answer.json()).map(({ id }) => id)
  expect(bets).toEqual([next.answer.transactionId, first.answer.transactionId])
})
