import { beforeEach, expect, test, vi } from 'vitest'
import { embed } from './embed.ts'
import { priceUsd } from './third-party.ts'

const url = new URL('https://dex.example/#/swap')
const messages: unknown[] = []
const onMessage = ({ data }: MessageEvent) => messages.push(data)

beforeEach(() => {
  messages.length = 0
  addEventListener('message', onMessage)
  return () => {
    removeEventListener('message', onMessage)
    document.body.replaceChildren()
  }
})

test('shows a reachable page, which may not navigate ours', async () => {
  const fetched = vi.fn(async () => new Response())
  vi.stubGlobal('fetch', fetched)
  await embed(url, 'Token swap')
  const frame = document.querySelector('iframe')
  expect(frame?.src).toBe(url.href)
  expect(frame?.title).toBe('Token swap')
  expect(frame?.getAttribute('sandbox')).not.toContain('top-navigation')
  expect(fetched).toHaveBeenCalledWith(
    url,
    expect.objectContaining({ mode: 'no-cors', credentials: 'omit' }),
  )
  frame?.onload?.(new Event('load'))
  await vi.waitFor(() => expect(messages).toEqual([{ is: 'shown' }]))
})

test('reports an unreachable page instead of showing it', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Away')))
  await embed(url, 'Token swap')
  expect(document.querySelector('iframe')).toBeNull()
  await vi.waitFor(() => expect(messages).toEqual([{ is: 'unreachable' }]))
})

test('reads the price of the pair', () => {
  const answer = { schemaVersion: '1.0.0', pair: { priceUsd: '0.00001234' } }
  expect(priceUsd(answer)).toBe(0.00001234)
})

test.each([
  ['no pair', { pair: null }],
  ['no price', { pair: {} }],
  ['a number', { pair: { priceUsd: 1 } }],
  ['words', { pair: { priceUsd: 'a lot' } }],
  ['less than nothing', { pair: { priceUsd: '-1' } }],
  ['nothing', null],
])('rejects a price that is %s', (_what, answer) => {
  expect(() => priceUsd(answer)).toThrow()
})
