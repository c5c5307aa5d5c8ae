import { expect, test } from 'vitest'
import { heldPromise } from '#testing/browser/held-promise.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { sawToast } from '#testing/browser/toast.ts'

const WALLET = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

test('a wallet makes a link, which counts who follows it', async () => {
  const page = await openPage()
  await page.goto('/GumbyonSOL')
  const share = page.getByRole('button', { name: 'Submit Wallet to Share' })
  expect(await share.isDisabled()).toBe(true)
  const field = page.getByLabel('Solana wallet address')
  const submit = page.getByRole('button', {
    name: 'Submit Wallet',
    exact: true,
  })

  await field.fill('not a wallet')
  await submit.click()
  await sawToast(
    page,
    'Invalid wallet address',
    'Please enter a valid Solana wallet address',
  )
  await field.fill(WALLET)
  await submit.click()
  await sawToast(
    page,
    'Wallet submitted successfully!',
    'Your referral link is now active. Share to earn potential airdrop rewards!',
  )
  const intent = await page
    .getByRole('link', { name: 'Share on X' })
    .getAttribute('href')
  const text = new URL(intent ?? '').searchParams.get('text') ?? ''
  const [link = ''] = /http\S+$/.exec(text) ?? []
  expect(link).toContain('/GumbyonSOL?ref=')

  const friend = await openPage()
  const tracked = heldPromise(friend.waitForResponse('**/api/referral/track'))
  await friend.goto(link)
  expect((await tracked).status()).toBe(204)
  await friend.getByRole('heading', { name: 'Gumby on SOL' }).waitFor()
})
