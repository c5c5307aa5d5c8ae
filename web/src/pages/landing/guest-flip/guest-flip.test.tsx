import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { hashServerSeed } from '#core/fairness/server-seed.ts'
import { findHref, press, pressSoon, type } from '#testing/page/acts.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { LandingPage } from '../landing-page.tsx'
import { playFlip, proveFlip, sealedFlip } from './guest-round.ts'

const server = stubServer()
const own = { clientSeed: 'my own words', choice: 'heads' } as const

beforeEach(() => server.answer('GET /api/user', 401))

const coin = () => screen.getByRole('img', { name: /coin/ })
/** The seals that stand on the page, whole. */
const seals = () =>
  Array.from(document.querySelectorAll('code[title]'), (one) => one.textContent)

async function open() {
  renderPage(<LandingPage />)
  await screen.findByRole('button', { name: 'Heads' })
  // Requests for the player and the site's links.
  await expect.poll(() => server.received.length).toBe(2)
}

async function call(side: 'Heads' | 'Tails') {
  press(side)
  await pressSoon('Tap to skip')
  await screen.findByText(/You called it\.|Not this time\./)
}

test('flips and proves in one tap under the shown seal, without a request', async () => {
  await open()
  const [sealed] = seals()
  const proof = screen.getByRole('list', { name: 'The proof' })
  expect(within(proof).queryByText(/proven fair/)).toBeNull()
  const requestCount = server.received.length
  await call('Tails')
  expect(proof.textContent).toContain(
    `the seal you saw, ${sealed?.slice(0, 12)}`,
  )
  within(proof).getByText(/proven fair/)
  const numbers = screen.getByRole('group')
  const opened = within(numbers).getByText('Server seed').nextSibling
  const shown = within(numbers).getByText(/^Seal/).nextSibling?.textContent
  expect(shown?.slice(0, 16)).toBe(sealed?.slice(0, 16))
  expect(hashServerSeed(nobleHashes, opened?.textContent ?? '')).toBe(shown)
  expect(proof.textContent).toContain(
    coin().getAttribute('aria-label')?.slice(10),
  )
  expect(server.received).toHaveLength(requestCount)
})

test('seals the next flip again, then asks for a name', async () => {
  await open()
  expect(screen.queryByRole('link', { name: /Pick a name/ })).toBeNull()
  const [first] = seals()
  await call('Heads')
  expect(seals()[0]).not.toBe(first)
  await call('Heads')
  expect(await findHref('Pick a name and get 1,000 coins')).toBe('/coinflip')
})

test('rejects a client seed that rounds cannot have', async () => {
  await open()
  type('Your half of the randomness', 'a:b')
  const heads = screen.getByRole<HTMLButtonElement>('button', { name: 'Heads' })
  await waitFor(() => expect(heads.disabled).toBe(true))
})

test('proves an unchanged round, and fails a changed one', () => {
  const round = playFlip(sealedFlip(0), own)
  expect(proveFlip(round)).toMatchObject({ isAsSealed: true, isReplayed: true })
  const result = round.result === 'heads' ? 'tails' : 'heads'
  expect(proveFlip({ ...round, result }).isReplayed).toBe(false)
  const { commitment } = sealedFlip(0)
  expect(proveFlip({ ...round, commitment }).isAsSealed).toBe(false)
})
