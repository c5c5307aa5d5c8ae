import { describe, expect, test } from 'vitest'
import { socketMessage } from './socket-message.ts'

const race = {
  timestamp: 1_772_366_400_000,
  raceId: '019ca9b1-5c00-7000-8000-0000000004e9',
  number: 7,
}
const coming = {
  ...race,
  nextRaceTime: 1_772_366_430_000,
  commitment: 'ab'.repeat(32),
  phase: 'betting',
}
const start = {
  ...race,
  type: 'raceStart',
  startTime: 1_772_366_432_500,
  serverSeed: 'cd'.repeat(32),
  salt: 'ef'.repeat(32),
  saltBlock: {
    chainId: 97,
    number: 80_000_000,
    hash: `0x${'ef'.repeat(32)}`,
    timestamp: 1_772_366_431,
  },
  epoch: 3,
}
const result = { ...race, type: 'raceResult', void: false }

describe('a message about races', () => {
  test.each([
    { ...coming, type: 'raceState' },
    { ...coming, type: 'raceState', phase: 'closed' },
    { ...coming, type: 'nextRace' },
    start,
    { ...result, winner: 2, order: [2, 4, 1, 3] },
    { ...result, void: true },
  ])('is one of the socket: $type', (message) => {
    expect(socketMessage.parse(message)).toEqual(message)
  })

  test.each([
    ['a phase of its own', { ...coming, type: 'raceState', phase: 'lunch' }],
    ['no number', { ...coming, type: 'nextRace', number: undefined }],
    ['a salt with 0x', { ...start, salt: start.saltBlock.hash }],
    ['no winner', result],
    ['a winner though void', { ...result, void: true, winner: 2 }],
    ['a fifth horse', { ...result, winner: 5, order: [5, 4, 1, 3] }],
    ['an order of three', { ...result, winner: 2, order: [2, 4, 1] }],
  ])('is none with %s', (_with, message) => {
    expect(socketMessage.safeParse(message).success).toBe(false)
  })
})
