import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { Alarm } from '../lib/fairness/alarm.ts'
import { randomClientSeed } from '../lib/fairness/client-seed.ts'
import { handStoreOf } from '../lib/fairness/hand-store.ts'
import { pinStoreOf } from '../lib/fairness/pin-store.ts'
import { memoryShelf } from '../lib/fairness/shelf.ts'
import { Witness } from '../lib/fairness/witness.ts'
import { type HonestHouse, PLAYER } from './house.ts'

/** A browser's witness to a house, and what it asked for and complained of. */
export function witnessOf(house: HonestHouse, shelf = memoryShelf()) {
  const alarms: Alarm[] = []
  const calls: string[] = []
  const store = pinStoreOf(shelf, PLAYER)
  const player = { isPlaying: true }
  const witness = new Witness({
    player: PLAYER,
    isPlaying: () => player.isPlaying,
    hashes: nobleHashes,
    store,
    hands: handStoreOf(shelf, PLAYER),
    api: {
      state: async () => {
        calls.push('state')
        return house.state()
      },
      commitments: async (epoch) => {
        calls.push('commitments')
        return house.commitments(epoch)
      },
      setClientSeed: async (request) => {
        calls.push(`seed ${request.epoch}`)
        house.setClientSeed(request)
        return house.state()
      },
      bets: async (before) => {
        calls.push('bets')
        const page = house.bets(before)
        await house.historyArrives
        return page
      },
      record: async (id) => {
        calls.push(`record ${id}`)
        return house.recordOf(id)
      },
    },
    newSeed: randomClientSeed,
    alone: (task) => task(),
    onAlarm: (alarm) => alarms.push(alarm),
  })
  return { witness, player, alarms, calls, shelf, store }
}
