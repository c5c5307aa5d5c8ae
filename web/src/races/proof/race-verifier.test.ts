import { expect, test, vi } from 'vitest'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { coins } from '#core/money/coins.ts'
import { HonestRaces, toOpenRecord } from '#testing/page/honest-races.ts'
import { memoryStorage } from '../../lib/key-value-storage.ts'
import { createTicketStore } from './race-ticket.ts'
import { RaceVerifier, type readRaceBetRecord } from './race-verifier.ts'

function table() {
  const races = new HonestRaces()
  const tickets = createTicketStore(memoryStorage(), 'bea')
  const record = vi.fn<typeof readRaceBetRecord>(async (id) =>
    races.toRecord(id),
  )
  const states: string[] = []
  const onAlarm = vi.fn()
  const open = (): RaceVerifier =>
    new RaceVerifier({
      hashes: nobleHashes,
      tickets,
      record,
      onState: (_id, state) => states.push(state),
      onAlarm,
    })
  const verifier = open()
  const place = () => {
    const { winner: horseId } = races.course
    const answer = races.place({ horseId, amount: coins(10) })
    const closesAtMs = races.state().nextRaceTime
    verifier.notePlaced({ ...answer, closesAtMs })
    return answer.transactionId
  }
  return { races, tickets, record, states, onAlarm, open, verifier, place }
}

test('verifies a bet when its race ends, and drops its ticket', async () => {
  const { onAlarm, place, races, states, tickets, verifier } = table()
  verifier.receive(races.state())
  place()
  verifier.receive(races.start(0))
  expect(states).toEqual([])
  verifier.receive(races.result())
  await expect.poll(() => states).toEqual(['checking', 'proven'])
  expect(tickets.all()).toEqual([])
  expect(onAlarm).not.toHaveBeenCalled()
})

test('checks again when a bet is paid before its record is complete', async () => {
  const { place, races, record, states, verifier } = table()
  verifier.receive(races.state())
  const id = place()
  const over = races.toRecord(id)
  if (!over) throw new Error('the bet has a record')
  record.mockResolvedValueOnce(toOpenRecord(over))
  const [end] = races.ends()
  if (end) verifier.noteEnd(end)
  await expect.poll(() => states).toEqual(['checking', 'open'])
  verifier.receive(races.result())
  await expect.poll(() => states.at(-1)).toBe('proven')
})

test('verifies after a reload a bet placed before it', async () => {
  const { open, place, races, states } = table()
  place()
  const reloaded = open()
  reloaded.receive(races.result())
  await expect.poll(() => states.at(-1)).toBe('proven')
})

test('requests the record again with the next race after a failure', async () => {
  const { place, races, record, states, tickets, verifier } = table()
  place()
  record.mockRejectedValueOnce(new Error('away'))
  verifier.receive(races.result())
  await expect.poll(() => states.at(-1)).toBe('unchecked')
  expect(tickets.all()).toHaveLength(1)
  verifier.receive(races.result())
  await expect.poll(() => states.at(-1)).toBe('proven')
})

test('raises the alarm when an accepted bet has no record', async () => {
  const { onAlarm, place, races, record, verifier } = table()
  const recordId = place()
  record.mockResolvedValueOnce(undefined)
  verifier.receive(races.result())
  await expect
    .poll(() => onAlarm.mock.calls)
    .toEqual([[{ recordId, what: 'record_missing' }]])
})

test('raises the alarm at once when the seed breaks the promise, or the promise changes', () => {
  const { onAlarm, races, verifier } = table()
  const alarm = [{ recordId: races.raceId, what: 'commitment' }]
  const another = nobleHashes.sha256('another')
  const state = races.state()
  verifier.receive(state)
  verifier.receive({ ...state, phase: 'closed', commitment: another })
  expect(onAlarm.mock.calls).toEqual([alarm])
  const { onAlarm: onOther, verifier: other } = table()
  other.receive(state)
  other.receive({ ...races.start(0), serverSeed: another })
  expect(onOther.mock.calls).toEqual([alarm])
})

test('raises an alarm when the closing time does not match the race id', () => {
  const { onAlarm, races, verifier } = table()
  const state = races.state()
  verifier.receive({ ...state, nextRaceTime: state.nextRaceTime + 1 })
  const { raceId: recordId } = races
  expect(onAlarm.mock.calls).toEqual([[{ recordId, what: 'id' }]])
})

test('accepts no promise that arrives after the seed is revealed', async () => {
  const { races, states, verifier } = table()
  verifier.receive(races.state('running'))
  verifier.receive(races.start(0))
  races.place({ horseId: 1, amount: coins(10) })
  verifier.receive(races.result())
  const [end] = races.ends()
  if (end) verifier.noteEnd(end)
  await expect.poll(() => states).toEqual(['checking', 'unknown'])
})
