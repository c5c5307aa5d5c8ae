import { expect, test } from 'vitest'
import { createKeyedQueue } from './bounded-queue.ts'

test('refuses a task when two hundred of its key wait', async () => {
  const queue = createKeyedQueue()
  const { promise, resolve } = Promise.withResolvers<void>()
  let started = 0
  const task = async () => {
    started += 1
    await promise
  }
  const running = Array.from({ length: 201 }, () => queue.run('a', task))
  const refusal = { code: 'unavailable' }
  await expect(queue.run('a', task)).rejects.toMatchObject(refusal)
  await queue.run('b', async () => undefined)
  resolve()
  await Promise.all(running)
  expect(started).toBe(201)
  expect(queue.size()).toBe(0)
})
