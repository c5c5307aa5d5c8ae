import { expect, test } from 'vitest'
import { askNode } from '#testing/browser/local-node.ts'
import { expectFit, expectOpenToAll, WIDTHS_PX } from '#testing/browser/look.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  confirmAction,
  newOperator,
  openPlayer,
} from '#testing/browser/operator.ts'
import { balanceOf, newPlayer, walletOf } from '#testing/browser/player.ts'

/** All coins that a balance can hold: with those of a new player it waits for room. */
const TOO_MUCH_WEI = `0x${(90_071_992_547_409n * 10n ** 15n).toString(16)}`

test('an operator rejects what no transaction explains, and the player is told why', async () => {
  const player = await openPage()
  const { username } = await newPlayer(player)
  await player.request.post('/api/wallet/generate')
  const address = async () => (await walletOf(player)).address
  await expect.poll(address).not.toBeNull()
  // Without a transaction, as what a contract pays.
  await askNode('hardhat_setBalance', [await address(), TOO_MUCH_WEI])

  const page = await openPage()
  await newOperator(page)
  await page.goto('/operator')
  await openPlayer(page, username)
  await expectFit(page, WIDTHS_PX.phone)
  await expectOpenToAll(page, 'player, phone')
  await page.goto('/operator?view=deposits')
  const found = page.getByRole('table', { name: 'Unattributed' })
  const row = found.getByRole('row').filter({ hasText: username })
  await row.getByText('to decide').waitFor()
  await row.getByRole('link', { name: /tBNB$/ }).click()
  await page.getByRole('heading', { name: 'What it waits for' }).waitFor()
  await expectFit(page, WIDTHS_PX.phone)
  await expectOpenToAll(page, 'deposit, phone')
  await confirmAction(page, {
    button: page.getByRole('button', { name: 'Reject…' }),
    verb: 'Reject',
    reason: 'Nobody has so much.',
  })
  const reasons = async () =>
    (await walletOf(player)).deposits.map(({ reason }) => reason)
  await expect
    .poll(reasons)
    .toEqual(['The house does not credit it: Nobody has so much.'])
  expect(await balanceOf(player)).toBe(1_000)
})
