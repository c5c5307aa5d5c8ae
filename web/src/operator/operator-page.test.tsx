import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OperatorGames } from '#core/api/operator/games.ts'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import { coins } from '#core/money/coins.ts'
import { press, pressSoon, type } from '#testing/page/acts.ts'
import {
  hourOfSamples,
  olga,
  quietOverview,
} from '#testing/page/operator-samples.ts'
import { refusal } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { OperatorPage } from './operator-page.tsx'

const lowBankroll: OperatorOverview['alarms'][number] = {
  code: 'bankroll_low',
  severity: 'urgent',
  message:
    'The house has 1200 free coins, less than 50000: it refuses large bets.',
  since: '2026-11-25T02:48:00.000Z',
}

const incredibleReturn: OperatorOverview['alarms'][number] = {
  code: 'return_incredible',
  severity: 'urgent',
  message: 'Coin Flip returned 99.71 %, which honest draws do not explain.',
  gameType: 'Coin Flip',
  since: null,
}

const gameReturns: OperatorGames = {
  games: [
    {
      gameType: 'Coin Flip',
      rounds: 42_001,
      hits: 20_940,
      staked: coins(500_000),
      paid: coins(493_600),
      returnPercent: 98.72,
      expected: {
        returnPercent: 99,
        leastPercent: 98.1,
        mostPercent: 99.9,
        sigmas: -0.8,
        isCredible: true,
      },
      jackpot: null,
    },
    {
      gameType: 'Slot Machine',
      rounds: 30_400,
      hits: 9_010,
      staked: coins(304_000),
      paid: coins(311_200),
      returnPercent: 102.37,
      expected: {
        returnPercent: 95.11,
        leastPercent: 91.2,
        mostPercent: 99.02,
        sigmas: 4.78,
        isCredible: false,
      },
      jackpot: null,
    },
  ],
}

const server = stubServer()
const { sent } = server
const OVERVIEW = 'GET /api/operator/overview'
const PAUSE = 'POST /api/operator/pauses'

beforeEach(() => {
  server.answer('GET /api/user', 200, olga)
  server.answer(OVERVIEW, 200, quietOverview)
  server.answer('GET /api/operator/games', 200, gameReturns)
  server.answer('GET /api/operator/series*', 200, { samples: hourOfSamples })
  server.answer(PAUSE, 200, { paused: [] })
})

const open = (view = '') => renderPage(<OperatorPage />, `/operator${view}`)

function answerAlarms(...alarms: OperatorOverview['alarms']) {
  server.answer(OVERVIEW, 200, { ...quietOverview, alarms })
}

test('says that all is quiet, and shows the main figures', async () => {
  open()
  await screen.findByText('All quiet')
  const free = screen.getByText('Free coins').parentElement
  expect(free?.textContent).toContain('101,770')
  const exposure = screen.getByText('Exposure').parentElement
  expect(exposure?.textContent).toContain(
    'rounds\u00a0480 · sports\u00a0800 · race\u00a0200',
  )
  await screen.findByText(/^Free coins: .* now, between/)
})

test('shows alarms with advice, and counts them in the tab’s title', async () => {
  document.title = 'Operator · Bendy Casino'
  answerAlarms(lowBankroll)
  const { unmount } = open()
  const alarms = await screen.findByRole('region', { name: 'Alarms' })
  await within(alarms).findByText('1 alarm')
  const item = within(alarms).getByRole('listitem')
  expect(item.textContent).toMatch(/^Urgent The house has 1200 free coins/)
  expect(document.title).toBe('Operator (1) · Bendy Casino')
  unmount()
  expect(document.title).toBe('Operator · Bendy Casino')
})

test('pauses the game that an alarm names, once, with a reason', async () => {
  answerAlarms(incredibleReturn)
  open()
  await pressSoon('Pause Coin Flip')
  const dialog = await screen.findByRole('dialog', { name: 'Pause Coin Flip' })
  expect(dialog.textContent).toContain('Open hands can be finished')

  type('Reason', ' no ')
  press('Pause now')
  await within(dialog).findByText('Give a reason of at least three characters.')
  expect(sent(PAUSE)).toEqual([])

  type('Reason', 'Returns are odd.')
  type('Notice to players', 'Back soon.')
  press('Pause now')
  press('Pause now')
  await screen.findByText('Coin Flip paused')
  expect(screen.queryByRole('dialog')).toBeNull()
  const [gameType, notice] = ['Coin Flip', 'Back soon.']
  expect(sent(PAUSE)).toEqual([
    { gameType, notice, reason: 'Returns are odd.' },
  ])
})

test('names missing fields, shows the message of a refusal, and warns after a lost answer', async () => {
  const message = 'This is for operators only.'
  server.answer(PAUSE, 403, refusal('forbidden', message))
  open()
  press('Pause…')
  const dialog = await screen.findByRole('dialog', { name: 'Pause' })
  type('Reason', 'A wrong feed.')
  press('Pause now')
  await within(dialog).findByText('Choose what to pause.')
  type('What to pause', 'Sports Bet')
  press('Pause now')
  await within(dialog).findByText(message)
  expect(sent(PAUSE)).toEqual([
    { gameType: 'Sports Bet', notice: null, reason: 'A wrong feed.' },
  ])
  const busy = 'The casino is very busy right now.'
  server.answer(PAUSE, 503, refusal('too_busy', busy))
  press('Pause now')
  await within(dialog).findByText(busy)
  server.play(PAUSE, () => {
    throw new Error('cut')
  })
  press('Pause now')
  await screen.findByText(/It may have gone through anyway/)
})

