import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#core/durations.ts'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { SecurityList } from '../account/account-care.tsx'
import { clearToast } from '../lib/toast.ts'
import { SecurityNotifications } from './security-notifications.tsx'

const server = stubServer()
const WARNING = /If this wasn’t you/

beforeEach(() => localStorage.clear())

async function open(daysAgo: number) {
  clearToast()
  server.answer('GET /api/user/security', 200, [
    {
      id: '01890000-0000-7000-8000-000000000001',
      kind: 'password_changed',
      wallet: null,
      at: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    },
  ])
  const page = renderPage(
    <>
      <SecurityNotifications player={bea.id} />
      <SecurityList player={bea.id} />
    </>,
  )
  await screen.findAllByText('Password changed')
  return page
}

test('announces a change once per browser', async () => {
  const { unmount } = await open(1)
  await screen.findByText(WARNING)
  unmount()
  await open(1)
  expect(screen.queryByText(WARNING)).toBeNull()
})

test('ignores changes older than a week', async () => {
  await open(8)
  expect(screen.queryByText(WARNING)).toBeNull()
})
