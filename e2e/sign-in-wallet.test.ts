import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { BrowserWallet } from '#testing/browser/browser-wallet.ts'
import { expectFocus } from '#testing/browser/focus.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  accountButton,
  newName,
  newPlayer,
  PASSWORD,
} from '#testing/browser/player.ts'
import {
  connect,
  LINK,
  makeAccount,
  NO_ACCOUNT,
  openDrawer,
  sawLinked,
  shortName,
  signIn,
  whoPlays,
} from '#testing/browser/sign-in-wallet.ts'
import { sawToast } from '#testing/browser/toast.ts'
import { scriptsOf, WALLET_CODE } from '#testing/browser/wallet-code.ts'
import { flipHeads } from './coin-flip/flip.ts'

test('a wallet makes an account when its owner says so, and later opens it again', async () => {
  const page = await openPage({ complaints: [NO_ACCOUNT] })
  const scripts = scriptsOf(page)
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
  expect((await scripts()).join()).toMatch(WALLET_CODE)

  const name = shortName(wallet)
  await accountButton(page, name, 1_000).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await sawToast(page, 'Goodbye!', 'You have been logged out')
  await signIn(page)
  await sawToast(page, 'Welcome back!', `Logged in as ${name}`)
  expect(await whoPlays(page)).toEqual(made)
})

test('a player links a wallet, signs in with it, and unlinks it', async () => {
  const page = await openPage()
  const wallet = await BrowserWallet.install(page)
  const { id, username } = await newPlayer(page)
  await page.goto('/coinflip')
  await openDrawer(page, username)
  const dialog = await connect(page, LINK)
  await dialog.getByRole('button', { name: 'Link this wallet' }).click()
  await sawLinked(page)
  await expectFocus(accountButton(page, username, 1_000))
  const linked = { id, wallet: { address: getAddress(wallet.account) } }
  expect(await whoPlays(page)).toMatchObject(linked)

  await page.evaluate(async () => {
    await fetch('/api/logout', { method: 'POST' })
  })
  await signIn(page)
  await sawToast(page, 'Welcome back!', `Logged in as ${username}`)
  const card = await openDrawer(page, username)
  const unlink = card.getByRole('button', { name: 'Unlink' })
  await unlink.click()
  const question = page.getByRole('dialog', { name: 'Unlink this wallet?' })
  await question.getByText(`as ${username} with your password`).waitFor()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expectFocus(unlink)
  expect(await whoPlays(page)).toMatchObject(linked)
  await unlink.click()
  await question.getByRole('button', { name: 'Unlink' }).click()
  await sawToast(page, 'Wallet unlinked', 'Your password signs in as before')
  await card.getByRole('button', { name: LINK }).waitFor()
  expect((await whoPlays(page))?.wallet).toBeUndefined()
})

test('who plays by name and password downloads no wallet code', async () => {
  const page = await openPage()
  const scripts = scriptsOf(page)
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Register' }).click()
  const username = newName()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Start Your Bendy Journey' }).click()
  const card = await openDrawer(page, username)
  await card.getByRole('button', { name: LINK }).waitFor()
  await page.goto('/coinflip')
  await flipHeads(page)
  const loaded = await scripts()
  expect(loaded.length).toBeGreaterThan(3)
  expect(loaded.filter((text) => WALLET_CODE.test(text))).toEqual([])
})
