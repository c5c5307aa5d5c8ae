import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { queryDatabase } from '#testing/browser/chosen-round.ts'
import { flipHeads } from '#testing/browser/flip.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { openGame } from '#testing/browser/player.ts'

async function readStored(page: Page, player: string): Promise<string[]> {
  const keys = await page.evaluate(() => Object.keys(localStorage))
  return keys.filter((key) => key.startsWith(`receipts/${player}/`))
}

test('game and audit report a row that was deleted in spite of the guards', async () => {
  const page = await openPage()
  const { id } = await openGame(page, '/coinflip')
  await flipHeads(page)
  await expect
    .poll(async () => (await readStored(page, id)).length)
    .toBeGreaterThan(0)
  const dataDir = inject('dataDir')
  const [deleted] = await queryDatabase<{ seq: string; row: object }>(
    dataDir,
    `DELETE FROM transactions WHERE user_id = $1 AND seq =
       (SELECT max(seq) FROM transactions WHERE user_id = $1)
     RETURNING seq, to_jsonb(transactions) AS row`,
    id,
  )
  try {
    const named = `Transaction ${deleted?.seq} is missing.`
    await page.goto('/coinflip')
    const alarm = page.getByRole('alert').filter({ hasText: named })
    await alarm.getByRole('heading', { name: 'This does not add up' }).waitFor()
    await page.goto('/audit')
    await page.getByRole('main').getByText(named).last().waitFor()
  } finally {
    // Restores what other journeys and the audit check.
    await queryDatabase(
      dataDir,
      'INSERT INTO transactions SELECT * FROM jsonb_populate_record(NULL::transactions, $1)',
      deleted?.row,
    )
  }
})
