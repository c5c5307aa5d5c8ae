import { fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins } from '#core/money/coins.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import { HonestServer, PLAYER } from '#testing/page/honest-server.ts'
import { refusal } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { sharedPinStore } from '../../domain/fairness/verifier/shared-pin-store.ts'
import { firstGamePath } from '../../domain/play/first-game-path.ts'
import { VerifyPage } from './verify-page.tsx'

const BET = { betAmount: coins(10), choice: 'heads' } as const

function honestRecord(server = new HonestServer()): VerificationRecord {
  server.setClientSeed({ clientSeed: 'mine', epoch: 0 })
  return server.record({ game: coinFlip, bet: BET })
}

const ID = '01890000-0000-7000-9000-000000000000'
const ROUTE = `GET /api/verify/${ID}`

const server = stubServer()

beforeEach(() => server.answer('GET /api/user', 401))

function openPage(id = ID) {
  renderPage(
    <Routes>
      <Route path="/verify/:id" element={<VerifyPage />} />
    </Routes>,
    `/verify/${id}`,
  )
}

function show(record: object) {
  server.answer(ROUTE, 200, record)
  openPage()
}

const detail = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).nextElementSibling

it('shows the round and says that it is proven', async () => {
  const record = honestRecord()
  show(record)
  const banner = await screen.findByRole('heading', {
    name: 'Verification Successful',
  })
  expect(banner).toBeTruthy()
  screen.getByText('The game outcome has been verified as legitimate and fair.')
  screen.getByText('Coin Flip')
  const result = String(record.gameData.result).toUpperCase()
  screen.getByText(`${result} - ${record.outcome}`)
  expect(detail('Timestamp')?.textContent).toMatch(
    /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2}:\d{2} [AP]M$/,
  )
  expect(detail('Bet Amount')?.textContent).toContain('10')
  expect(detail('Bet Amount')?.querySelector('svg')).not.toBeNull()
  const json = screen.getByText('Game Data').nextElementSibling?.textContent
  expect(JSON.parse(json ?? '')).toEqual(record.gameData)
  expect(json).toContain('\n  "epoch": 0,\n')
  screen.getByText(record.serverSeed)
  screen.getByRole('heading', { name: 'How to Verify' })
  screen.getByText(/combined using HMAC-SHA256/)
  expect(
    screen.getByRole('link', { name: 'Back to Games' }).getAttribute('href'),
  ).toBe(firstGamePath)
  // Settled by the house and replayed here: the same hash twice.
  expect(screen.getAllByText(record.gameData.expectedHash)).toHaveLength(2)
})

it('shows the outcome of a spin as it is told', async () => {
  const spin = { game: slots, bet: { betAmount: coins(10) } }
  const record = new HonestServer().record(spin)
  show(record)
  await screen.findByText('Slot Machine')
  expect(detail('Outcome')?.textContent).toBe(record.outcome)
  expect(record.outcome).toMatch(/^(No win|Won \d+ coins)$/)
})

it('lists each draw with its bytes, its fraction and what it became', async () => {
  const record = honestRecord()
  show(record)
  const [, ...rows] = await screen.findAllByRole('row')
  expect(rows).toHaveLength(record.gameData.draws.length)
  const [draw = 0] = record.gameData.draws
  const cells = within(rows[0] ?? document.body).getAllByRole('cell')
  expect(cells[1]?.textContent).toBe(
    `${draw >>> 24} ${(draw >>> 16) & 255} ${(draw >>> 8) & 255} ${draw & 255} = ${(draw / 2 ** 32).toFixed(10)}`,
  )
  expect(cells[2]?.textContent).toContain(String(record.gameData.result))
})

it('says plainly that a proof is weaker', async () => {
  show(new HonestServer().record({ game: coinFlip, bet: BET }))
  await screen.findByText('Verification Successful')
  screen.getByText(/Weaker proof: the client seed was not chosen/)
})

it('says that this browser pinned the root before the round', async () => {
  const record = honestRecord()
  const { epochRoot: root } = record.gameData
  sharedPinStore(PLAYER).setPin(0, { root, fromNonce: 0 })
  show(record)
  await screen.findByText('Verification Successful')
  screen.getByText(/This browser pinned that very root before the round/)
})

it('fails a consistent record under another root than the pinned one', async () => {
  sharedPinStore(PLAYER).setPin(0, { root: 'ab'.repeat(32), fromNonce: 0 })
  show(honestRecord())
  const alert = await screen.findByRole('alert')
  within(alert).getByText('Verification Failed')
  within(alert).getByText(/This browser saw something else/)
})

it('fails a bet that took another bet’s nonce', async () => {
  const record = honestRecord()
  const store = sharedPinStore(PLAYER)
  store.setPin(0, { root: record.gameData.epochRoot, fromNonce: 0 })
  store.noteBet(record.nonce, crypto.randomUUID())
  show(record)
  within(await screen.findByRole('alert')).getByText('Verification Failed')
})

it('fails a bet that this browser saw under another nonce', async () => {
  const record = honestRecord()
  const store = sharedPinStore(PLAYER)
  store.setPin(0, { root: record.gameData.epochRoot, fromNonce: 0 })
  store.noteBet(record.nonce + 5, record.id)
  show(record)
  const alert = await screen.findByRole('alert')
  within(alert).getByText(/or another nonce for this bet/)
})

