import { expect, test } from 'vitest'
import { transactions } from '#core/schemas/transaction.ts'
import { FLIP_PATH, flipHeads, sawOutcome } from '#testing/browser/flip.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton, balanceOf, openGame } from '#testing/browser/player.ts'
import { sawShield } from '#testing/browser/saw.ts'

test('a bet whose answer is lost counts once, and its outcome is shown', async () => {
  const page = await openPage({ complaints: [/ERR_FAILED .*coinflip$/] })
  const keys: (string | undefined)[] = []
  await page.route(`**${FLIP_PATH}`, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    if (keys.length === 1) await route.abort()
    else await route.fulfill({ response })
  })
  const { username } = await openGame(page, '/coinflip')
  const answer = await flipHeads(page)
  await sawOutcome(page, answer)
  await sawShield(page, 'Proven fair')

  expect(keys).toEqual([expect.any(String), keys[0]])
  const path = '/api/transactions?type=bet'
  const bets = transactions.parse(await (await page.request.get(path)).json())
  expect(bets.map(({ id }) => id)).toEqual([answer.transactionId])
  const balance = 1_000 - answer.betAmount + answer.payout
  expect(await balanceOf(page)).toBe(balance)
  await accountButton(page, username, balance).waitFor()
})
