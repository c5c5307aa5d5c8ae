import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { horseName, horses } from '#core/race/horses.ts'
import { HonestRaces } from '#testing/page/honest-races.ts'
import {
  betOn,
  COUNTDOWN,
  horse,
  raceTable,
} from '#testing/page/race-table.tsx'
import { useRaceNews } from '../../domain/session/socket-provider.tsx'
import { RaceWidget } from './race-widget.tsx'
import { currentBetsQuery } from './races-api.ts'

const table = raceTable()

const placeBet = () => screen.queryByRole('button', { name: 'Place Bet' })
const names = horses.map(({ name }) => name)

function areHorsesDisabled(): boolean[] {
  return names.map((name) => horse(name).matches(':disabled'))
}

it('counts down to the next race by the server’s time, and takes bets', async () => {
  await table.visit()
  table.say(table.races().state('betting', 6_000))
  await screen.findByText(COUNTDOWN)
  expect(areHorsesDisabled()).toEqual([false, false, false, false])
  await screen.findByText(/^Next race in: [1-4] seconds$/)
})

it('counts each second from the first on, however long there was nothing to see', async () => {
  await table.visit()
  const races = table.races()
  table.say(races.state('running'), races.start(60_000))
  await screen.findByText('The race has started')
  table.passesUnseen(90_000)
  table.say(races.next())
  const first = await screen.findByText(COUNTDOWN)
  const before = first.textContent
  await expect.poll(() => first.textContent).not.toBe(before)
})

it('has the horses at the gate while the salt is awaited, and takes no bets', async () => {
  await table.enter()
  table.say(table.races().state('betting', 3_000))
  await screen.findByText(COUNTDOWN)
  fireEvent.click(horse('Red Fury'))
  await screen.findByText('Horses to the gate')
  expect(placeBet()).toHaveProperty('disabled', true)
  expect(areHorsesDisabled()).toEqual([true, true, true, true])
})

it('shows the winner when the race has ended, for 3 seconds, then waits for the next', async () => {
  await table.enter()
  const races = table.races()
  const { winner } = races.course
  table.say(races.state('running'), races.start(60_000))
  await screen.findByText('The race has started')
  expect(areHorsesDisabled()).toEqual([true, true, true, true])
  expect(placeBet()).toHaveProperty('disabled', true)
  table.passes(60_000)
  await screen.findByText(`${horseName(winner)} Won!`)
  screen.getByText(`${horseName(winner)} has won the race`)
  expect(areHorsesDisabled()).toEqual([true, true, true, true])
  expect(placeBet()).toHaveProperty('disabled', true)
  await screen.findByText('The next race opens in a moment')
  table.say(races.next())
  await screen.findByText(COUNTDOWN)
})

it('shows the winner for what is left of the 3 seconds to who comes in then', async () => {
  await table.visit()
  const races = table.races()
  table.say(races.state('running'), races.start(-2_700))
  await screen.findByText(`${horseName(races.course.winner)} Won!`)
  await screen.findByText('The next race opens in a moment')
})

it('joins a race that runs already, and runs it to the same end', async () => {
  await table.visit()
  const races = table.races()
  table.say(races.state('running'), races.start(60_000))
  await screen.findByText('The race has started')
  table.passes(60_000)
  const dots = document.querySelectorAll<HTMLElement>('[data-dot]')
  await waitFor(() =>
    expect(
      parseFloat(dots[0]?.style.transform.slice(11) ?? ''),
    ).toBeGreaterThan(85),
  )
  await screen.findByText(`${horseName(races.course.winner)} Won!`)
})

/** A page that shows the widget once it is asked for. */
function Later() {
  const [isShown, show] = useState(false)
  const [heard, setHeard] = useState(0)
  useRaceNews(() => setHeard((before) => before + 1))
  return isShown ? (
    <RaceWidget />
  ) : (
    <button type="button" onClick={() => show(true)}>
      {heard} heard
    </button>
  )
}

it('shows how the race stands also where that was told before the widget was there', async () => {
  const races = table.races()
  await table.open(<Later />)
  table.say(races.state('running'), races.start(60_000))
  fireEvent.click(await screen.findByRole('button', { name: '2 heard' }))
  await screen.findByText('The race has started')
})

