import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { coins } from '#core/money/coins.ts'
import { noteServer } from '../../../lib/server-presence.ts'
import { type Autobet, newAutobet } from './autobet.ts'
import { type AutobetRun, runAutobet } from './use-autobet.ts'

const threeBets = newAutobet({ stake: coins(10), count: 3 }, coins(1_000))

let made: number
let shown: Autobet[]

beforeEach(() => {
  made = 0
  shown = []
})

/** A run whose bets are answered at once. */
function run(change: Partial<AutobetRun> = {}): Promise<void> {
  return runAutobet(threeBets, {
    isFast: true,
    isWanted: () => true,
    playRound: async () => {
      made += 1
      return { payout: coins(10), balance: coins(1_000), isMismatch: false }
    },
    onChange: (autobet) => shown.push(autobet),
    ...change,
  })
}

function goAway(): void {
  onTestFinished(() => noteServer('here'))
  noteServer('away')
}

/** Resolves after all pending work. */
const idle = () => new Promise((resolve) => setImmediate(resolve))

test.each([0, 2])(
  'waits for a server that goes away after %i bets',
  async (bets) => {
    if (bets === 0) goAway()
    const ended = run({
      onChange: (autobet) => autobet.bets === bets && goAway(),
    })
    await idle()
    expect(made).toBe(bets)
    noteServer('here')
    await ended
    expect(made).toBe(3)
  },
)

test('places no bet when stopped while waiting for the server', async () => {
  let isWanted = true
  goAway()
  const ended = run({ isWanted: () => isWanted })
  isWanted = false
  noteServer('here')
  await ended
  expect(made).toBe(0)
  expect(shown).toEqual([])
})
