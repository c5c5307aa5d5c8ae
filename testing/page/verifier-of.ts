import type { GameAnswer } from '#core/api/rounds.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { Game, RequestedMove } from '#core/games/game.ts'
import { coins } from '#core/money/coins.ts'
import { memoryStorage } from '../../web/src/lib/key-value-storage.ts'
import type { RoundRecord } from '../../web/src/proof/fairness/verifier/fairness-api.ts'
import { fairnessVerifier } from '../../web/src/proof/fairness/verifier/fairness-verifier.ts'
import { createHandStore } from '../../web/src/proof/fairness/verifier/hands.ts'
import type { Alarm } from '../../web/src/proof/fairness/verifier/judge-answer.ts'
import { createPinStore } from '../../web/src/proof/fairness/verifier/pin-store.ts'
import { HonestServer, PLAYER } from './honest-server.ts'

/** Requests of a coin flip and of a hand of hi-lo. */
export const FLIP: RequestedMove = {
  start: { betAmount: coins(10), choice: 'heads' },
}
export const START: RequestedMove = { start: { betAmount: coins(10) } }
export const SKIP: RequestedMove = { act: { action: 'skip' } }
export const IDLE: RequestedMove = {
  act: { action: 'cashout', reason: 'idle' },
}

/** Opens a browser's verifier against a test server, with its calls and alarms. */
export function createVerifier(
  server: HonestServer,
  storage = memoryStorage(),
) {
  const alarms: Alarm[] = []
  const calls: string[] = []
  const store = createPinStore(storage, PLAYER)
  const hands = createHandStore(storage, PLAYER)
  const player = { isPlaying: true }
  const verifier = fairnessVerifier({
    player: PLAYER,
    isPlaying: () => player.isPlaying,
    hashes: nobleHashes,
    store,
    hands,
    api: {
      state: async () => {
        calls.push('state')
        return server.state()
      },
      commitments: async (epoch) => {
        calls.push('commitments')
        return server.commitments(epoch)
      },
      setClientSeed: async (request) => {
        calls.push(`seed ${request.epoch}`)
        server.setClientSeed(request)
        return server.state()
      },
      bets: async (before) => {
        calls.push('bets')
        const page = server.bets(before)
        await server.historyArrives
        return page
      },
      record: async (id) => {
        calls.push(`record ${id}`)
        return server.toRecord(id)
      },
    },
    alone: (task) => task(),
    onAlarm: (alarm) => alarms.push(alarm),
  })

  /** Judges the answer to a request, or to a read of the open round. */
  const judge = (
    game: Game,
    move: RequestedMove | undefined,
    answer: unknown,
  ) => verifier.verifyAnswer({ game, move, answer: answer as GameAnswer })

  return {
    verifier,
    player,
    alarms,
    calls,
    storage,
    store,
    hands,
    judge,
    /** Sends a request, changes what a server answers, and judges that. */
    play: (
      game: Game,
      move: RequestedMove,
      change: object = {},
      from = server,
    ) => judge(game, move, { ...from.answer(game, move), ...change }),
  }
}

export type Browser = ReturnType<typeof createVerifier>

/** Opens a browser that has read once, and so has pinned the published root. */
export async function openBrowser(
  ...options: Parameters<typeof createVerifier>
): Promise<Browser> {
  const browser = createVerifier(...options)
  await browser.verifier.sync()
  return browser
}

/** Changes the server's answer about one round, or about all. */
export function changeRecord(
  server: HonestServer,
  change: (record: ReturnType<HonestServer['toRecord']>) => unknown,
  id?: string,
): void {
  const { toRecord } = HonestServer.prototype
  server.toRecord = (recordId) => {
    const record = toRecord.call(server, recordId)
    const isChanged = id === undefined || recordId === id
    return (isChanged ? change(record) : record) as typeof record
  }
}

/** Rules of a later release, unknown to the page. */
const NEW_RULES = 99

/** Returns a round's record as a server of a later release shows it. */
export function withNewRules<R extends RoundRecord>(
  record: R | undefined,
): R | undefined {
  if (!record) return undefined
  const gameData = { ...record.gameData, rulesVersion: NEW_RULES }
  return { ...record, gameData }
}

/** Returns a round's answer as such a server sends it. */
export function answerByNewRules(answer: GameAnswer): GameAnswer {
  return { ...answer, rulesVersion: NEW_RULES }
}
