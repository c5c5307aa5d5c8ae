import { expect, test } from 'vitest'
import { chooseNextRound } from '#testing/browser/chosen-round.ts'
import { flipHeads, waitForOutcome } from '#testing/browser/flip.ts'
import { handTables } from '#testing/browser/journeys.ts'
import {
  dataFolder,
  launch,
  partPid,
  partPids,
} from '#testing/browser/launch.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  accountButton,
  move,
  newPlayer,
  openGame,
  readBalance,
} from '#testing/browser/player.ts'
import {
  waitForProof,
  waitForRecord,
  waitForShield,
} from '#testing/browser/wait-for.ts'
import { identifyProcess } from '../../scripts/process/system-processes.ts'

/** Messages while the API is down. */
const HOUSE_IS_DOWN = /ERR_|WebSocket connection .* failed|status of 502/

test.each(handTables.slice(0, 1))(
  'the API is killed in a hand of $title: the next start goes on with it, session, coins and proofs',
  async (table) => {
    const dataDir = dataFolder()
    const product = await launch(dataDir)
    const { url: baseURL } = product
    const visit = { baseURL, complaints: [HOUSE_IS_DOWN] }
    const [flips, hands] = [await openPage(visit), await openPage(visit)]
    const flipper = await openGame(flips, '/coinflip')
    const before = await flipHeads(flips)
    await waitForOutcome(flips, before)
    await waitForShield(flips, 'Proven fair')
    const balance = await readBalance(flips)
    const player = await newPlayer(hands)
    const { path, matches, start, continueButton, endButton, answer } = table
    await hands.goto(path)
    await chooseNextRound({ page: hands, player, dataDir }, matches)
    const dealt = await move(hands, start, answer)
    await move(hands, continueButton, answer)
    await hands
      .getByRole('button', { name: endButton, disabled: false })
      .waitFor()

    const pids = partPids(dataDir)
    process.kill(partPid(dataDir, 'api'), 'SIGKILL')
    expect(await product.ended).toBe(1)
    expect(product.output()).toContain('api was ended by SIGKILL. Its log: ')
    expect(pids.filter(identifyProcess)).toEqual([])
    await hands.getByText('We can’t reach the casino right now.').waitFor()
    await launch(dataDir, { env: { PORT: new URL(baseURL).port } })

    const ended = await move(hands, endButton, answer)
    expect(ended).toMatchObject({ transactionId: dealt.transactionId, step: 2 })
    await waitForProof(hands, player, dealt.transactionId)
    await waitForRecord(hands, dealt.transactionId)

    expect(await readBalance(flips)).toBe(balance)
    await flips.reload()
    await accountButton(flips, flipper.username, balance).waitFor()
    // Same pinned root, next nonce.
    const after = await flipHeads(flips)
    expect(after.nonce).toBe(before.nonce + 1)
    expect(after.clientSeed).toBe(before.clientSeed)
    await waitForShield(flips, 'Proven fair')
    expect(await flips.getByRole('alert').count()).toBe(0)
    await waitForRecord(flips, before.transactionId)
    await flips.getByText('Check by check').click()
    await flips
      .getByText('This browser pinned that exact root before')
      .waitFor()
  },
)
