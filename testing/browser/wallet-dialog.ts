import type { Locator, Page } from 'playwright-core'
import { getAddress } from 'viem'
import { type User, user } from '#core/api/account.ts'
import { firstGamePath } from '../../web/src/games/shared/first-game-path.ts'
import { type BrowserWallet, WALLET_NAME } from './browser-wallet.ts'
import { generateWallet, newPlayer, openDrawer, PASSWORD } from './player.ts'
import { waitForToast } from './wait-for.ts'

export const SIGN_IN = 'Sign in with a wallet'
export const LINK = 'Link a wallet'
/** Logged by browsers for wallets without an account. */
export const NO_ACCOUNT = /404 .*\/siwe\/verify$/

/** Text that only scripts of wallet libraries contain. */
const WALLET_CODE = /rainbowkit|wagmi|viem@/i

/** Records the scripts of a page. @returns counts them, and those with wallet code */
export function countScripts(page: Page) {
  const urls = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') urls.add(request.url())
  })
  return async () => {
    const texts = await Promise.all(
      Array.from(urls, async (url) => (await page.request.get(url)).text()),
    )
    const ofWallets = texts.filter((text) => WALLET_CODE.test(text))
    return { all: texts.length, ofWallets: ofWallets.length }
  }
}

/** Selects the test's wallet. */
export async function connectIn(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Connect a wallet' }).click()
  await page.getByRole('button', { name: WALLET_NAME }).click()
}

/** Connects the wallet from the page's button, and returns the dialog. */
export async function connect(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: title }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await connectIn(page, dialog)
  return dialog
}

export async function signIn(page: Page): Promise<void> {
  await page.goto('/auth')
  const dialog = await connect(page, SIGN_IN)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function whoPlays(page: Page) {
  const answer = await page.request.get('/api/user')
  return answer.ok() ? user.parse(await answer.json()) : null
}

export function waitForLinked(page: Page): Promise<void> {
  const text = 'You can now sign in with it'
  return waitForToast(page, 'Wallet linked', text)
}

/** Links the connected wallet, confirmed by the player's password. */
export async function linkIn(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Link this wallet' }).click()
}

export function signInCard(page: Page): Locator {
  return page.getByRole('region', { name: 'Sign-in wallet' })
}

/** Returns the name as top bar and toasts show it. */
export function shortName(wallet: BrowserWallet): string {
  const address = getAddress(wallet.account)
  return `${address.slice(0, 8)}…${address.slice(-6)}`
}

export async function makeAccount(
  page: Page,
  wallet: BrowserWallet,
): Promise<void> {
  await signIn(page)
  await page.getByText('No account uses this wallet yet').waitFor()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await waitForMade(page, wallet)
}

export function waitForMade(page: Page, wallet: BrowserWallet): Promise<void> {
  const made = `Your new account is ${shortName(wallet)}. Sign in with your wallet any time`
  return waitForToast(page, 'Welcome!', made)
}

/** Opens a game for a player with a deposit address. */
export async function newDepositor(page: Page): Promise<User> {
  const player = await newPlayer(page)
  await generateWallet(page)
  await page.goto(firstGamePath)
  return player
}

export async function openDepositDialog(page: Page, { username }: User) {
  await openDrawer(page, username)
  await page.getByRole('button', { name: 'Deposit', exact: true }).click()
  return page.getByRole('dialog', { name: 'Deposit BSC Tokens' })
}

/** Opens the payment dialog, which browsers with a wallet offer. */
export async function openPayDialog(page: Page, player: User) {
  const deposit = await openDepositDialog(page, player)
  await deposit.getByRole('button', { name: 'Pay from a wallet' }).click()
  return page.getByRole('dialog', { name: 'Pay from a wallet' })
}

/** Opens the form for the amount. */
export async function startPaying(page: Page): Promise<Locator> {
  const dialog = await openPayDialog(page, await newDepositor(page))
  await connectIn(page, dialog)
  await held(dialog, 'tBNB').filter({ hasNotText: '…' }).waitFor()
  return dialog
}

/** Finds the line of an asset with its balance. */
export const held = (dialog: Locator, symbol: string) =>
  dialog.locator('label').filter({ hasText: `1 ${symbol} =` })

export async function fill(dialog: Locator, symbol: string, amount: string) {
  await dialog.getByRole('radio', { name: symbol }).check()
  await dialog.getByLabel(`Amount in ${symbol}`).fill(amount)
}

export const send = (dialog: Locator, symbol: string) =>
  dialog.getByRole('button', { name: `Send ${symbol}` }).click()
