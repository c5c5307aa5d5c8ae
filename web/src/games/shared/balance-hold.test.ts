import { beforeEach, expect, test } from 'vitest'
import { holdBalance, showUnheld } from './balance-hold.ts'

let shown: number[]
beforeEach(() => {
  shown = []
})
const push = (balance: number) => showUnheld(() => shown.push(balance))

test('shows a pushed balance at once while no round is in flight', () => {
  push(990)
  expect(shown).toEqual([990])
})

test('delays pushes until the round ends, then shows the newest of each kind', () => {
  const release = holdBalance()
  push(990)
  showUnheld(() => shown.push(1), 'open rounds')
  push(1_010)
  expect(shown).toEqual([])
  release()
  expect(shown).toEqual([1_010, 1])
})

test('waits for the last of several rounds', () => {
  const first = holdBalance()
  const second = holdBalance()
  push(980)
  first()
  first()
  expect(shown).toEqual([])
  second()
  expect(shown).toEqual([980])
})
