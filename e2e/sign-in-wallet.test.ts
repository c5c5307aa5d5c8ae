import type { Locator, Page } from 'playwright-core'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { user } from '#core/schemas/user.ts'
import { BrowserWallet } from './support/browser-wallet.ts'
import { flipHeads } from './support/coin-flip.ts'
import { expectFocus } from './support/focus.ts'
import { expectNoBarrier } from './support/no-barrier.ts'
import { openPage } from './support/open-page.ts'
import {
  accountButton,
  newName,
  newPlayer,
  PASSWORD,
} from './support/player.ts'
import { sawToast } from './support/toast.ts'
import { scriptsOf, WALLET_CODE } from './support/wallet-code.ts'
import { connectIn } from './support/wallet-dialog.ts'

const SIGN_IN = 'Sign in with a wallet'
const LINK = 'Link a wallet'
/** The question whether to make an account is an answer to the browser's console. */
const NO_ACCOUNT = /404 .*\/siwe\/verify$/

async function whoPlays(page: Page) {
  const answer = await page.request.get('/api/user')
  return answer.ok() ? user.parse(await answer.json()) : null
}

/** From the page's button to a connected wallet; the dialog that is left. */
async function connect(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: title }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await connectIn(page, dialog)
  return dialog
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/auth')
  const dialog = await connect(page, SIGN_IN)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function sawLinked(page: Page): Promise<void> {
  const told = 'It signs in to your account from now on'
  await sawToast(page, 'Wallet linked', told)
}

async function openDrawer(page: Page, who: string): Promise<Locator> {
  await accountButton(page, who, 1_000).click()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  return page.getByRole('region', { name: 'Sign-in wallet' })
}

/** As the top bar and the toasts have it. */
function shortName(wallet: BrowserWallet): string {
  const address = getAddress(wallet.account)
  return `${address.slice(0, 8)}…${address.slice(-6)}`
}

async function makeAccount(page: Page, wallet: BrowserWallet): Promise<void> {
  await signIn(page)
  await page.getByText('No account uses this wallet yet').waitFor()
  await page.getByRole('button', { name: 'New account' }).click()
  await sawMade(page, wallet)
}

function sawMade(page: Page, wallet: BrowserWallet): Promise<void> {
  const made = `Your new account is ${shortName(wallet)}, opened by your wallet`
  return sawToast(page, 'Welcome!', made)
}

test('a wallet makes an account when its owner says so, and later opens it again', async () => {
  const page = await openPage({ complaints: [NO_ACCOUNT] })
  const scripts = scriptsOf(page)
  const wallet = await BrowserWallet.install(page, 3)
  const address = getAddress(wallet.account)
  let signatures = 0
  wallet.onSign = async () => {
    signatures += 1
  }
  await makeAccount(page, wallet)
  expect(signatures).toBe(1)
  const made = await whoPlays(page)
  expect(made).toMatchObject({ username: address, wallet: { address } })
  expect((await Promise.all(scripts)).join()).toMatch(WALLET_CODE)

  const name = shortName(wallet)
  await accountButton(page, name, 1_000).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await sawToast(page, 'Goodbye!', 'You have been logged out')
  await signIn(page)
  await sawToast(page, 'Welcome back!', `Logged in as ${name}`)
  expect(await whoPlays(page)).toEqual(made)
})

test('who has an account already links the wallet to it instead', async () => {
  const page = await openPage({ complaints: [NO_ACCOUNT] })
  const wallet = await BrowserWallet.install(page, 17)
  const { id, username } = await newPlayer(page)
  await page.request.post('/api/logout')
  await signIn(page)
  await page.getByRole('button', { name: 'I have an account' }).click()
  await page.getByText('then your wallet is linked').waitFor()
  await expectNoBarrier(page)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Password').press('Enter')
  const dialog = page.getByRole('dialog', { name: LINK })
  await dialog.getByRole('button', { name: 'Link this wallet' }).click()
  await sawLinked(page)
  const address = getAddress(wallet.account)
  expect(await whoPlays(page)).toMatchObject({ id, wallet: { address } })
})

