import { expect, test, vi } from 'vitest'
import { stubServer } from '#testing/page/stub-server.ts'
import { trackReferral } from './referrals.ts'

const server = stubServer()
const CODE = 'm8x2k4p1-a1b2c3'
const requests = () => server.received.map(({ route, body }) => [route, body])

test('counts a visitor who came through a link', async () => {
  server.answer('POST /api/referral/track', 204)
  await trackReferral(`?ref=${CODE}`)
  expect(requests()).toEqual([
    ['POST /api/referral/track', JSON.stringify({ referralCode: CODE })],
  ])
})

test.each(['', '?ref=', '?other=1', '?ref=no-code', `?REF=${CODE}`])(
  'counts no visitor for %j',
  async (search) => {
    await trackReferral(search)
    expect(requests()).toEqual([])
  },
)

test('logs a failure', async () => {
  const noted = vi.spyOn(console, 'info').mockReturnValue()
  server.answer('POST /api/referral/track', 500)
  await trackReferral(`?ref=${CODE}`)
  expect(noted).toHaveBeenCalledOnce()
})
