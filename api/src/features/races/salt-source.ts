import { isAfterClose, type SaltBlock } from '#core/race/salt.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'

/** What salts come from. */
export type SaltSource = {
  /** The highest block that any node knows of. */
  head(): Promise<number>
  /**
   * The first block above a height whose timestamp is after a moment;
   * undefined while none such is finalized.
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

  async function blockAt(number: number): Promise<SaltBlock> {
    const block = await chain.nodes.ask(({ client }) =>
      client.getBlock({ blockNumber: BigInt(number) }),
    )
    const { hash, timestamp } = block
    return { chainId, number, hash, timestamp: Number(timestamp) }
  }

  return {
    head: async () => Number(await chain.head()),

    // Timestamps never fall from block to block, so halving finds the first.
    async firstBlock({ block, time }) {
      let before = block
      let number = Number(await chain.finalized())
      if (number <= before) return undefined
      let found = await blockAt(number)
      if (!isAfterClose(found, time.getTime())) return undefined
      while (number - before > 1) {
        const middle = Math.floor((before + number) / 2)
        const tried = await blockAt(middle)
        if (isAfterClose(tried, time.getTime())) {
          number = middle
          found = tried
        } else before = middle
      }
      return found
    },
  }
}