const other = honestRecord(new HonestServer(new Uint8Array(32).fill(9)))
type Data = VerificationRecord['gameData']
const tampered: Record<string, (record: VerificationRecord) => object> = {
  'server seed': () => ({ serverSeed: other.serverSeed }),
  'client seed': () => ({ clientSeed: 'theirs' }),
  nonce: ({ nonce }) => ({ nonce: nonce + 1 }),
  stake: () => ({ betAmount: coins(9) }),
  'outcome text': () => ({ outcome: 'Won 1000 coins' }),
  'game type': () => ({ gameType: 'Roulette' }),
}
const tamperedData: Record<string, (data: Data) => object> = {
  payout: ({ payout }) => ({ payout: payout + 1 }),
  'result shown': ({ result }) => ({
    result: result === 'heads' ? 'tails' : 'heads',
  }),
  draws: ({ draws }) => ({ draws: draws.with(0, 1) }),
  bet: () => ({ bet: { ...BET, choice: 'tails' } }),
  root: () => ({ epochRoot: 'ab'.repeat(32) }),
  path: ({ epochPath }) => ({ epochPath: epochPath.with(3, 'ab'.repeat(32)) }),
  commitment: () => ({ serverSeedHash: other.gameData.serverSeedHash }),
  'both hashes alike': () => ({
    expectedHash: 'cd'.repeat(32),
    verifiedHash: 'cd'.repeat(32),
  }),
}

for (const [part, change] of Object.entries(tampered)) {
  it(`fails a record with another ${part}`, async () => {
    const record = honestRecord()
    show({ ...record, ...change(record) })
    const alert = await screen.findByRole('alert')
    within(alert).getByText(
      'The verification hashes do not match. This could indicate an issue with the game outcome.',
    )
  })
}

for (const [part, change] of Object.entries(tamperedData)) {
  it(`fails a record with another ${part} in its game data`, async () => {
    const record = honestRecord()
    const { gameData } = record
    show({ ...record, gameData: { ...gameData, ...change(gameData) } })
    within(await screen.findByRole('alert')).getByText('Verification Failed')
  })
}

it('shows a skeleton while the record is fetched', async () => {
  show(honestRecord())
  expect(screen.getByRole('status').textContent).toBe('Loading the record…')
  await screen.findByText('Verification Successful')
})

it('tells when there is no such round', async () => {
  const message = 'Game verification data not found'
  server.answer(ROUTE, 404, refusal('not_found', message))
  openPage()
  await screen.findByRole('heading', { name: message })
  screen.getByRole('link', { name: 'Back to Games' })
})

it('offers another try when the house is down', async () => {
  server.answer(ROUTE, 502, 'Bad Gateway')
  openPage()
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.answer(ROUTE, 200, honestRecord())
  fireEvent.click(again)
  await screen.findByText('Verification Successful')
})

it.each([
  ['serverSeed', 'Server Seed'],
  ['clientSeed', 'Client Seed'],
  ['nonce', 'Nonce'],
])('shows a record without its %s, and judges nothing', async (field, name) => {
  show({ ...honestRecord(), [field]: undefined })
  await screen.findByRole('heading', { name: 'Not verified yet' })
  const shown = screen.getByRole('heading', { name }).nextSibling
  expect(shown?.textContent).toBe('Not available')
  expect(screen.queryByText(/Verification (Successful|Failed)/)).toBeNull()
})

it('says in words that an answer is no record', async () => {
  show({ all: 'nonsense' })
  await screen.findByText(/did not answer with a record of this round/)
  expect(screen.queryByText(/invalid/i)).toBeNull()
})

it('does not show another round’s record, true as it may be', async () => {
  const asked = new HonestServer()
  honestRecord(asked)
  show(honestRecord(asked))
  await screen.findByText(/did not answer with a record of this round/)
  expect(screen.queryByText('Verification Successful')).toBeNull()
})

it('does not take a refusal for a round that is not there', async () => {
  const message = 'Wait a moment.'
  server.answer(ROUTE, 429, refusal('too_many_requests', message))
  openPage()
  await screen.findByText(/^Wait a moment\./)
  screen.getByRole('button', { name: 'Try again' })
})

it('asks for records only, whatever stands in the address', async () => {
  openPage('..%2Fuser')
  await screen.findByText('Game verification data not found')
  expect(server.received.map(({ route }) => route)).toContain(
    'GET /api/verify/..%2Fuser',
  )
})

it('gives the record along, and what checks it elsewhere', async () => {
  show(honestRecord())
  const download = await screen.findByRole('link', {
    name: 'Download the record',
  })
  expect(download.getAttribute('href')).toBe(`/api/verify/${ID}`)
  expect(download.getAttribute('download')).toBe(`round-${ID}.json`)
  const file = screen.getByRole('link', { name: 'Download verify.html' })
  expect(file.getAttribute('href')).toBe('/verify.html')
  screen.getByText(`npm run verify -- ${location.origin}/verify/${ID}`)
})

it('copies the record', async () => {
  const copied: string[] = []
  const writeText = async (text: string) => void copied.push(text)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  const record = honestRecord()
  show(record)
  fireEvent.click(
    await screen.findByRole('button', { name: 'Copy the record' }),
  )
  await screen.findByText('Record copied to clipboard')
  expect(copied.map((text) => JSON.parse(text))).toEqual([record])
})
