import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { findHref, press } from '#testing/page/acts.ts'
import { HonestServer, PLAYER } from '#testing/page/honest-server.ts'
import { refusal } from '#testing/page/players.ts'
import {
  FLIP_MOVES,
  fact,
  openRecord,
  openRecordPage,
  toRecord,
} from '#testing/page/records.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { firstGamePath } from '../../games/shared/first-game-path.ts'
import { sharedPinStore } from '../fairness/verifier/pin-store.ts'
import { VerifyPage } from './verify-page.tsx'

const record = toRecord()
const { id, gameData } = record
const ROUTE = `GET /api/verify/${id}`
const OTHER_HEX = 'ab'.repeat(32)
const server = stubServer()

beforeEach(() => server.answer('GET /api/user', 401))

const open = () => openRecordPage(<VerifyPage />, id)
const show = (shown: object) =>
  openRecord(<VerifyPage />, { id, ...shown }, server)
const successful = () => screen.findByText('Verification Successful')

test('shows the round and says that it is proven', async () => {
  show(record)
  expect(screen.getByRole('status').textContent).toBe('Loading the record…')
  await screen.findByRole('heading', { name: 'Verification Successful' })
  screen.getByText('The game outcome has been verified as legitimate and fair.')
  screen.getByText('Coin Flip')
  const result = String(gameData.result).toUpperCase()
  screen.getByText(`${result} - ${record.outcome}`)
  expect(fact('Timestamp')).toMatch(
    /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2}:\d{2} [AP]M$/,
  )
  expect(fact('Bet Amount')).toContain('10')
  const json = screen.getByText('Game Data').nextElementSibling?.textContent
  expect(JSON.parse(json ?? '')).toEqual(gameData)
  screen.getByText(record.serverSeed)
  screen.getByRole('heading', { name: 'How to Verify' })
  screen.getByText(/combined using HMAC-SHA256/)
  expect(await findHref('Back to Games')).toBe(firstGamePath)
  // Settled by the server and replayed here: the same hash twice.
  expect(screen.getAllByText(gameData.expectedHash)).toHaveLength(2)
})

test('lists each draw with its bytes, its fraction and its result', async () => {
  show(record)
  const [, ...rows] = await screen.findAllByRole('row')
  expect(rows).toHaveLength(gameData.draws.length)
  const [draw = 0] = gameData.draws
  const cells = within(rows[0] ?? document.body).getAllByRole('cell')
  expect(cells[1]?.textContent).toBe(
    `${draw >>> 24} ${(draw >>> 16) & 255} ${(draw >>> 8) & 255} ${draw & 255} = ${(draw / 2 ** 32).toFixed(10)}`,
  )
  expect(cells[2]?.textContent).toContain(String(gameData.result))
})

test('says that a proof is weaker when the player did not choose the seed', async () => {
  show(new HonestServer().record(FLIP_MOVES))
  await successful()
  screen.getByText(/Weaker proof: the client seed was not chosen/)
})

test('says that this browser pinned the root before the round', async () => {
  sharedPinStore(PLAYER).setPin(0, { root: gameData.epochRoot, fromNonce: 0 })
  show(record)
  await successful()
  screen.getByText(/This browser pinned that exact root before the round/)
})

test.each<[string, string, Partial<Record<number, string>>]>([
  ['another root', OTHER_HEX, {}],
  ['another bet of its nonce', gameData.epochRoot, { 0: crypto.randomUUID() }],
  ['the bet under another nonce', gameData.epochRoot, { 5: id }],
])('fails a record when this browser saw %s', async (_what, root, bets) => {
  const store = sharedPinStore(PLAYER)
  store.setPin(0, { root, fromNonce: 0 })
  for (const [nonce, bet] of Object.entries(bets)) {
    store.noteBet(Number(nonce), bet ?? '')
  }
  show(record)
  const alert = await screen.findByRole('alert')
  within(alert).getByText('Verification Failed')
  within(alert).getByText(/This browser saw something else/)
})

const fake = 'cd'.repeat(32)
test.each([
  ['server seed', { serverSeed: OTHER_HEX }],
  ['outcome text', { outcome: 'Won 1000 coins' }],
  [
    'hash, twice the same',
    { gameData: { ...gameData, expectedHash: fake, verifiedHash: fake } },
  ],
])('fails a record with another %s', async (_part, change) => {
  show({ ...record, ...change })
  const alert = await screen.findByRole('alert')
  within(alert).getByText('Verification Failed')
  within(alert).getByText(
    'The verification hashes do not match. This could indicate an issue with the game outcome.',
  )
})

test('says when there is no such round', async () => {
  const message = 'Game verification data not found'
  server.answer(ROUTE, 404, refusal('record_unknown', message))
  open()
  await screen.findByRole('heading', { name: message })
  screen.getByRole('link', { name: 'Back to Games' })
})

test('reports no missing round when a proxy answers 404', async () => {
  server.answer(ROUTE, 404, '<h1>Not Found</h1>')
  open()
  await screen.findByRole('button', { name: 'Try again' })
  expect(
    screen.queryByRole('heading', { name: 'Game verification data not found' }),
  ).toBeNull()
})

test('offers another try when a request is refused', async () => {
  const text = 'Wait a moment.'
  server.answer(ROUTE, 429, refusal('too_many_requests', text))
  open()
  await screen.findByText(new RegExp(`^${text}`))
  server.answer(ROUTE, 200, record)
  press('Try again')
  await successful()
})

test.each([
  ['serverSeed', 'Server Seed'],
  ['clientSeed', 'Client Seed'],
  ['nonce', 'Nonce'],
])('shows a record without its %s, and judges nothing', async (field, name) => {
  show({ ...record, [field]: undefined })
  await screen.findByRole('heading', { name: 'Not verified yet' })
  const shown = screen.getByRole('heading', { name }).nextSibling
  expect(shown?.textContent).toBe('Not available')
  expect(screen.queryByText(/Verification (Successful|Failed)/)).toBeNull()
})

test.each([
  ['no record', { all: 'nonsense' }],
  ['another round’s record', { ...record, id: crypto.randomUUID() }],
])('shows no result of an answer that is %s', async (_what, answer) => {
  server.answer(ROUTE, 200, answer)
  open()
  await screen.findByText(/didn’t send a record of this round/)
  expect(screen.queryByText(/invalid|Successful/)).toBeNull()
})

test('requests only records, even from a crafted address', async () => {
  const crafted = 'GET /api/verify/..%2Fuser'
  const message = 'Game verification data not found'
  server.answer(crafted, 404, refusal('record_unknown', message))
  openRecordPage(<VerifyPage />, '..%2Fuser')
  await screen.findByText(message)
  expect(server.received.map(({ route }) => route)).toContain(crafted)
})

test('offers the record as a file and a copy, and a tool to check it elsewhere', async () => {
  const copied: string[] = []
  const writeText = async (text: string) => void copied.push(text)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  show(record)
  const download = await screen.findByRole('link', {
    name: 'Download the record',
  })
  expect(download.getAttribute('href')).toBe(`/api/verify/${id}`)
  expect(download.getAttribute('download')).toBe(`round-${id}.json`)
  expect(await findHref('Download verify.html')).toBe('/verify.html')
  screen.getByText(`npm run verify -- ${location.origin}/verify/${id}`)
  press('Copy the record')
  await screen.findByText('Record copied to clipboard')
  expect(copied.map((text) => JSON.parse(text))).toEqual([record])
})
