import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { user } from '#core/api/account.ts'
import { BrowserWallet } from '#testing/browser/browser-wallet.ts'
import { expectFocus } from '#testing/browser/keyboard.ts'
import { expectNoBarrier } from '#testing/browser/look.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  accountButton,
  newPlayer,
  openDrawer,
  PASSWORD,
} from '#testing/browser/player.ts'
import { waitForToast } from '#testing/browser/wait-for.ts'
import {
  connect,
  connectIn,
  LINK,
  linkIn,
  makeAccount,
  NO_ACCOUNT,
  SIGN_IN,
  shortName,
  signIn,
  signInCard,
  waitForLinked,
  waitForMade,
  whoPlays,
} from '#testing/browser/wallet-dialog.ts'

test('a player links a wallet, signs in with it, and unlinks it', async () => {
  const page = await openPage()
  const wallet = await BrowserWallet.install(page)
  const { id, username } = await newPlayer(page)
  await page.goto('/coinflip')
  await openDrawer(page, username, 'Account')
  await linkIn(await connect(page, LINK))
  await waitForLinked(page)
  await expectFocus(accountButton(page, username, 1_000))
  const linked = { id, wallet: { address: getAddress(wallet.account) } }
  expect(await whoPlays(page)).toMatchObject(linked)

  await page.evaluate(async () => {
    await fetch('/api/logout', { method: 'POST' })
  })
  await signIn(page)
  await waitForToast(page, 'Welcome back!', `Logged in as ${username}`)
  await openDrawer(page, username, 'Account')
  const card = signInCard(page)
  const unlink = card.getByRole('button', { name: 'Unlink' })
  await unlink.click()
  const question = page.getByRole('dialog', { name: 'Unlink this wallet?' })
  await question
    .getByText(`use the name ${username} and your password`)
    .waitFor()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expectFocus(unlink)
  expect(await whoPlays(page)).toMatchObject(linked)
  await unlink.click()
  await question.getByLabel('Your password').fill(PASSWORD)
  await question.getByRole('button', { name: 'Unlink' }).click()
  await waitForToast(
    page,
    'Wallet unlinked',
    'You can still sign in with your password',
  )
  await card.getByRole('button', { name: LINK }).waitFor()
  expect((await whoPlays(page))?.wallet).toBeUndefined()
})

test('links the wallet of a player who has an account', async () => {
  const page = await openPage({ complaints: [NO_ACCOUNT] })
  const wallet = await BrowserWallet.install(page)
  const { id, username } = await newPlayer(page)
  await page.request.post('/api/logout')
  await signIn(page)
  await page.getByRole('button', { name: 'I have an account' }).click()
  await page.getByText('to link your wallet').waitFor()
  await expectNoBarrier(page)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Password').press('Enter')
  await linkIn(page.getByRole('dialog', { name: LINK }))
  await waitForLinked(page)
  const address = getAddress(wallet.account)
  expect(await whoPlays(page)).toMatchObject({ id, wallet: { address } })
})

test('keeps the only way to sign in until there is another', async () => {
  const page = await openPage({ complaints: [NO_ACCOUNT] })
  const wallet = await BrowserWallet.install(page)
  await makeAccount(page, wallet)
  await openDrawer(page, shortName(wallet), 'Account')
  const card = signInCard(page)
  await card
    .getByText('This wallet is the only way into your account.')
    .waitFor()
  const unlink = card.getByRole('button', { name: 'Unlink' })
  expect(await unlink.count()).toBe(0)

  await card.getByRole('button', { name: 'Set a password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a password' })
  await expectNoBarrier(page)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm with my wallet' }).click()
  const signing = page.getByRole('dialog', { name: 'Set a password' })
  await signing.getByRole('button', { name: 'Sign and set password' }).click()
  const text = 'You can now sign in with your password or your wallet'
  await waitForToast(page, 'Password set', text)
  await openDrawer(page, shortName(wallet), 'Account')
  await unlink.click()
  const question = page.getByRole('dialog', { name: 'Unlink this wallet?' })
  await question.getByRole('button', { name: 'Use my wallet instead' }).click()
  await page.getByRole('button', { name: 'Sign and unlink' }).click()
  await waitForToast(
    page,
    'Wallet unlinked',
    'You can still sign in with your password',
  )
  await openDrawer(page, shortName(wallet), 'Account')
  await card.getByRole('button', { name: LINK }).waitFor()
  const made = await whoPlays(page)
  const data = { username: wallet.account, password: PASSWORD }
  const login = await page.request.post('/api/login', { data })
  expect(user.parse(await login.json())).toEqual(made)
})

test('a wallet that declines, is locked or switches accounts does not sign in, and can continue', async () => {
  const page = await openPage({ complaints: [NO_ACCOUNT] })
  const wallet = await BrowserWallet.install(page)
  await page.goto('/auth')
  const dialog = await connect(page, SIGN_IN)
  const sign = dialog.getByRole('button', { name: 'Sign in', exact: true })
  wallet.declines = 'personal_sign'
  await sign.click()
  const declined = dialog.getByText('You declined in your wallet.')
  await declined.waitFor()
  wallet.declines = undefined
  const { account } = wallet
  await wallet.switchAccount()
  await declined.waitFor({ state: 'hidden' })

  wallet.onSign = () => wallet.switchAccount()
  await sign.click()
  await dialog.getByText('You switched accounts').waitFor()
  wallet.onSign = async () => undefined
  expect(await whoPlays(page)).toBeNull()

  await wallet.lock()
  await dialog.getByText('Your wallet is locked or disconnected.').waitFor()
  wallet.isLocked = false
  await connectIn(page, dialog)
  await sign.click()
  const question = dialog.getByText('No account uses this wallet yet')
  await question.waitFor()
  await expectNoBarrier(page)
  // Requested from the other account.
  await wallet.switchAccount(account)
  await question.waitFor({ state: 'hidden' })
  await sign.click()
  await dialog.getByRole('button', { name: 'Create an account' }).click()
  await waitForMade(page, wallet)
})

test('offers other ways without a wallet', async () => {
  const page = await openPage()
  await page.goto('/auth')
  await page.getByRole('button', { name: SIGN_IN }).click()
  const dialog = page.getByRole('dialog', { name: SIGN_IN })
  await dialog.getByText('There is no wallet in this browser.').waitFor()
  await dialog.getByRole('button', { name: 'I’ve installed one' }).waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(page.getByRole('button', { name: SIGN_IN }))
})
