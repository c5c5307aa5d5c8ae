import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { receipt } from '#core/schemas/receipt.ts'
import { queryDatabase } from '#testing/browser/chosen-round.ts'
import { flipHeads } from '#testing/browser/flip.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { openGame } from '#testing/browser/player.ts'
import { runScript } from '#testing/process/run-script.ts'

async function keptBy(page: Page, player: string): Promise<string[]> {
  const keys = await page.evaluate(() => Object.keys(localStorage))
  return keys.filter((key) => key.startsWith(`receipts/${player}/`))
}

async function saved(page: Page, link: RegExp, to: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).click(),
  ])
  await download.saveAs(to)
  return to
}

test('a row that is deleted behind the guards is named by the page and by the command', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'receipts-'))
  const page = await openPage()
  const player = await openGame(page, '/coinflip')
  const answer = await flipHeads(page)
  await expect
    .poll(async () => (await keptBy(page, player.id)).length)
    .toBeGreaterThan(0)

  await page.goto('/audit')
  await page
    .getByText(/^Your transaction \d+ and your .* as the house/)
    .waitFor()
  await page.getByText('Signature and history were checked here').waitFor()
  const file = await saved(
    page,
    /^Save the receipt/,
    join(folder, 'receipt.json'),
  )
  const signed = receipt.parse(JSON.parse(await readFile(file, 'utf8')))
  expect(signed).toMatchObject({
    player: player.id,
    id: answer.transactionId,
    balance: answer.balance,
  })

  const history = () =>
    page
      .goto('/history')
      .then(() => saved(page, /^Save as CSV/, join(folder, 'history.csv')))
  const keys = `${inject('productUrl')}/api/receipts/keys`
  const verify = async () =>
    runScript(
      'verify.ts',
      [file, '--key', keys, '--against', await history()],
      {},
    )
  expect(await verify()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/SIGNED by the house.\s+THERE/),
  })

  const named = `Transaction ${signed.seq} is missing.`
  const dataDir = inject('dataDir')
  const [deleted] = await queryDatabase<{ row: object }>(
    dataDir,
    'DELETE FROM transactions WHERE user_id = $1 AND seq = $2 RETURNING to_jsonb(transactions) AS row',
    player.id,
    signed.seq,
  )
  try {
    await page.goto('/coinflip')
    const alarm = page.getByRole('alert').filter({ hasText: named })
    await alarm.getByRole('heading', { name: 'This does not add up' }).waitFor()
    await page.goto('/audit')
    await page.getByRole('main').getByText(named).waitFor()
    expect(await verify()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`CONTRADICTED: ${named}`),
    })
  } finally {
    // What other journeys and the audit look at is as it was.
    await queryDatabase(
      dataDir,
      'INSERT INTO transactions SELECT * FROM jsonb_populate_record(NULL::transactions, $1)',
      deleted?.row,
    )
    await rm(folder, { recursive: true })
  }
})
