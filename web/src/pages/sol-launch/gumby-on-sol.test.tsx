import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { referralWalletRequest } from '#core/api/referrals.ts'
import { REFERRAL_CODE } from '#core/referrals/referrals.ts'
import { pressSoon } from '#testing/page/acts.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { blankLinks, namedLinks } from '#testing/page/site-links.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { GumbyOnSolPage } from './gumby-on-sol-page.tsx'

const server = stubServer()
const WALLET = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const ROUTE = 'POST /api/referral/wallet'

const show = (links = namedLinks) => {
  server.answer('GET /api/site', 200, links)
  return renderPage(<GumbyOnSolPage />)
}

async function submit(value: string) {
  const field = screen.getByLabelText('Solana wallet address')
  fireEvent.change(field, { target: { value } })
  await pressSoon('Submit Wallet')
}

const sent = () => server.received.filter(({ route }) => route === ROUTE)

test('links buyers to the community, and disables buying without one', async () => {
  const { unmount } = show()
  const buy = await screen.findByRole('link', { name: /^Buy/ })
  expect(buy.getAttribute('href')).toBe('https://t.example/house')
  unmount()
  show(blankLinks)
  const button = await screen.findByRole('button', { name: /Coming soon/ })
  expect(button.hasAttribute('disabled')).toBe(true)
})

test('disables sharing without a wallet', () => {
  show()
  const share = screen.getByRole('button', { name: 'Submit Wallet to Share' })
  expect(share.hasAttribute('disabled')).toBe(true)
  expect(screen.queryByRole('link', { name: 'Share on X' })).toBeNull()
})

test.each(['', '2'.repeat(31), '2'.repeat(45), `0${WALLET.slice(1)}`])(
  'rejects %j as a wallet',
  async (text) => {
    show()
    await submit(text)
    await screen.findByText('Invalid wallet address')
    screen.getByText('Please enter a valid Solana wallet address')
    expect(sent()).toEqual([])
  },
)

test('submits the wallet with a new code, then shares the link', async () => {
  server.answer(ROUTE, 204)
  show()
  await submit(` ${WALLET} `)
  await screen.findByText('Wallet submitted successfully!')
  screen.getByText(
    'Your referral link is now active. Share to earn potential airdrop rewards!',
  )
  const [request] = sent()
  const body = referralWalletRequest.parse(JSON.parse(request?.body ?? ''))
  expect(body.walletAddress).toBe(WALLET)
  expect(body.referralCode).toMatch(REFERRAL_CODE)

  const link = `${location.origin}/GumbyonSOL?ref=${body.referralCode}`
  await screen.findByText(link)
  const share = screen.getByRole('link', { name: 'Share on X' })
  expect(share.getAttribute('target')).toBe('_blank')
  const intent = new URL(share.getAttribute('href') ?? '')
  expect(intent.origin + intent.pathname).toBe(
    'https://twitter.com/intent/tweet',
  )
  expect(intent.searchParams.get('text')).toContain(link)
})

test('reports a rejected wallet, and makes another code for the next try', async () => {
  server.answer(ROUTE, 409, { code: 'referral_taken', message: 'Taken' })
  show()
  await submit(WALLET)
  await screen.findByText('Error submitting wallet')
  screen.getByText('Please try again with a valid Solana wallet address.')
  await screen.findByRole('button', { name: 'Submit Wallet to Share' })
  server.answer(ROUTE, 204)
  await submit(WALLET)
  await screen.findByText('Wallet submitted successfully!')
  const codes = sent().map(({ body }) => JSON.parse(body).referralCode)
  expect(new Set(codes).size).toBe(2)
})
