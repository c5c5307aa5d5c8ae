import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('refuses work under a key that two hundred wait for', async () => {
  const turns = new Turns()
  const { promise, resolve } = Promise.withResolvers<void>()
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
  expect(turns.size).toBe(0)
})
