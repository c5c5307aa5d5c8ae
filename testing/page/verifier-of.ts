import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { Alarm } from '../../web/src/domain/fairness/verifier/alarm.ts'
import { randomClientSeed } from '../../web/src/domain/fairness/verifier/client-seed.ts'
import { FairnessVerifier } from '../../web/src/domain/fairness/verifier/fairness-verifier.ts'
import { handStoreOf } from '../../web/src/domain/fairness/verifier/hand-store.ts'
import { memoryStorage } from '../../web/src/domain/fairness/verifier/key-value-storage.ts'
import { pinStoreOf } from '../../web/src/domain/fairness/verifier/pin-store.ts'
import { type HonestServer, PLAYER } from './honest-server.ts'

/** Opens a browser's verifier against a test server, with its calls and alarms. */
export function verifierOf(server: HonestServer, storage = memoryStorage()) {
  const alarms: Alarm[] = []
  const calls: string[] = []
  const store = pinStoreOf(storage, PLAYER)
  const player = { isPlaying: true }
  const verifier = new FairnessVerifier({
    player: PLAYER,
    isPlaying: () => player.isPlaying,
    hashes: nobleHashes,
    store,
    hands: handStoreOf(storage, PLAYER),
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
        return server.recordOf(id)
      },
    },
    newSeed: randomClientSeed,
    alone: (task) => task(),
    onAlarm: (alarm) => alarms.push(alarm),
  })
  return { verifier, player, alarms, calls, storage, store }
}
