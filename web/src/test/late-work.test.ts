import { expect, it } from 'vitest'
import { stubServer } from './stub-server.ts'

const server = stubServer()
const ended: string[] = []

it('leaves timers and a request behind', () => {
  server.hold('GET /api/late')
  const note = (name: string) => () => ended.push(name)
  fetch('/api/late').catch(note('request'))
  const again = () => setTimeout(note('second timer'), 3_600_000)
  setTimeout(again, 3_600_000)
  clearTimeout(setTimeout(note('cleared timer'), 3_600_000))
  expect(ended).toEqual([])
})

it('whose ends come before the next test', () => {
  expect(ended).toEqual(['request', 'second timer'])
  expect(server.received).toEqual([])
})
