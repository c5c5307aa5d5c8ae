import { isAfterClose, type SaltBlock } from '#core/race/salt.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'

/** Blocks that are looked at for one race in one go. */
const BLOCKS_AT_ONCE = 60

/** What salts come from. */
export type SaltSource = {
  /** The highest block that any node knows of. */
  head(): Promise<number>
  /**
   * The first finalized block above a height whose timestamp is after a
   * moment; undefined while there is none.
   */
  firstBlock(after: {
    block: number
    time: Date
  }): Promise<SaltBlock | undefined>
}

/** Salts of the chain that deposits come from. */
export function chainSalts(
  chain: Pick<Chain, 'deployment' | 'finalized' | 'head' | 'nodes'>,
): SaltSource {
  const { chainId } = chain.deployment
  return {
    head: async () => Number(await chain.head()),

    async firstBlock({ block, time }) {
      const finalized = Number(await chain.finalized())
      const last = Math.min(finalized, block + BLOCKS_AT_ONCE)
      for (let number = block + 1; number <= last; number += 1) {
        const found = await chain.nodes.ask(({ client }) =>
          client.getBlock({ blockNumber: BigInt(number) }),
        )
        const timestamp = Number(found.timestamp)
        const isAfter = isAfterClose({ timestamp }, time.getTime())
        if (isAfter) return { chainId, number, hash: found.hash, timestamp }
      }
      return undefined
    },
  }
}
