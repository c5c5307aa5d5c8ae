import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { raceBetRecord } from '#core/evidence/race-record.ts'
import type { Moves } from '#core/fairness/round.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins } from '#core/money/coins.ts'
import golden from '#core/race/golden/vectors.json' with { type: 'json' }
import { pressSoon } from '#testing/page/acts.ts'
import { HonestServer, PLAYER } from '#testing/page/honest-server.ts'
import { bea } from '#testing/page/players.ts'
import {
  FLIP_MOVES,
  isLost,
  isWon,
  openRecord,
  toRecord,
} from '#testing/page/records.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { RecordPage } from './record-page.tsx'

const bet = { betAmount: coins(10) }

/** A round of each game, and what shows it drawn. */
const rounds: [Moves, string, RegExp][] = [
  [FLIP_MOVES, 'img', /^The coin: (heads|tails)$/],
  [{ game: slots, bet }, 'img', /^The reels: top row/],
  [
    { game: blackjack, bet, actions: [{ action: 'stand' }] },
    'group',
    /^Dealer$/,
  ],
  [
    { game: hiLo, bet, actions: [{ action: 'play', choice: 'higher' }] },
    'list',
    /^The cards$/,
  ],
]

const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 401))

async function show(record: { id: string }): Promise<void> {
  openRecord(<RecordPage />, record, server)
  await screen.findByText(/^Verification (Successful|Failed)$/)
}

describe('the card of what happened', () => {
  test.each(rounds)(
    'draws a round of $0.game.gameType above its verdict',
    async (moves, role, name) => {
      await show(toRecord(moves))
      const card = screen.getByRole('heading', { name: 'What happened' })
      await screen.findByRole(role, { name })
      const verdict = screen.getByText('Verification Successful')
      expect(card.compareDocumentPosition(verdict)).toBe(
        Node.DOCUMENT_POSITION_FOLLOWING,
      )
      const reasons = screen.getByRole('heading', {
        name: /^Why this result holds/,
      })
      expect(
        within(reasons.parentElement ?? card).getAllByRole('listitem'),
      ).toHaveLength(3)
    },
  )

  test('shows the win or loss in addition to the payout', async () => {
    await show(toRecord(FLIP_MOVES, isWon))
    screen.getByText('Won:')
    screen.getByText(/^Staked 10, (19|20) coins paid out$/)
  })

  test('counts stakes raised after the start', async () => {
    const actions = [{ action: 'double' }]
    await show(toRecord({ game: blackjack, bet, actions }, isLost))
    screen.getByText('Lost:')
    screen.getByText('Staked 20, nothing paid out')
  })

  test('draws the finish of a race and marks the bet’s horse', async () => {
    const vector = golden.valid.find(
      ({ what }) => what === 'a bet on the second race that won',
    )
    await show(raceBetRecord.parse(vector?.record))
    const finish = await screen.findByRole('list', { name: 'The finish' })
    const [first] = within(finish).getAllByRole('listitem')
    expect(first?.textContent?.trim()).toBe('Red Furythe bet')
  })

  test('draws nothing of a record that fails', async () => {
    const record = toRecord(FLIP_MOVES, isWon)
    const forged = { ...record, serverSeed: 'ab'.repeat(32) }
    await show(forged)
    const alert = screen.getByRole('alert')
    expect(
      alert.compareDocumentPosition(screen.getByText('Game Details')),
    ).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.queryByText('What happened')).toBeNull()
    expect(screen.queryByRole('img', { name: /^The coin/ })).toBeNull()
    const numbers = screen.getByText('All the numbers').closest('details')
    expect(numbers?.open).toBe(true)
  })
})

describe('the card of a proven win', () => {
  const drawn: string[] = []
  const shared: unknown[] = []

  beforeEach(() => {
    drawn.length = 0
    shared.length = 0
    const paint = new Proxy(
      { fillText: (text: string) => drawn.push(text) },
      {
        get: (own, name) =>
          name === 'fillText' ? own.fillText : () => ({ addColorStop() {} }),
        set: () => true,
      },
    )
    const canvas = HTMLCanvasElement.prototype
    vi.spyOn(canvas, 'getContext').mockReturnValue(paint as never)
    vi.spyOn(canvas, 'toBlob').mockImplementation((done) =>
      done(new Blob(['picture'], { type: 'image/png' })),
    )
    vi.stubGlobal('Path2D', class {})
    Object.assign(document, { fonts: { load: async () => [] } })
    Object.assign(URL, {
      createObjectURL: () => 'blob:card',
      revokeObjectURL: () => undefined,
    })
  })

  function canShare(answer: boolean): void {
    const share = async (what: unknown) => void shared.push(what)
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator), {
        canShare: () => answer,
        share,
      }),
    )
  }

  async function openCard(): Promise<HTMLElement> {
    await pressSoon('Share this win')
    const dialog = await screen.findByRole('dialog', { name: 'Share this win' })
    await vi.waitFor(() => expect(drawn).not.toEqual([]))
    return dialog
  }

  test('shows game, multiple, gain and time, and names the player only on request', async () => {
    server.answer('GET /api/user', 200, { ...bea, id: PLAYER })
    canShare(false)
    const record = toRecord(FLIP_MOVES, isWon)
    await show(record)
    const dialog = await openCard()
    const paid = record.gameData.payout
    expect(drawn).toEqual([
      'Coin Flip',
      `×${(paid / 10).toFixed(2)}`,
      `+${paid - 10} coins`,
      expect.stringMatching(/\d{4} at \d/),
      'bendy',
      'Play money, real proofs',
      'Verified: scan it',
    ])
    const download = await within(dialog).findByRole('link', {
      name: 'Download',
    })
    expect(download.getAttribute('href')).toBe('blob:card')
    expect(within(dialog).queryByRole('button', { name: 'Share' })).toBeNull()
    const choice = await within(dialog).findByRole('checkbox', {
      name: 'Put my name on it',
    })
    fireEvent.click(choice)
    await vi.waitFor(() => expect(drawn).toContain(`Won by ${bea.username}`))
  })

  test('opens the phone’s share sheet with a link to the proof, and offers no name to other players', async () => {
    canShare(true)
    const record = toRecord(FLIP_MOVES, isWon)
    await show(record)
    const dialog = await openCard()
    fireEvent.click(
      await within(dialog).findByRole('button', { name: 'Share' }),
    )
    expect(within(dialog).queryByRole('checkbox')).toBeNull()
    expect(shared).toEqual([
      {
        files: [expect.objectContaining({ name: 'bendy-win.png' })],
        text: expect.stringContaining('at Coin Flip'),
        url: `${location.origin}/verify/${record.id}`,
      },
    ])
  })

  /** Its player never chose a seed. */
  function weakWin() {
    const unseeded = new HonestServer()
    let record = unseeded.record(FLIP_MOVES)
    while (!isWon(record)) record = unseeded.record(FLIP_MOVES)
    return record
  }

  test.each([
    ['nothing was won', () => toRecord(FLIP_MOVES, isLost)],
    ['the server knew both seeds', weakWin],
  ])('is not offered when %s', async (_where, record) => {
    await show(record())
    screen.getByText('Verification Successful')
    expect(screen.queryByRole('button', { name: 'Share this win' })).toBeNull()
  })
})