test('a player links a wallet, signs in with it, and unlinks it', async () => {
  const page = await openPage()
  const wallet = await BrowserWallet.install(page, 4)
  const { id, username } = await newPlayer(page)
  await page.goto('/coinflip')
  await openDrawer(page, username)
  const dialog = await connect(page, LINK)
  await dialog.getByRole('button', { name: 'Link this wallet' }).click()
  await sawLinked(page)
  await expectFocus(accountButton(page, username, 1_000))
  const linked = { id, wallet: { address: getAddress(wallet.account) } }
  expect(await whoPlays(page)).toMatchObject(linked)

  await page.request.post('/api/logout')
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

test('the only way into an account stays until there is another', async () => {
  const page = await openPage({ complaints: [NO_ACCOUNT] })
  const wallet = await BrowserWallet.install(page, 5)
  await makeAccount(page, wallet)
  const card = await openDrawer(page, shortName(wallet))
  await card.getByText('It is the only way into your account.').waitFor()
  const unlink = card.getByRole('button', { name: 'Unlink' })
  expect(await unlink.count()).toBe(0)

  await card.getByRole('button', { name: 'Set a password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a password' })
  await expectNoBarrier(page)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await sawToast(
    page,
    'Password set',
    'It opens your account as your wallet does',
  )
  await unlink.click()
  const question = page.getByRole('dialog', { name: 'Unlink this wallet?' })
  await question.getByRole('button', { name: 'Unlink' }).click()
  await card.getByRole('button', { name: LINK }).waitFor()
  const made = await whoPlays(page)
  const data = { username: wallet.account, password: PASSWORD }
  const login = await page.request.post('/api/login', { data })
  expect(user.parse(await login.json())).toEqual(made)
})

test('who declines, locks or switches is told, and can go on', async () => {
  const page = await openPage({
    complaints: [NO_ACCOUNT],
  })
  const wallet = await BrowserWallet.install(page, 6)
  await page.goto('/auth')
  const dialog = await connect(page, SIGN_IN)
  const sign = dialog.getByRole('button', { name: 'Sign in', exact: true })

  wallet.declines = 'personal_sign'
  await sign.click()
  await dialog.getByText('You declined in your wallet.').waitFor()
  wallet.declines = undefined

  wallet.isLocked = true
  await sign.click()
  await dialog.getByText('Your wallet is locked').waitFor()
  wallet.isLocked = false

  await wallet.switchChain('0x38')
  await dialog.getByText('Your wallet is on another network.').waitFor()
  await expectNoBarrier(page)
  wallet.declines = 'wallet_switchEthereumChain'
  const change = dialog.getByRole('button', { name: 'Switch network' })
  await change.click()
  await dialog.getByText('You declined in your wallet.').waitFor()
  wallet.declines = undefined
  wallet.knowsChain = false
  await change.click()
  await sign.waitFor()

  // What was said of one account is not said of the next.
  wallet.declines = 'personal_sign'
  await sign.click()
  const declined = dialog.getByText('You declined in your wallet.')
  await declined.waitFor()
  wallet.declines = undefined
  await wallet.switchAccount(18)
  await declined.waitFor({ state: 'hidden' })

  wallet.onSign = () => wallet.switchAccount(7)
  await sign.click()
  await dialog.getByText('You switched accounts').waitFor()
  wallet.onSign = async () => undefined
  expect(await whoPlays(page)).toBeNull()

  await wallet.lock()
  await dialog.getByText('Your wallet is locked or left this site.').waitFor()
  wallet.isLocked = false
  await connectIn(page, dialog)
  await sign.click()
  const question = dialog.getByText('No account uses this wallet yet')
  await question.waitFor()
  await expectNoBarrier(page)
  // It was asked of the other account.
  await wallet.switchAccount(6)
  await question.waitFor({ state: 'hidden' })
  await sign.click()
  await dialog.getByRole('button', { name: 'New account' }).click()
  await sawMade(page, wallet)
})

test('who declines to connect can be asked again, or leave', async () => {
  const page = await openPage()
  const wallet = await BrowserWallet.install(page, 8)
  wallet.declines = 'wallet_requestPermissions'
  await page.goto('/auth')
  const dialog = await connect(page, SIGN_IN)
  const declined = dialog.getByText('You declined in your wallet.')
  await declined.waitFor()
  await expectNoBarrier(page)
  await dialog.getByRole('button', { name: 'Connect a wallet' }).click()
  await page.getByRole('dialog', { name: 'Connect a Wallet' }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await declined.waitFor()
  await connectIn(page, dialog)
  await declined.waitFor()
  wallet.declines = undefined
  await connectIn(page, dialog)
  await dialog.getByRole('button', { name: 'Use another wallet' }).click()
  await dialog.getByRole('button', { name: 'Connect a wallet' }).waitFor()
  await dialog.getByText('Your wallet signs a message').waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(page.getByRole('button', { name: SIGN_IN }))
})

test('while the house is away the wallet is not asked, and the page stays', async () => {
  const page = await openPage({ complaints: [/503 .* at \/api\/auth\/siwe$/] })
  await BrowserWallet.install(page, 9)
  await page.route('**/api/auth/siwe', (route) =>
    route.fulfill({ status: 503 }),
  )
  await page.goto('/auth')
  await page.getByRole('button', { name: SIGN_IN }).click()
  await sawToast(
    page,
    'Could not be loaded',
    'Nothing was done. Try again, or load the page again.',
  )
  await page.unroute('**/api/auth/siwe')
  await connect(page, SIGN_IN)
})

test('without a wallet there is a way on', async () => {
  const page = await openPage()
  await page.goto('/auth')
  await page.getByRole('button', { name: SIGN_IN }).click()
  const dialog = page.getByRole('dialog', { name: SIGN_IN })
  await dialog.getByText('There is no wallet in this browser.').waitFor()
  await dialog.getByRole('button', { name: 'I have installed one' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Get Bendy!' }).waitFor()
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
  const loaded = await Promise.all(scripts)
  expect(loaded.length).toBeGreaterThan(3)
  expect(loaded.filter((text) => WALLET_CODE.test(text))).toEqual([])
})