test('names the paused game, and resumes it', async () => {
  const paused = [{ gameType: 'Hi-Lo', reason: 'Back at noon.' }]
  server.answer(OVERVIEW, 200, { ...quietOverview, paused })
  server.answer(`${PAUSE}/end`, 200, { paused: [] })
  open()
  const list = await screen.findByRole('list', { name: 'Paused' })
  expect(list.textContent).toContain('Hi-Lo is paused: Back at noon.')
  screen.getByText('1 paused')
  expect(screen.queryByText('All quiet')).toBeNull()
  press('Resume Hi-Lo')
  await screen.findByRole('dialog', { name: 'Resume Hi-Lo' })
  type('Reason', 'All is well.')
  press('Resume')
  await waitFor(() =>
    expect(sent(`${PAUSE}/end`)).toEqual([
      { gameType: 'Hi-Lo', reason: 'All is well.' },
    ]),
  )
})

test('changes the parts of a site setting, shows a refusal beside its field, and resets it', async () => {
  const SITE = 'POST /api/operator/site'
  const changed = { at: quietOverview.at, by: 'Olga' }
  const environment = 'Discord https://d.example'
  const messenger = { setting: 'messenger', environment, changed }
  const text = 'Our Telegram https://t.example'
  server.answer('GET /api/operator/site', 200, {
    settings: [{ ...messenger, text }],
  })
  const message = 'must be a name and an https address'
  server.answer(SITE, 400, {
    ...refusal('invalid_request', `messenger ${message}`),
    issues: [{ path: ['messenger'], message }],
  })
  open('?view=site')
  await screen.findByText(/by Olga$/)
  await pressSoon('Change Community link (also the Buy button)')
  const dialog = await screen.findByRole('dialog')
  const name = within(dialog).getByLabelText<HTMLInputElement>('Name')
  expect(name.value).toBe('Our Telegram')
  type('Address', 'http://t.example')
  type('Reason', 'We moved.')
  press('Change')
  const field = within(dialog).getByLabelText('Address')
  await within(dialog).findByText(`Address ${message}`)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(within(dialog).getAllByRole('alert')).toHaveLength(1)

  server.answer(SITE, 200, { settings: [] })
  type('Address', 'https://t.example')
  press('Change')
  await screen.findByText('Community link (also the Buy button) saved')
  press('Reset Community link (also the Buy button)')
  await screen.findByText(/^Goes back to the environment’s value: Discord/)
  type('Reason', 'We moved back.')
  press('Reset')
  await screen.findByText('Community link (also the Buy button) reset')
  expect(sent(SITE).slice(1)).toEqual([
    { messenger: text, reason: 'We moved.' },
    { messenger: environment, reason: 'We moved back.' },
  ])
})

test('copies an address, links it to the explorer, and plans no sweep without a treasury', async () => {
  const address = quietOverview.outbox?.gas?.address
  for (const [list, rows] of [
    ['outbox', 'transactions'],
    ['sweeps', 'sweeps'],
    ['anchors', 'anchors'],
  ] as const) {
    server.answer(`GET /api/operator/${list}`, 200, { [rows]: [] })
  }
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  open('?view=chain')
  await pressSoon(`Copy ${address}`)
  expect(writeText).toHaveBeenCalledWith(address)
  const name = `${address} on the block explorer`
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(
    `https://testnet.bscscan.com/address/${address}`,
  )
  screen.getByText(/^No treasury is set/)
  const plan = screen.getByRole('button', { name: 'Plan' })
  expect(plan).toHaveProperty('disabled', true)
})

test('reports a missing answer, and retries', async () => {
  server.answer(OVERVIEW, 502)
  open()
  await screen.findByText('The server isn’t responding.')
  server.answer(OVERVIEW, 200, quietOverview)
  const [retry] = await screen.findAllByRole('button', { name: 'Try again' })
  if (retry) fireEvent.click(retry)
  await screen.findByText('All quiet')
})

test('marks an implausible return, and pauses a game next to it', async () => {
  open('?view=games')
  const table = await screen.findByRole('table', {
    name: 'Results by game',
  })
  const slots = within(table).getByRole('row', { name: /^Slot Machine/ })
  const [marked] = within(slots).getAllByText('102.37 %')
  expect(marked?.dataset.tone).toBe('bad')
  const flips = within(table).getByRole('row', { name: /^Coin Flip/ })
  expect(within(flips).getByText('98.72 %').dataset.tone).toBeUndefined()
  press('Pause Horse Race')
  await screen.findByRole('dialog', { name: 'Pause Horse Race' })
})

test('links its parts, and marks the open one', async () => {
  server.answer('GET /api/operator/races', 200, { races: [] })
  open()
  const nav = screen.getByRole('navigation', { name: 'Operator' })
  fireEvent.click(within(nav).getByRole('link', { name: 'Races' }))
  await screen.findByText('There is no such race.')
  const current = within(nav).getByRole('link', { current: 'page' })
  expect(current.textContent).toBe('Races')
})

test('refetches the user once the API refuses', async () => {
  open()
  await screen.findByText('All quiet')
  const requests = () =>
    server.received.filter(({ route }) => route === 'GET /api/user')
  const before = requests().length
  const message = 'This is for operators only.'
  server.answer(OVERVIEW, 403, refusal('forbidden', message))
  await waitFor(() => expect(requests().length).toBe(before + 1))
})
