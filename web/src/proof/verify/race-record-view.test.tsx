import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { raceBetRecord, raceRecord } from '#core/evidence/race-record.ts'
import golden from '#core/race/golden/vectors.json' with { type: 'json' }
import { press, type } from '#testing/page/acts.ts'
import { toOpenRecord } from '#testing/page/honest-races.ts'
import { paste } from '#testing/page/records.tsx'
import { stubServer } from '#testing/page/stub-server.ts'

const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 401))

const toRecord = (what: string) =>
  golden.valid.find((one) => one.what === what)?.record
const race = raceRecord.parse(toRecord('the second race'))
const bet = raceBetRecord.parse(toRecord('a bet on the second race that won'))

function checks(role: 'status' | 'alert', kind: 'Holds' | 'Broken' | 'Note') {
  const [verdict] = screen.getAllByRole(role)
  if (!verdict) return []
  return within(verdict)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text.startsWith(`${kind}: `))
}

describe('a race in verify.html', () => {
  test('is replayed, and shows each place and hash', () => {
    paste(race)
    screen.getByRole('heading', { name: 'Verification Successful' })
    expect(checks('status', 'Holds')).toHaveLength(6)
    const [, ...rows] = screen.getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^1Red Fury85\.\d{10} %$/),
      expect.stringMatching(/^2Silver Arrow8\d\.\d{10} %$/),
      expect.stringMatching(/^3Pokey8\d\.\d{10} %$/),
      expect.stringMatching(/^4Thunder Bolt8\d\.\d{10} %$/),
    ])
    screen.getByText('Red Fury Won!')
    screen.getByText(race.serverSeed)
    screen.getByText(race.clientSeed ?? 'no salt')
    screen.getByText(race.gameData.chainTerminal.hash)
    screen.getByText('Salt: block 80000200 of chain 97')
    expect(screen.getAllByText(race.gameData.expectedHash)).toHaveLength(2)
    expect(screen.queryByText('Bet Amount')).toBeNull()
  })

  test('fails when a node has an earlier block that qualifies', async () => {
    paste(race)
    screen.getByText('Not checked: no node has been asked yet.')
    type(/URL of a node of your choice/, 'http://127.0.0.1/node')
    const { genesisHash, hash, timestamp = 0 } = race.gameData.saltBlock ?? {}
    const block = { hash, timestamp: `0x${timestamp.toString(16)}` }
    const answers: Record<string, unknown> = {
      eth_chainId: '0x61',
      eth_blockNumber: '0x4c4b4c8',
      '0x0': { ...block, hash: genesisHash },
    }
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      const { method, params } = JSON.parse(body)
      const result = answers[method] ?? answers[params[0]] ?? block
      return { json: async () => ({ result }) }
    })
    press('Ask this node')
    await screen.findByText(/^Contradicted: an earlier block was late enough/)
    screen.getByText('Verification Failed')
  })

  test('shows that a void race was never run', () => {
    paste(toRecord('a bet on a void race'))
    screen.getByRole('heading', { name: 'Verification Successful' })
    screen.getByText('It was never run. All stakes were returned.')
    screen.getByText('Not available')
    expect(checks('status', 'Note')[1]).toMatch(/you only have its word/)
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('shows the commitment of an open bet, and judges nothing', () => {
    const { serverSeedHash } = bet.gameData
    paste(toOpenRecord(bet))
    screen.getByRole('heading', { name: 'This race is not over yet' })
    screen.getByText(serverSeedHash)
    expect(screen.getAllByText('Not available')).toHaveLength(2)
    expect(screen.queryByText(/Verification (Successful|Failed)/)).toBeNull()
  })
})
