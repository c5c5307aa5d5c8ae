import { expect, inject, test } from 'vitest'

test('one port serves the page and the API', async () => {
  const url = inject('productUrl')
  const page = await fetch(url)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})
