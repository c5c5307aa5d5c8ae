import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

type Gate = { opened: Promise<void>; open(): void }

function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

test('work under one key is done one after the other, in the order it came', async () => {
  const turns = new Turns()
  const [first, events] = [gate(), [] as string[]]
  const done = Promise.all([
    turns.take('a', async () => {
      events.push('first begins')
      await first.opened
      events.push('first ends')
    }),
    turns.take('a', async () => void events.push('second')),
    turns.take('a', async () => void events.push('third')),
  ])
  await turns.take('b', async () => void events.push('another key'))
  first.open()
  await done
  expect(events).toEqual([
    'first begins',
    'another key',
    'first ends',
    'second',
    'third',
  ])
})

test('a failure is its own, and the next one has its turn', async () => {
  const turns = new Turns()
  const failed = turns.take('a', () => Promise.reject(new Error('wrong')))
  const next = turns.take('a', async () => 'right')
  await expect(failed).rejects.toThrow('wrong')
  expect(await next).toBe('right')
})

test('who needs several turns has them all at once', async () => {
  const turns = new Turns()
  const [first, events] = [gate(), [] as string[]]
  const both = turns.takeAll(['a', 'b'], async () => {
    events.push('both')
    await first.opened
  })
  const one = turns.take('b', async () => void events.push('b'))
  const other = turns.take('a', async () => void events.push('a'))
  await turns.take('c', async () => void events.push('c'))
  first.open()
  await Promise.all([both, one, other])
  expect(events.slice(0, 2)).toEqual(['both', 'c'])
  expect(events.toSorted()).toEqual(['a', 'b', 'both', 'c'])
})

test('two hundred wait for one key, and what comes then is refused', async () => {
  const turns = new Turns()
  const [first, counted] = [gate(), { begun: 0 }]
  const work = async () => {
    counted.begun += 1
    await first.opened
  }
  const taken = Array.from({ length: 201 }, () => turns.take('a', work))
  await expect(turns.take('a', work)).rejects.toMatchObject({
    code: 'unavailable',
  })
  await turns.take('b', async () => undefined)
  first.open()
  await Promise.all(taken)
  expect(counted.begun).toBe(201)
})

test('keys that nobody waits for leave nothing', async () => {
  const turns = new Turns()
  const keys = Array.from({ length: 50 }, (_, index) => `key ${index % 10}`)
  await Promise.all(keys.map((key) => turns.take(key, async () => key)))
  expect(turns.size).toBe(0)
})
