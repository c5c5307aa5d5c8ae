import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { BrowserWallet } from '#testing/browser/browser-wallet.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton } from '#testing/browser/player.ts'
import { waitForToast } from '#testing/browser/wait-for.ts'
import {
  countScripts,
  makeAccount,
  NO_ACCOUNT,
  shortName,
  signIn,
  whoPlays,
} from '#testing/browser/wallet-dialog.ts'

test('a wallet creates an account with consent, and later signs in to it', async () => {
  const page = await openPage({ complaints: [NO_ACCOUNT] })
  const scripts = countScripts(page)
  const wallet = await BrowserWallet.install(page)
  const address = getAddress(wallet.account)
  let signatures = 0
  wallet.onSign = async () => {
    signatures += 1
  }
  await makeAccount(page, wallet)
  expect(signatures).toBe(1)
  const made = await whoPlays(page)
  expect(made).toMatchObject({ username: address, wallet: { address } })
  expect((await scripts()).ofWallets).toBeGreaterThan(0)

  const name = shortName(wallet)
  await accountButton(page, name, 1_000).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await waitForToast(page, 'Goodbye!', 'You have been logged out')
  await signIn(page)
  await waitForToast(page, 'Welcome back!', `Logged in as ${name}`)
  expect(await whoPlays(page)).toEqual(made)
})
