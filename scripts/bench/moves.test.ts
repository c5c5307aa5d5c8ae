import { expect, test } from 'vitest'
import { gameKits, plainKit } from '../lib/game-kits.ts'
import { moveOf } from './moves.ts'

const kits = await gameKits()
const stepped = kits.flatMap(({ folder, calls }) =>
  calls.steps ? [{ folder, calls, steps: calls.steps }] : [],
)

test.each(stepped)(
  'a player of $folder ends an open round, then starts another',
  ({ calls, steps }) => {
    const move = moveOf(calls)
    const start = calls.start(10)
    const started = {
      path: `/api/games/${start.path}`,
      body: JSON.stringify(start.body),
    }
    const open = { step: 1, legalActions: ['any'] }
    const next = steps.quick(open)
    expect(move(undefined)).toEqual(started)
    expect(move(JSON.stringify(open))).toEqual({
      path: `/api/games/${next.path}`,
      body: JSON.stringify(next.body),
    })
    const over = { step: 2, legalActions: [], payout: 0 }
    expect(move(JSON.stringify(over))).toEqual(started)
    expect(move(JSON.stringify({ legalActions: [] }))).toEqual(started)
  },
)

test('a game of one step is only ever started', async () => {
  const move = moveOf((await plainKit()).calls)
  expect(move('{"payout":0}')).toEqual(move(undefined))
})
