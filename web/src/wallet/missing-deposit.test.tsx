import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { press } from '#testing/page/acts.ts'
import { bea, refusal } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { creditedDeposit, pendingDeposit } from '#testing/page/wallets.ts'
import { MissingDeposit } from './recheck.tsx'

const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 200, bea))

const HASH = `0x${'aB'.repeat(32)}`
const PATH = 'POST /api/wallet/recheck'

function look(text: string) {
  renderPage(<MissingDeposit />)
  const field = screen.getByLabelText('Transaction hash')
  fireEvent.change(field, { target: { value: text } })
  press('Look it up')
}

test.each([
  [pendingDeposit, 'Found 0.05 tBNB. 3 of 6 confirmations.'],
  [creditedDeposit, 'Found 0.05 tBNB. You got 5,000 coins.'],
  [
    { ...creditedDeposit, status: 'below_minimum' as const },
    'Found 0.05 tBNB. Too little to be credited.',
  ],
])('shows the result for a payment', async (deposit, text) => {
  server.answer(PATH, 200, { deposits: [deposit], reconciling: false })
  look(HASH)
  await screen.findByText(text, { exact: false })
})

test('announces a check of contract payments within a minute', async () => {
  server.answer(PATH, 200, { deposits: [], reconciling: true })
  look(HASH)
  await screen.findByText(/check your wallet’s balance within a minute/)
})

test('shows the reason of the server when nothing is found', async () => {
  const text = 'We can’t find this transaction.'
  server.answer(PATH, 404, refusal('not_found', text))
  look(HASH)
  await screen.findByText(text)
})

test('finds the hash in a pasted URL', async () => {
  server.answer(PATH, 200, { deposits: [creditedDeposit], reconciling: false })
  look(`https://testnet.bscscan.com/tx/${HASH}?a=b`)
  await screen.findByText(/You got/)
  const requests = server.received.filter(({ route }) => route === PATH)
  expect(requests.map(({ body }) => JSON.parse(body))).toEqual([
    { txHash: HASH },
  ])
})

test('sends no request for an invalid hash', async () => {
  look('0x1234')
  await screen.findByText(
    'A hash is 0x followed by 64 digits or letters from a to f.',
  )
  const field = screen.getByLabelText('Transaction hash')
  expect(document.activeElement).toBe(field)
})
