import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { flip } from '#testing/page/flip.ts'
import { call, FLIP, flipTable } from '#testing/page/flip-table.tsx'
import { balance, skip } from '#testing/page/game-table.tsx'
import { answerByNewRules } from '#testing/page/new-rules.ts'
import { bea, refusal } from '#testing/page/players.ts'
import { userQueryKey } from '../../domain/session/user-query.ts'
import { noteServer } from '../../lib/server-presence.ts'
import { CoinFlipPage } from './coin-flip-page.tsx'

const BET = { betAmount: coins(10), choice: 'heads' } as const

const table = flipTable()

describe('when it goes wrong', () => {
  it('shows the words of a refusal, and the coin is down again', async () => {
    table.server.answer(
      FLIP,
      409,
      refusal('house_limit', 'The house can take 7 coins at most.'),
    )
    await table.open()
    call('Heads')
    await screen.findByText('Error')
    screen.getByText('409: The house can take 7 coins at most.')
    expect(balance()).toBe('1000')
    screen.getByRole('button', { name: 'Heads' })
  })

  it('says so when the answer makes no sense', async () => {
    table.server.answer(FLIP, 200, { result: 'edge' })
    const page = await table.open()
    call('Heads')
    await screen.findByText('Error')
    screen.getByText('Failed to flip coin')
    await within(page).findByText(/Your balance shows whether the bet counted/)
  })

  it('asks again with the same key when the answer gets lost', async () => {
    let isUp = false
    table.server.play(FLIP, (body) => {
      const answer = flip(table.honest(), coinFlip.bet.parse(body))
      if (isUp) return answer
      isUp = true
      table.honest().nonce -= 1
      throw new Error('The connection breaks after the bet was taken')
    })
    const page = await table.open()
    call('Heads')
    await skip()
    await within(page).findByText(/You (won|lost)/)
    const keys = table.server.received
      .filter(({ route }) => route === FLIP)
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('is loud about a round that does not add up, with a link to its record', async () => {
    table.server.play(FLIP, (body) => {
      const answer = flip(table.honest(), coinFlip.bet.parse(body))
      const result = answer.result === 'heads' ? 'tails' : 'heads'
      return { ...answer, result }
    })
    const page = await table.open()
    call('Heads')
    await skip()
    const alert = await screen.findByRole('alert')
    within(alert).getByText(/The seeds lead to another result/)
    const link = within(alert).getByRole('link', { name: 'See the record' })
    expect(link.getAttribute('href')).toMatch(/^\/verify\/01890000-/)
    expect(link.getAttribute('target')).toBe('_blank')
    within(page).getByRole('button', { name: /Does not match/ })
    fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is loud about a flip on a nonce that was taken when it was asked for', async () => {
    table.honest().nonce = 40
    table.server.play(FLIP, (body) => {
      table.honest().nonce = 7
      return flip(table.honest(), coinFlip.bet.parse(body))
    })
    await table.open()
    call('Heads')
    await skip()
    const alert = await screen.findByRole('alert')
    within(alert).getByText(/one round number for two bets/)
  })
})

describe('a house that is slow or away', () => {
  it('is waited for aloud, with nothing to skip and no key taken', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    table.server.play(FLIP, async (body) => {
      await promise
      return flip(table.honest(), coinFlip.bet.parse(body))
    })
    const page = await table.open()
    call('Heads')
    await skip()
    await within(page).findByText('Waiting for the house…')
    expect(screen.queryByRole('button', { name: 'Tap to skip' })).toBeNull()
    expect(fireEvent.keyDown(document.body, { key: 'Enter' })).toBe(true)
    resolve()
    await within(page).findByText(/You (won|lost)/)
  })

  it('leaves open whether a bet counted, and shows no earlier round', async () => {
    const page = await table.open()
    call('Heads')
    await skip()
    await within(page).findByRole('button', { name: /Proven fair/ })

    table.server.answer(FLIP, 200, { result: 'edge' })
    call('Heads')
    await within(page).findByText(/Your balance shows whether the bet counted/)
    expect(within(page).queryByText(/You (won|lost)/)).toBeNull()
    within(page).getByRole('button', { name: /Provably fair/ })
    const record = { name: 'See the record', hidden: true }
    expect(within(page).queryByRole('link', record)).toBeNull()
  })

  it('keeps the bet while it is away, and shows what became of it', async () => {
    const page = await table.open()
    table.server.answer(FLIP, 502, 'Bad Gateway')
    onTestFinished(() => noteServer('here'))
    noteServer('away')
    call('Heads')
    await skip()
    await within(page).findByText('The house is away. Your bet waits for it.')
    await waitFor(() => expect(table.asked().length).toBeGreaterThan(1))

    table.server.play(FLIP, (body) =>
      flip(table.honest(), coinFlip.bet.parse(body)),
    )
    noteServer('here')
    await within(page).findByText(/You (won|lost)/)
    await within(page).findByRole('button', { name: /Proven fair/ })
  })

  it('points to a balance only once the house is back to tell it', async () => {
    const page = await table.open()
    table.server.answer(FLIP, 200, { result: 'edge' })
    onTestFinished(() => noteServer('here'))
    noteServer('away')
    call('Heads')
    await within(page).findByText(/balance will show once the house is back/)
    act(() => noteServer('here'))
    within(page).getByText(/Your balance shows whether the bet counted/)
  })
})

describe('the shield', () => {
  const commitment = () => {
    const { nextServerSeedHash } = table.honest().state()
    return `${nextServerSeedHash.slice(0, 12)}…`
  }

  it('shows the coming round’s commitment, also to who comes back', async () => {
    const page = await table.open(<Visits />)
    await within(page).findByText(commitment())
    call('Heads')
    await skip()
    await within(page).findByRole('button', { name: /Proven fair/ })
    await within(page).findByText(commitment())
    const toggle = screen.getByRole('button', { name: 'Leave or come back' })
    fireEvent.click(toggle)
    fireEvent.click(toggle)
    await screen.findByText(commitment())
  })

  it('proves the bet of who is faster than the house’s promises', async () => {
    // What takes the house long is done before: a bet waits a moment only.
    table.honest().state()
    const page = await table.enter()
    call('Heads')
    await skip()
    await within(page).findByRole('button', { name: /Proven fair/ })
    const asked = table.server.received.map(({ route }) => route)
    expect(asked.indexOf(FLIP)).toBeGreaterThan(
      asked.indexOf('PUT /api/fairness/client-seed'),
    )
  })

  it('asks nothing more for who has left', async () => {
    const promised = Promise.withResolvers<void>()
    table.server.play('GET /api/fairness', async () => {
      await promised.promise
      return table.honest().state()
    })
    const asked = () =>
      table.server.received
        .map(({ route }) => route)
        .filter((route) => route.includes('/api/fairness'))
    await table.enter(<Leaves />)
    await expect.poll(asked).toEqual(['GET /api/fairness'])
    fireEvent.click(screen.getByRole('button', { name: 'Leave, asking 1' }))
    promised.resolve()
    await screen.findByRole('button', { name: 'Leave, asking 0' })
    expect(asked()).toEqual(['GET /api/fairness'])
  })

  it('is neither green nor loud for rules that are newer than the page', async () => {
    const page = await table.open()
    table.server.play(FLIP, (body) => {
      const answer = flip(table.honest(), coinFlip.bet.parse(body))
      return answerByNewRules({ ...answer, payout: coins(12) })
    })
    call('Heads')
    await skip()
    await within(page).findByRole('button', { name: /Not checked/ })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('asks anew when it is looked behind: another tab may have played', async () => {
    const page = await table.open()
    flip(table.honest(), BET)
    const words = await within(page).findByText(/sealed already/)
    const story = words.closest('[popover]')
    fireEvent(
      story ?? page,
      Object.assign(new Event('toggle'), { newState: 'open' }),
    )
    await within(page).findByText(commitment())
  })

  it('is not ready while nothing is pinned', async () => {
    table.server.answer('GET /api/fairness', 503, 'Away')
    table.honest().setClientSeed({ clientSeed: 'earlier', epoch: 0 })
    const page = await table.open()
    within(page).getByRole('button', { name: /Getting ready/ })
    expect(within(page).queryByText(/has already put/)).toBeNull()
  })
})

it('keeps nothing of one player for the next', async () => {
  const lastFlips = () =>
    screen.getByRole('list', { name: 'Last flips' }).children
  const page = await table.open(<Visits />)
  call('Heads')
  await skip()
  await within(page).findByText(/You (won|lost)/)
  expect(lastFlips()).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Change player' }))
  await waitFor(() => expect(lastFlips()).toHaveLength(0))
  screen.getByText('Heads or tails?')
})

/** The page, from which one can go and to which one can come back. */
function Visits() {
  const [isHere, setHere] = useState(true)
  const queryClient = useQueryClient()
  return (
    <>
      <button type="button" onClick={() => setHere(!isHere)}>
        Leave or come back
      </button>
      <button
        type="button"
        onClick={() => queryClient.setQueryData(userQueryKey, { ...bea })}
      >
        Change player
      </button>
      {isHere && <CoinFlipPage />}
    </>
  )
}

/** The page, and a way to log out. */
function Leaves() {
  const queryClient = useQueryClient()
  const asking = useIsFetching({ queryKey: ['/api/fairness'] })
  const leave = () => queryClient.setQueryData(userQueryKey, null)
  return (
    <>
      <button type="button" onClick={leave}>
        Leave, asking {asking}
      </button>
      <CoinFlipPage />
    </>
  )
}
