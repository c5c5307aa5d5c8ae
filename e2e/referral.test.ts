import { expect, test } from 'vitest'
import { openPage } from '#testing/browser/open-page.ts'
import { waitForToast } from '#testing/browser/wait-for.ts'

const WALLET = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

test('a wallet creates a referral link, which counts its visitors', async () => {
  const page = await openPage()
  await page.goto('/GumbyonSOL')
  await page.getByLabel('Solana wallet address').fill(WALLET)
  await page.getByRole('button', { name: 'Submit Wallet', exact: true }).click()
  await waitForToast(
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
  const [tracked] = await Promise.all([
    friend.waitForResponse('**/api/referral/track'),
    friend.goto(link),
  ])
  expect(tracked.status()).toBe(204)
  await friend.getByRole('heading', { name: 'Gumby on SOL' }).waitFor()
})
