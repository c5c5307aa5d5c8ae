import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { RUN_ON } from '#testing/process/node-service.ts'
import { commandLine, identifyProcess, isRunning } from './process-identity.ts'

function self() {
  const identity = identifyProcess(process.pid)
  if (!identity) throw new Error('this process was not found')
  return identity
}

test('a running process is recognised', () => {
  expect(isRunning(self())).toBe(true)
})

test('a stranger who was given the same pid is not taken for it', () => {
  expect(isRunning({ ...self(), startedAt: 'another time' })).toBe(false)
})

test('a process that ended is nobody', async () => {
  const child = spawn(process.execPath, ['--eval', ''])
  await once(child, 'exit')
  expect(identifyProcess(child.pid ?? 0)).toBeUndefined()
})

test('the command line tells what a process runs', async () => {
  const child = spawn(process.execPath, ['--eval', RUN_ON])
  await once(child, 'spawn')
  expect(commandLine(child.pid ?? 0)).toContain(RUN_ON)
  child.kill()
})
