import type { Locator, Page } from 'playwright-core'
import { getAddress } from 'viem'
import { user } from '#core/schemas/user.ts'
import type { BrowserWallet } from './browser-wallet.ts'
import { accountButton } from './player.ts'
import { sawToast } from './toast.ts'
import { connectIn } from './wallet-dialog.ts'

export const SIGN_IN = 'Sign in with a wallet'
export const LINK = 'Link a wallet'
/** The question whether to make an account is an answer to the browser's console. */
export const NO_ACCOUNT = /404 .*\/siwe\/verify$/

export async function whoPlays(page: Page) {
  const answer = await page.request.get('/api/user')
  return answer.ok() ? user.parse(await answer.json()) : null
}

/** From the page's button to a connected wallet; the dialog that is left. */
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

export async function sawLinked(page: Page): Promise<void> {
  const told = 'It signs in to your account from now on'
  await sawToast(page, 'Wallet linked', told)
}

export async function openDrawer(page: Page, who: string): Promise<Locator> {
  await accountButton(page, who, 1_000).click()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  return page.getByRole('region', { name: 'Sign-in wallet' })
}

/** As the top bar and the toasts have it. */
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
  await page.getByRole('button', { name: 'New account' }).click()
  await sawMade(page, wallet)
}

export function sawMade(page: Page, wallet: BrowserWallet): Promise<void> {
  const made = `Your new account is ${shortName(wallet)}, opened by your wallet`
  return sawToast(page, 'Welcome!', made)
}
