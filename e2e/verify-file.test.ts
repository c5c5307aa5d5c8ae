import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, inject, onTestFinished, test } from 'vitest'
import {
  type PublicRecord,
  publicRecord,
} from '#core/schemas/verification-record.ts'
import { expectNoBarrier } from '#testing/browser/no-barrier.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { newPlayer } from '#testing/browser/player.ts'
import { sawRecord, unfoldNumbers } from '#testing/browser/proof.ts'
import { endedRound, kits, openRound, plain } from '#testing/browser/rounds.ts'

/** Saves verify.html as a player would, and opens it where no network is. */
async function openSavedFile(): Promise<{ page: Page; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'casino-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const answer = await fetch(`${inject('productUrl')}/verify.html`)
  writeFileSync(join(folder, 'verify.html'), await answer.text())
  const baseURL = pathToFileURL(`${folder}/`).href
  const page = await openPage({ baseURL, offline: true })
  await page.goto('verify.html')
  await page.getByRole('heading', { name: 'Drop a record here' }).waitFor()
  return { page, folder }
}

/** A round that a player has played on the site. */
async function played(
  round: (page: Page) => Promise<PublicRecord>,
): Promise<PublicRecord> {
  const site = await openPage()
  await newPlayer(site)
  return round(site)
}

async function drop(page: Page, record: PublicRecord): Promise<void> {
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'round.json'))
    return transfer
  }, JSON.stringify(record))
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer })
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Or paste it').fill(text)
}

/** The record as the API answers it; undefined until it has an anchor. */
async function anchoredRecord(id: string): Promise<PublicRecord | undefined> {
  const url = new URL(`/api/verify/${id}`, inject('productUrl'))
  const record = publicRecord.parse(await (await fetch(url)).json())
  return 'anchor' in record.gameData ? record : undefined
}

/** On its page, by a node of the chain; in the file without one. */
async function seesAnchor(
  { site, page }: { site: Page; page: Page },
  id: string,
): Promise<void> {
  await expect.poll(() => anchoredRecord(id)).toBeDefined()
  await site.goto(`/verify/${id}`)
  await unfoldNumbers(site)
  await site.getByText(/^Anchored on chain, block/).waitFor()
  await site.getByText('Not checked: no node was asked yet.').waitFor()
  await site.getByRole('button', { name: 'Ask through this site' }).click()
  await site.getByText('The chain has that very root').waitFor()
  await site.getByRole('heading', { name: 'Verification Successful' }).waitFor()
  await expectNoBarrier(site)

  await paste(page, JSON.stringify(await anchoredRecord(id)))
  await unfoldNumbers(page)
  await page.getByText(/^Anchored on chain, block/).waitFor()
  await page.getByText('Your browser walked the path').waitFor()
  await page.getByText('Not checked: no node was asked yet.').waitFor()
}

test('a round of every game is proven on its page, in little room on a phone, and by the saved file with the network off; its root is on the chain', async () => {
  const site = await openPage({ viewport: { width: 390, height: 844 } })
  await newPlayer(site)
  const { page } = await openSavedFile()
  let last = ''
  for (const kit of kits) {
    const record = await endedRound(site, kit)
    last = record.id
    await sawRecord(site, record.id)
    await site.locator('.happened-drawing > *').waitFor()
    const height = await site.evaluate(() => document.body.scrollHeight)
    expect(height, `px of a round of ${kit.folder}`).toBeLessThanOrEqual(1_800)

    await drop(page, record)
    await unfoldNumbers(page)
    await page.getByText(record.gameData.serverSeedHash).first().waitFor()
    await page
      .getByRole('heading', { name: 'Verification Successful' })
      .waitFor()
    await page.getByText(record.outcome).first().waitFor()
    await page.getByText(record.gameData.epochRoot).first().waitFor()
    await expectNoBarrier(page)
  }
  await seesAnchor({ site, page }, last)
})

test('a picked record that was tampered with fails, with the reason', async () => {
  const record = await played((page) => endedRound(page, plain))
  const { page, folder } = await openSavedFile()
  const path = join(folder, 'forged.json')
  const forged = { ...record, serverSeed: 'f00d'.repeat(16) }
  writeFileSync(path, JSON.stringify(forged))
  await page.getByLabel('Or pick its file').setInputFiles(path)
  const verdict = page.getByRole('alert')
  await verdict.getByRole('heading', { name: 'Verification Failed' }).waitFor()
  await verdict
    .getByText(
      'Broken: The revealed server seed has the hash that was committed to.',
    )
    .waitFor()
})

test('junk is called junk', async () => {
  const { page } = await openSavedFile()
  await paste(page, 'no record at all')
  await page.getByRole('alert').getByText('This is not JSON.').waitFor()
  await paste(page, '{"balance":1000}')
  await page.getByText('This is not the record of a round').waitFor()
})

test('an open round is not over yet, here and on its page', async () => {
  const site = await openPage()
  await newPlayer(site)
  const record = await openRound(site)
  const { page } = await openSavedFile()
  await paste(page, JSON.stringify(record))
  await site.goto(`/verify/${record.id}`)
  for (const place of [page, site]) {
    await place
      .getByRole('heading', { name: 'This round is not over yet' })
      .waitFor()
    await place.getByText(record.gameData.serverSeedHash).first().waitFor()
    expect(await place.getByText(/^Verification (Succ|Fail)/).count()).toBe(0)
  }
})

test('the site serves it under its own policy, and leads to it', async () => {
  const site = await openPage()
  await site.goto('/verify.html')
  await paste(site, 'no record at all')
  await site.getByText('This is not JSON.').waitFor()
  await site.goto('/fairness')
  const [download] = await Promise.all([
    site.waitForEvent('download'),
    site.getByRole('link', { name: 'Keep verify.html' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('verify.html')
})
