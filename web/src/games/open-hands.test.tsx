import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import type { Card } from '#core/games/cards.ts'
import type { Action } from '#core/games/game.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import type { RefusalName } from '#core/refusals.ts'
import { press as pressExactly } from '#testing/page/acts.ts'
import { blackjackTable, getCards } from '#testing/page/blackjack-table.tsx'
import { balance, skip, untilAnswered } from '#testing/page/game-table.tsx'
import {
  guess,
  guessLabels,
  guessThat,
  hiLoTable,
  PLAY,
  press,
} from '#testing/page/hi-lo-table.tsx'
import { refusal } from '#testing/page/players.ts'
import { socketServer } from '#testing/page/socket-server.ts'
import { SocketProvider } from '../session/socket-provider.tsx'
import { BlackjackPage } from './blackjack/blackjack-page.tsx'
import { HiLoPage } from './hi-lo/hi-lo-page.tsx'

const ready = async (name: RegExp) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
}

/** Hi-lo: continued by a skip and ended by a wrong guess. */
function hiLoHand() {
  const table = hiLoTable()
  let cards: Card[] = []
  return {
    ...table,
    page: <HiLoPage />,
    game: hiLo,
    start: /^Start Game/,
    found: /^Your round is still open/,
    begin: async () => {
      cards = await table.begin()
    },
    prepare: () => {
      cards = table.deal()
    },
    goOn: () => ({ action: 'skip' }),
    end: (step = 0): Action => ({
      action: 'play',
      choice: guessThat(false, cards, step),
    }),
    /** An action on the page that is refused as too late. */
    late: {
      button: /^Higher/,
      path: 'hilo/play',
      act: { action: 'play', choice: 'higher' },
    },
    isGoneOn: () => screen.queryByRole('button', { name: 'Skip 51 left' }),
    isShown: () =>
      within(screen.getByRole('figure', { name: 'Current' })).queryByRole(
        'img',
      ),
    /** Ends the hand from its second step on the page. */
    async finish() {
      await ready(/^Skip/)
      await guess(false, cards, 1)
    },
    lastRequest: () => table.requests('hilo/play').at(-1),
  }
}

/** Blackjack: continued by a hit and ended by a stand. */
function blackjackHand() {
  const table = blackjackTable()
  return {
    ...table,
    page: <BlackjackPage />,
    game: blackjack,
    start: /^Deal/,
    found: /^Your hand is still open\. You have \d+$/,
    begin: async () => {
      await table.deal({ moves: ['hit'] })
      await ready(/^Hit/)
    },
    prepare: () => void table.awaitHand({ moves: ['hit'] }),
    goOn: () => ({ action: 'hit' }),
    end: (_step?: number): Action => ({ action: 'stand' }),
    late: { button: /^Hit/, path: 'blackjack', act: { action: 'hit' } },
    isGoneOn: () => getCards('You').length === 3 || null,
    isShown: () => getCards('You')[0] ?? null,
    async finish() {
      await ready(/^Stand/)
      pressExactly('Stand')
      await skip()
    },
    lastRequest: () => table.requests().at(-1),
  }
}

