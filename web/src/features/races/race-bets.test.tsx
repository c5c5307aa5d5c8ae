import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { coins } from '#core/money/coins.ts'
import { horseName, horses } from '#core/race/horses.ts'
import type { PlaceRaceBetRequest } from '#core/schemas/race.ts'
import { refusal } from '#testing/page/players.ts'
import {
  betOn,
  COUNTDOWN,
  horse,
  PLACE,
  raceTable,
} from '#testing/page/race-table.tsx'
import { showUnheld } from '../../domain/play/balance-hold.ts'

const table = raceTable()
const RUN_MS = 60_000

async function openRace() {
  const region = await table.enter()
  table.say(table.races().state())
  await screen.findByText(COUNTDOWN)
  return region
}

/** The horse that wins, and one that does not. */
function called() {
  const { winner } = table.races().course
  const loser = horses.find(({ id }) => id !== winner)
  return { winner: horseName(winner), loser: loser?.name ?? '' }
}

/** Starts the race and tells what will have come of it. */
async function run(): Promise<void> {
  const races = table.races()
  table.say(races.start(RUN_MS), ...races.ends(), races.result())
  await screen.findByText('The race has started')
}

/** Runs the race to its end and tells what came of it. */
async function runToEnd(): Promise<void> {
  await run()
  table.passes(RUN_MS)
}

function sent(): PlaceRaceBetRequest[] {
  return table.asked(PLACE).map(({ body }) => JSON.parse(body))
}

it('places a bet, says so, and is ready for the next one', async () => {
  const region = await openRace()
  await betOn('Thunder Bolt', '25')
  await screen.findByText('Bet Placed!')
  screen.getByText('You bet 25 coins on Thunder Bolt')
  expect(sent()).toEqual([{ horseId: 2, amount: 25 }])
  expect(horse('Thunder Bolt').getAttribute('aria-pressed')).toBe('false')
  expect(screen.getByLabelText('Bet Amount')).toHaveProperty('value', '10')
  const own = screen.getByRole('region', { name: 'Your bets on this race' })
  await within(own).findByText('25')
  await within(region).findByText('25 coins of yours on this race')
})

it('halves and doubles to whole coins of at least 1', async () => {
  await openRace()
  const field = screen.getByLabelText('Bet Amount')
  const press = (name: string) =>
    fireEvent.click(screen.getByRole('button', { name }))
  fireEvent.change(field, { target: { value: '5' } })
  press('½ of the bet')
  expect(field).toHaveProperty('value', '2')
  press('½ of the bet')
  press('½ of the bet')
  expect(field).toHaveProperty('value', '1')
  press('2× the bet')
  expect(field).toHaveProperty('value', '2')
})

it.each([
  [409, 'race_running', 'Betting on this race is closed.'],
  [409, 'house_limit', 'The house can not cover that.'],
  [503, 'paused', 'Horse Race is paused.'],
])(
  'tells of a bet that failed with %i %s in the words of the game',
  async (status, code, message) => {
    table.server.answer(PLACE, status, refusal(code, message))
    await openRace()
    await betOn('Red Fury')
    await screen.findByText('Error')
    screen.getByText('Failed to place bet')
    expect(horse('Red Fury').getAttribute('aria-pressed')).toBe('true')
  },
)

it('sends a bet again under its key where the answer gets lost', async () => {
  let isLost = true
  table.server.play(PLACE, (body) => {
    if (!isLost) return table.races().place(body as PlaceRaceBetRequest)
    isLost = false
    throw new Error('lost')
  })
  await openRace()
  await betOn('Pokey')
  await screen.findByText('You bet 10 coins on Pokey')
  const keys = table
    .asked(PLACE)
    .map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

it('celebrates a win that is pushed once the race has shown it', async () => {
  const region = await openRace()
  await betOn(called().winner)
  await screen.findByText('Bet Placed!')
  await run()
  expect(screen.queryByText('Winner!')).toBeNull()
  table.passes(RUN_MS)
  await screen.findByText('Winner!')
  screen.getByText('You won 28 coins!')
  within(region).getByText('You won 28 coins')
  within(region).getByText(`${called().winner} Won!`)
})

it('tells of several wins on one race together', async () => {
  await openRace()
  const { winner } = called()
  await betOn(winner)
  await screen.findByText(`You bet 10 coins on ${winner}`)
  await betOn(winner, '20')
  await screen.findByText(`You bet 20 coins on ${winner}`)
  await runToEnd()
  await screen.findByText('You won 84 coins!')
})

it('takes a loss without a toast', async () => {
  const region = await openRace()
  await betOn(called().loser)
  await screen.findByText('Bet Placed!')
  await runToEnd()
  await within(region).findByText('Not your horse this time')
  expect(screen.queryByText('Winner!')).toBeNull()
})

it('keeps the pushed balance back until the race has shown its end', async () => {
  const region = await openRace()
  await betOn(called().winner)
  await screen.findByText('Bet Placed!')
  await within(region).findByText('10 coins of yours on this race')
  const races = table.races()
  table.say(races.start(4_000))
  await screen.findByText('The race has started')
  const early: unknown[] = []
  const observer = new MutationObserver(() => {
    const isRacing = screen.queryByText('The race has started')
    if (isRacing) early.push(within(region).queryByText('1 to 1,028 coins'))
  })
  const all = { subtree: true, childList: true, characterData: true }
  observer.observe(region, all)
  races.balance = 1_028
  const balance = coins(races.balance)
  const timestamp = races.now()
  table.say({ type: 'balance', timestamp, balance }, ...races.ends())
  await within(region).findByText('1 to 1,028 coins')
  observer.disconnect()
  expect(early.filter(Boolean)).toEqual([])
})

it('keeps the balance back from the moment on that shows the start', async () => {
  const region = await openRace()
  await betOn(called().winner)
  await within(region).findByText('10 coins of yours on this race')
  const isKept = new Promise<boolean>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!screen.queryByText('The race has started')) return
      observer.disconnect()
      let isShown = false
      showUnheld(() => {
        isShown = true
      }, 'a push at this moment')
      resolve(!isShown)
    })
    const all = { subtree: true, childList: true, characterData: true }
    observer.observe(region, all)
  })
  table.say(table.races().start(RUN_MS))
  expect(await isKept).toBe(true)
})

it('verifies the race and the bet unasked', async () => {
  await openRace()
  await betOn(called().loser)
  await screen.findByText('Bet Placed!')
  await runToEnd()
  await screen.findByRole('button', { name: /^Proven fair/ })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('is loud where a bet is paid otherwise than its race has it', async () => {
  await openRace()
  await betOn(called().winner)
  await screen.findByText('Bet Placed!')
  const races = table.races()
  const [end] = races.ends()
  if (!end) throw new Error('there is a bet')
  table.say(
    races.start(200),
    { ...end, status: 'lost', payout: coins(0) },
    races.result(),
  )
  const alarm = await screen.findByRole('alert')
  within(alarm).getByText('This does not add up')
  const record = within(alarm).getByRole('link', { name: 'See the record' })
  expect(record.getAttribute('href')).toBe(`/verify/${end.id}`)
  screen.getByRole('button', { name: /^Does not match/ })
})

it('is loud where another horse is told to have won than the seeds have it', async () => {
  await table.visit()
  const races = table.races()
  const result = races.result()
  if (result.void) throw new Error('the race is run')
  const order = result.order.toReversed()
  const [winner = 1] = order
  table.say(races.state(), races.start(200), { ...result, order, winner })
  const alarm = await screen.findByRole('alert')
  within(alarm).getByText(
    'The seeds lead to another race than the one that was shown.',
  )
})
