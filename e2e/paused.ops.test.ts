import { expect, test } from 'vitest'
import { runScript } from '../scripts/test-support/run-script.ts'
import { counters } from './support/counters.ts'
import { dataFolder, launch } from './support/launch.ts'
import { press } from './support/move.ts'
import { openPage } from './support/open-page.ts'
import { accountButton, newPlayer } from './support/player.ts'
import { sawToast } from './support/toast.ts'

const TOO_MUCH = 5_000

/** What operators call each game, and a start of it that takes nothing. */
const games: Record<string, { name: string; start: string; data: object }> = {
  Slots: { name: 'slot', start: 'slot', data: {} },
  'Coin Flip': {
    name: 'coinflip',
    start: 'coinflip',
    data: { choice: 'heads' },
  },
  Blackjack: {
    name: 'blackjack',
    start: 'blackjack',
    data: { action: 'deal' },
  },
  'Hi-Lo': { name: 'hilo', start: 'hilo/start', data: {} },
}

test('a game that the operator pauses says so at once and takes nothing', async () => {
  const dataDir = dataFolder()
  const { url: baseURL } = await launch(dataDir)
  const page = await openPage({ baseURL, complaints: [/status of 503/] })
  const { username } = await newPlayer(page)

  for (const { path, title, buttons, told } of counters) {
    const { name = '', start, data } = games[title] ?? {}
    await page.goto(path)
    await page.getByRole('button', { name: buttons[0] }).waitFor()
    const pausing = ['pause', name, 'New coins are minted.']
    const { code, stderr } = await runScript('operator.ts', pausing, {
      DATA_DIR: dataDir,
    })
    expect(code, stderr).toBe(0)
    const isPaused = async () => {
      const body = { ...data, betAmount: TOO_MUCH }
      const answer = await page.request.post(`/api/games/${start}`, {
        data: body,
      })
      return answer.status() === 503
    }
    await expect.poll(isPaused).toBe(true)

    const response = await press(page, buttons[0])
    expect(response.status()).toBe(503)
    const { message } = await response.json()
    expect(message).toMatch(/ is paused: New coins are minted\.$/)
    await sawToast(page, 'Error', told(503, message))
    await accountButton(page, username, 1_000).waitFor()
  }
})
