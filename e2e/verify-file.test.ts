import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { type PublicRecord, publicRecord } from '#core/evidence/round-record.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { newPlayer } from '#testing/browser/player.ts'
import { endedRound, openRound } from '#testing/browser/rounds.ts'
import { FALSE_SEED } from '#testing/browser/tamper.ts'
import { unfold } from '#testing/browser/wait-for.ts'
import { gameKits } from '../scripts/game-kits/game-kits.ts'

const NUMBERS = 'All the numbers'

async function drop(page: Page, record: PublicRecord): Promise<void> {
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'round.json'))
    return transfer
  }, JSON.stringify(record))
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer })
}

/** Waits until the record's root is on the chain, and a node confirms it. */
async function anchored(site: Page, id: string): Promise<PublicRecord> {
  const read = async () => {
    const answer = await site.request.get(`/api/verify/${id}`)
    return publicRecord.parse(await answer.json())
  }
  await expect.poll(async () => 'anchor' in (await read()).gameData).toBe(true)
  await site.goto(`/verify/${id}`)
  await unfold(site, NUMBERS)
  await site.getByText(/^Anchored on chain, block/).waitFor()
  await site.getByText('Not checked: no node has been asked yet.').waitFor()
  await site.getByRole('button', { name: 'Ask through this site' }).click()
  await site.getByText('The chain has that exact root').waitFor()
  await site.getByRole('heading', { name: 'Verification Successful' }).waitFor()
  return read()
}

test('the saved verify.html proves a round of every game offline, with its root on the chain, and rejects a forged one', async () => {
  const site = await openPage()
  await newPlayer(site)
  await site.goto('/fairness')
  await site.getByText('Check it without us').click()
  const [download] = await Promise.all([
    site.waitForEvent('download'),
    site.getByRole('link', { name: 'Save verify.html' }).click(),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'casino-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await download.saveAs(join(folder, download.suggestedFilename()))
  const baseURL = pathToFileURL(`${folder}/`).href
  const page = await openPage({ baseURL, offline: true })
  await page.goto('verify.html')
  await page.getByRole('heading', { name: 'Drop a record here' }).waitFor()

  const records: PublicRecord[] = []
  for (const kit of gameKits) records.push(await endedRound(site, kit))
  for (const record of records) {
    await drop(page, record)
    await unfold(page, NUMBERS)
    const { serverSeedHash, epochRoot } = record.gameData
    await page.getByText(serverSeedHash).first().waitFor()
    await page
      .getByRole('heading', { name: 'Verification Successful' })
      .waitFor()
    await page.getByText(record.outcome).first().waitFor()
    await page.locator('.happened-drawing > *').first().waitFor()
    await page.getByText(epochRoot).first().waitFor()
  }

  const record = await anchored(site, records.at(-1)?.id ?? '')
  const field = page.getByLabel('Or paste it')
  await field.fill(JSON.stringify(record))
  await unfold(page, NUMBERS)
  await page.getByText(/^Anchored on chain, block/).waitFor()
  await page.getByText('Your browser followed the path').waitFor()

  await field.fill(JSON.stringify(await openRound(site)))
  await page
    .getByRole('heading', { name: 'This round is not over yet' })
    .waitFor()
  expect(await page.getByText(/^Verification (Succ|Fail)/).count()).toBe(0)

  const forged = join(folder, 'forged.json')
  writeFileSync(forged, JSON.stringify({ ...record, serverSeed: FALSE_SEED }))
  await page.getByLabel('Choose a record file').setInputFiles(forged)
  const verdict = page.getByRole('alert')
  await verdict.getByRole('heading', { name: 'Verification Failed' }).waitFor()
  const broken =
    'Broken: The revealed server seed matches the hash that was committed to.'
  await verdict.getByText(broken).waitFor()
})
