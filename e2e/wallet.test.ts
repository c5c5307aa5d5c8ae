import { expect, inject, onTestFinished, test } from 'vitest'
import { publicAudit } from '#core/api/audit.ts'
import { BrowserWallet } from '#testing/browser/browser-wallet.ts'
import { requestNode, sendDeposit } from '#testing/browser/local-node.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { newPlayer, openDrawer, readBalance } from '#testing/browser/player.ts'
import { waitForToast } from '#testing/browser/wait-for.ts'
import { fill, send, startPaying } from '#testing/browser/wallet-dialog.ts'

const BLOCK_INTERVAL_MS = 1_000

const CREDITED = '0.05 tBNB became 5,000 coins'

test('a player gets an address, deposits, and gets the coins', async () => {
  const page = await openPage()
  const { username } = await newPlayer(page)
  await page.goto('/coinflip')
  const drawer = await openDrawer(page, username)
  await page.getByRole('button', { name: 'Generate wallet' }).click()
  const description = 'Your BSC wallet has been generated successfully'
  await waitForToast(page, 'Wallet Created', description)
  await page.getByRole('button', { name: 'Deposit', exact: true }).waitFor()

  const goOn = await holdBlocks()
  const card = page.getByRole('region', { name: 'Deposit wallet' })
  const confirmed = async () => {
    await card.getByText(/^[1-5]\/6 confirmations$/).waitFor()
    await goOn()
  }
  await Promise.all([
    sendDeposit(inject('dataDir'), username, '0.05'),
    confirmed(),
    waitForToast(page, 'Deposit credited', CREDITED),
    card.getByText('Credited', { exact: true }).waitFor(),
  ])
  await drawer.getByText('6,000').first().waitFor()
  const isAudited = async () => {
    const answer = await page.request.get('/api/audit')
    const { deposits } = publicAudit.parse(await answer.json()).figures
    const isThere = deposits.assets.some(({ asset }) => asset === 'tBNB')
    return isThere && deposits.confirmed > 0 && deposits.credited > 0
  }
  await expect.poll(isAudited).toBe(true)
})

// In the same file as the deposit above, since both control the blocks of one chain.
test('a player pays from a browser wallet, and gets the coins', async () => {
  const page = await openPage()
  await BrowserWallet.install(page)
  const dialog = await startPaying(page)
  await fill(dialog, 'tBNB', '0.05')
  await dialog.getByText('You get 5,000 coins').waitFor()
  const goOn = await holdBlocks()
  await send(dialog, 'tBNB')
  await dialog.getByText(/^[1-5]\/6 confirmations$/).waitFor()
  await goOn()
  await Promise.all([
    waitForToast(page, 'Deposit credited', CREDITED),
    dialog.getByText('5,000 coins for you').waitFor(),
  ])
  expect(await readBalance(page)).toBe(6_000)
  await dialog.getByRole('button', { name: 'Play' }).click()
  await dialog.waitFor({ state: 'hidden' })
})

/**
 * Mines blocks by transactions only until this is called again or the test ends, as
 * a slow machine may need more than six blocks to show the first.
 */
async function holdBlocks(): Promise<() => Promise<void>> {
  const every = async (ms: number) =>
    void (await requestNode('evm_setIntervalMining', [ms]))
  const goOn = () => every(BLOCK_INTERVAL_MS)
  onTestFinished(goOn)
  await every(0)
  return goOn
}
