import { expect, test } from 'vitest'
import { BrowserWallet } from './support/browser-wallet.ts'
import { holdBlocks } from './support/local-node.ts'
import { expectNoBarrier } from './support/no-barrier.ts'
import { openPage } from './support/open-page.ts'
import { overflowPx } from './support/overflow-px.ts'
import { balanceOf } from './support/player.ts'
import { sawToast } from './support/toast.ts'
import { fill, send, startPaying } from './support/wallet-dialog.ts'

test('tBNB goes from the page to coins', async () => {
  const page = await openPage()
  await BrowserWallet.install(page, 10)
  const dialog = await startPaying(page)
  await expectNoBarrier(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overflowPx(dialog)).toBe(0)
  await fill(dialog, 'tBNB', '0.05')
  await dialog.getByText('Brings 5,000 coins').waitFor()
  const goOn = await holdBlocks()
  await send(dialog, 'tBNB')
  await dialog.getByText(/^[1-5]\/6 confirmations$/).waitFor()
  await goOn()
  await dialog.getByText('5,000 coins for you').waitFor()
  await sawToast(page, 'Deposit credited', '0.05 tBNB brought you 5,000 coins')
  await expectNoBarrier(page)
  expect(await overflowPx(dialog)).toBe(0)
  expect(await balanceOf(page)).toBe(6_000)
  await dialog.getByRole('button', { name: 'Play' }).click()
  await dialog.waitFor({ state: 'hidden' })
})