describe.each([
  { title: 'Hi-Lo', sit: hiLoHand },
  { title: 'Blackjack', sit: blackjackHand },
])('an open hand of $title', ({ sit }) => {
  const table = sit()
  const { server, game } = table
  const elsewhere = (act: Action) => table.honest().answer(game, { act })
  const startElsewhere = () => {
    table.prepare()
    table.honest().answer(game, { start: { betAmount: coins(10) } })
  }
  /** Refuses requests of a path, with the state of the hand. */
  const refuse = (path: string, name: RefusalName, message: string) => {
    const state = table.honest().readGame(game)
    const body = refusal(name, message, { state })
    server.answer(`POST /api/games/${path}`, 409, body)
  }
  const [START = ''] = game.requests.map(({ path }) => path)
  const LOOK = `GET /api/games/${game.path}`

  test('shows a returning player the moves of another tab, and continues to its proof', async () => {
    const page = await table.openVisits()
    await table.begin()
    pressExactly('Leave or come back')
    expect(page.isConnected).toBe(false)
    elsewhere(table.goOn())
    pressExactly('Leave or come back')
    await screen.findByText(table.found)
    expect(table.isGoneOn()).not.toBeNull()
    await screen.findByRole('button', { name: /Round open/ })
    await table.finish()
    await screen.findByRole('button', { name: /Proven fair/ })
    expect(table.lastRequest()).toMatchObject({ step: 1 })
  })

  test('shows the waiting note when the answer to a step is late', async () => {
    await table.open()
    await table.begin()
    const answer = server.hold(`POST /api/games/${table.late.path}`)
    pressExactly(table.late.button)
    await screen.findByText('Waiting for the server…')
    answer(table.honest().answer(game, { act: table.late.act }))
    await waitFor(() =>
      expect(screen.queryByText('Waiting for the server…')).toBeNull(),
    )
  })

  test('shows the moves of another tab to a player who moves too late', async () => {
    const page = await table.open()
    await table.begin()
    elsewhere(table.goOn())
    const message = 'This round has moved on.'
    refuse(table.late.path, 'illegal_action', message)
    pressExactly(table.late.button)
    await screen.findByText('Error')
    screen.getByText(message)
    await waitFor(() => expect(table.isGoneOn()).not.toBeNull())
    within(page).getByRole('button', { name: /Round open/ })
    for (const { path, body } of game.requests) {
      server.play(`POST /api/games/${path}`, (sent) =>
        table.honest().answer(game, body.parse(sent)),
      )
    }
    await table.finish()
    await within(page).findByRole('button', { name: /Proven fair/ })
    expect(table.lastRequest()).toMatchObject({ step: 1 })
  })

  test('shows its end on another tab to a player who moves too late', async () => {
    const page = await table.open()
    await table.begin()
    elsewhere(table.end())
    refuse(table.late.path, 'no_open_round', 'No round is open.')
    pressExactly(table.late.button)
    await screen.findByText('No round is open.')
    await ready(table.start)
    expect(table.isShown()).not.toBeNull()
    await within(page).findByRole('button', { name: /Proven fair/ })
  })

  test('follows pushed steps of another tab to its proven end', async () => {
    const socket = socketServer()
    const page = await table.open(<SocketProvider>{table.page}</SocketProvider>)
    await table.begin()
    await waitFor(() => expect(socket.paths).toHaveLength(1))
    const stepElsewhere = (act: Action) => {
      elsewhere(act)
      const { balance } = table.honest()
      socket.push(JSON.stringify({ type: 'balance', timestamp: 0, balance }))
    }
    stepElsewhere(table.goOn())
    await waitFor(() => expect(table.isGoneOn()).not.toBeNull())
    stepElsewhere(table.end(1))
    await ready(table.start)
    expect(table.isShown()).not.toBeNull()
    await within(page).findByRole('button', { name: /Proven fair/ })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['it was begun elsewhere', 'You have an open round of this game.'],
    ['the answer to its start makes no sense', undefined],
  ])('is shown to a player who starts one: %s', async (_where, message) => {
    await table.open()
    await ready(table.start)
    if (message) {
      startElsewhere()
      refuse(START, 'round_open', message)
    } else {
      server.play(`POST /api/games/${START}`, () => {
        startElsewhere()
        return { gameState: 'lost' }
      })
    }
    pressExactly(table.start)
    await screen.findByText(message ?? 'Error')
    await screen.findByText(table.found)
    expect(table.isShown()).not.toBeNull()
  })

  test('can be started when the server does not say whether one is open', async () => {
    server.answer(LOOK, 503, 'Away')
    await table.open()
    await ready(table.start)
    await table.begin()
    expect(table.isShown()).not.toBeNull()
  })
})

describe('a round of hi-lo', () => {
  const table = hiLoTable()
  const LOOK = 'GET /api/games/hilo'
  const elsewhere = (act: Action) => table.honest().answer(hiLo, { act })

  test('is not reset by a state read before its last step', async () => {
    await table.openVisits()
    const cards = await table.begin()
    press('Leave or come back')
    const read = table.honest().readGame(hiLo)
    const late = table.server.hold(LOOK)
    press('Leave or come back')
    await guess(true, cards)
    await screen.findByText('Right! 1 in a row')
    late(read)
    await untilAnswered()
    press('^Cash Out')
    await skip()
    await screen.findByText('Success!')
    expect(table.requests('hilo/cashout')).toEqual([{ step: 1 }])
    await screen.findByRole('button', { name: /Proven fair/ })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is verified by its record after it ended elsewhere', async () => {
    await table.openVisits()
    await table.begin()
    press('Leave or come back')
    elsewhere({ action: 'cashout', reason: 'idle' })
    press('Leave or come back')
    const alert = await screen.findByRole('alert')
    within(alert).getByText(/different moves than the ones made here/)
  })

  test('says that the server cashed it out, and that its limit is unproven', async () => {
    const page = await table.open()
    const cards = await table.begin()
    await guess(true, cards)
    await within(page).findByText('Right! 1 in a row')
    const choice = 'higher'
    const reason = 'house_limit'
    table.server.play(PLAY, () =>
      elsewhere({ action: 'cashout', reason, choice, limit: 0 }),
    )
    press(guessLabels[choice])
    await skip()
    await screen.findByText('Success!')
    const message = () =>
      screen.getAllByText(
        /^The house could not cover another guess, so \d+ coins were cashed out for you$/,
      )
    await waitFor(() => expect(message()).toHaveLength(2))
    expect(Number(balance())).toBeGreaterThan(990)
    screen.getByRole('button', { name: 'Start Game' })
    await within(page).findByRole('button', { name: /House stepped in/ })
    within(page).getByText(/for that limit you only have the house’s word/)
    expect(
      within(page).queryByText(/Neither side could have rigged it/),
    ).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
