import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { bea, refusal } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { pendingDeposit } from '#testing/page/wallets.ts'
import { SentTransaction } from './recheck.tsx'

const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 200, bea))

const hash = `0x${'ab'.repeat(32)}`
const PATH = 'POST /api/wallet/recheck'

test('shows the whole hash, and requests a check only when overdue', async () => {
  server.answer(PATH, 200, { deposits: [pendingDeposit], reconciling: false })
  const early = renderPage(
    <SentTransaction hash={hash} explorer={null} isOverdue={false} />,
  )
  await screen.findByText(hash)
  expect(server.received.map(({ route }) => route)).not.toContain(PATH)
  early.unmount()

  renderPage(<SentTransaction hash={hash} explorer={null} isOverdue />)
  await screen.findByText(/^Found 0.05 tBNB/)
  const request = server.received.find(({ route }) => route === PATH)
  expect(JSON.parse(request?.body ?? '')).toEqual({ txHash: hash })
})

test('shows the problem in the words of the server, and links to an explorer', async () => {
  const text = 'It pays no wallet of yours.'
  server.answer(PATH, 404, refusal('not_found', text))
  const explorer = 'https://scan.example'
  renderPage(<SentTransaction hash={hash} explorer={explorer} isOverdue />)
  await screen.findByText(text)
  const link = screen.getByRole('link')
  expect(link.getAttribute('href')).toBe(`${explorer}/tx/${hash}`)
})
