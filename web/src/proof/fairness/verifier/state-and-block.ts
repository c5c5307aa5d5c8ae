import { readAnchors } from '#core/api/anchors.ts'
import type { FairnessState } from '#core/api/fairness.ts'
import { call } from '../../../lib/call.ts'
import type { BlockPins } from './block-pins.ts'
import { fairnessApi } from './fairness-api.ts'

/**
 * Where the player's seeds stand. Before it is asked, the block of the last
 * anchor is seen, and pinned: rounds from the next one on are younger.
 */
export async function stateAndBlock(pins: BlockPins): Promise<FairnessState> {
  // Who can not tell proves less, and nothing else is worse for it.
  const seen = await call(readAnchors).catch(() => undefined)
  const state = await fairnessApi.state()
  const { genesisHash, latest } = seen ?? {}
  if (genesisHash && latest?.mined) {
    const { block, blockHash } = latest.mined
    pins.pin({ block, blockHash, genesisHash, fromNonce: state.nonce })
  }
  return state
}
