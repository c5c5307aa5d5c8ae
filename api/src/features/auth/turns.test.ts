import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const gate = () => Promise.withResolvers<void>()

test('does work under one key in its order, beside that of other keys and after failures', async () => {
  const turns = new Turns()
  const { promise, resolve } = gate()
  const events: string[] = []
  const done = Promise.all([
    turns.take('a', async () => {
      events.push('first begins')
      await promise
      events.push('first ends')
    }),
    turns.take('a', async () => void events.push('second')),
    expect(
      turns.take('a', () => Promise.reject(new Error('wrong'))),
    ).rejects.toThrow('wrong'),
    turns.take('a', async () => void events.push('fourth')),
  ])
  await turns.take('b', async () => void events.push('another key'))
  resolve()
  await done
  expect(events).toEqual([
    'first begins',
    'another key',
    'first ends',
    'second',
    'fourth',
  ])
  expect(turns.size).toBe(0)
})

test('gives work its turns under several keys all at once', async () => {
  const turns = new Turns()
  const { promise, resolve } = gate()
  const events: string[] = []
  const both = turns.takeAll(['a', 'b'], async () => {
    events.push('both')
    await promise
  })
  const one = turns.take('b', async () => void events.push('b'))
  const other = turns.take('a', async () => void events.push('a'))
  await turns.take('c', async () => void events.push('c'))
  expect(events).toEqual(['both', 'c'])
  resolve()
  await Promise.all([both, one, other])
  expect(events.toSorted()).toEqual(['a', 'b', 'both', 'c'])
})

test('refuses work under a key that two hundred wait for', async () => {
  const turns = new Turns()
  const { promise, resolve } = gate()
  let begun = 0
  const work = async () => {
    begun += 1
    await promise
  }
  const taken = Array.from({ length: 201 }, () => turns.take('a', work))
  const refusal = { code: 'unavailable' }
  await expect(turns.take('a', work)).rejects.toMatchObject(refusal)
  await turns.take('b', async () => undefined)
  resolve()
  await Promise.all(taken)
  expect(begun).toBe(201)
})