it('goes on with the race after the connection was lost', async () => {
  await table.visit()
  const races = table.races()
  table.say(races.state('running'), races.start(60_000))
  await screen.findByText('The race has started')
  table.hangUp()
  await expect.poll(table.opened).toBe(2)
  const welcome = { ...races.state('running'), timestamp: races.now() }
  table.say(welcome)
  table.passes(60_000)
  await screen.findByText(`${horseName(races.course.winner)} Won!`)
})

it('catches up at once when its tab comes back to the front', async () => {
  await table.visit()
  const races = table.races()
  table.say(races.state('running'), races.start(60_000))
  await screen.findByText('The race has started')
  // Timers sleep in the background, so nothing looks by itself.
  table.passes(61_000)
  await screen.findByText(`${horseName(races.course.winner)} Won!`)
})

it('says so where no races are run', async () => {
  await table.visit()
  await screen.findByText('No races at the moment')
  expect(placeBet()).toBeNull()
})

it('says that a race is void', async () => {
  const races = table.run(new HonestRaces({ isVoid: true }))
  await table.visit()
  table.say(races.state('closed'), races.result())
  await screen.findByText('Race void: all stakes are back')
})

it('shows why races are paused, and takes no bets', async () => {
  table.paused.push({ gameType: 'Horse Race', reason: 'The track is wet.' })
  await table.enter()
  table.say(table.races().state())
  await screen.findByText('Horse Race is paused')
  screen.getByText('The track is wet.')
  fireEvent.click(horse('Pokey'))
  expect(screen.getByRole('button', { name: 'Paused' })).toHaveProperty(
    'disabled',
    true,
  )
})

it('lists past races, each with its proof', async () => {
  const races = table.races()
  const first = races.raceId
  await table.visit()
  table.say(races.state('running'), races.start(200))
  await screen.findByText('No races yet.')
  const { winner } = races.course
  const result = races.result()
  races.next()
  table.say(result)
  const list = screen.getByRole('region', { name: 'Past races' })
  await within(list).findByText(horseName(winner))
  const proof = within(list).getByRole('link', { name: 'Proof of race 1' })
  expect(proof.getAttribute('href')).toBe(`/verify/${first}`)
  expect(proof.getAttribute('target')).toBe('_blank')
  // It is the first one of all.
  expect(screen.queryByRole('button', { name: 'Older races' })).toBeNull()
})

it('lists older races where there are any', async () => {
  const races = table.races()
  for (let number = 1; number < 4; number += 1) races.next()
  const page = (before: number) =>
    races
      .history()
      .filter(({ nonce }) => nonce < before)
      .slice(0, 2)
  table.server.play('GET /api/races/history', () => page(4))
  table.server.play('GET /api/races/history?before=2', () => page(2))
  await table.visit()
  fireEvent.click(await screen.findByRole('button', { name: 'Older races' }))
  await screen.findByRole('link', { name: 'Proof of race 1' })
  expect(screen.getAllByRole('link', { name: /^Proof/ })).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Older races' })).toBeNull()
})

it('asks visitors to sign in, and asks nothing for them', async () => {
  await table.visit()
  table.say(table.races().state())
  await screen.findByText(COUNTDOWN)
  fireEvent.click(horse('Silver Arrow'))
  expect(horse('Silver Arrow').getAttribute('aria-pressed')).toBe('true')
  const signIn = screen.getByRole('link', { name: 'Sign in to bet' })
  expect(signIn.getAttribute('href')).toBe('/auth')
  expect(table.asked('GET /api/races/current-bets')).toEqual([])
})

it('asks for a player’s bets every second', async () => {
  await table.enter()
  const asked = () => table.asked('GET /api/races/current-bets').length
  await expect.poll(asked).toBeGreaterThan(1)
  expect(currentBetsQuery('bea').refetchInterval).toBe(1_000)
})

it('is played by keyboard: letters choose a horse, Enter bets on it', async () => {
  await table.enter()
  table.say(table.races().state())
  await screen.findByText(COUNTDOWN)
  fireEvent.keyDown(document.body, { key: 't' })
  expect(horse('Thunder Bolt').getAttribute('aria-pressed')).toBe('true')
  fireEvent.keyDown(document.body, { key: 'Enter' })
  await screen.findByText('You bet 10 coins on Thunder Bolt')
})

it('offers Place Bet once a horse is chosen', async () => {
  await table.enter()
  table.say(table.races().state())
  await screen.findByText(COUNTDOWN)
  expect(placeBet()).toHaveProperty('disabled', true)
  await betOn('Pokey')
  await screen.findByText('You bet 10 coins on Pokey')
})
