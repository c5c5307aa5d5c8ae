import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { embed } from './embed.ts'

const url = new URL('https://dex.example/#/swap')
const told: unknown[] = []
const hear = ({ data }: MessageEvent) => told.push(data)

beforeEach(() => {
  told.length = 0
  addEventListener('message', hear)
})
afterEach(() => {
  removeEventListener('message', hear)
  document.body.replaceChildren()
})

function answerWith(answer: () => Promise<Response>) {
  const asked = vi.fn(answer)
  vi.stubGlobal('fetch', asked)
  return asked
}

it('shows a page that can be reached, without leave to lead ours away', async () => {
  const asked = answerWith(async () => new Response())
  await embed(url, 'Token swap')
  const frame = document.querySelector('iframe')
  expect(frame?.src).toBe(url.href)
  expect(frame?.title).toBe('Token swap')
  expect(frame?.getAttribute('sandbox')).not.toContain('top-navigation')
  expect(asked).toHaveBeenCalledWith(
    url,
    expect.objectContaining({ mode: 'no-cors', credentials: 'omit' }),
  )
  frame?.onload?.(new Event('load'))
  await vi.waitFor(() => expect(told).toEqual([{ is: 'shown' }]))
})

it('shows nothing that can not be reached, and says so', async () => {
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
  await embed(url, 'Token swap')
  expect(document.querySelector('iframe')).toBeNull()
  await vi.waitFor(() => expect(told).toEqual([{ is: 'unreachable' }]))
})
