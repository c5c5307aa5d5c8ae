import type { Address, Hash } from 'viem'
import type { Chain, NotedBlock } from '../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import { isUnanswered } from '../../platform/chain/nodes/rpc-failure.ts'

/**
 * Since when a nonce has been used: several machines behind one URL know the
 * receipts of such a block, whichever of them answers.
 */
const KNOWN_FOR_BLOCKS = 5n

/** A nonce of a wallet, and all that was signed with it here. */
type Signed = {
  wallet: Address
  nonce: number
  attempts: readonly { hash: Hash }[]
}

/**
 * Looks whether a transaction that is not ours has used a move's nonce: no
 * block can take the move then.
 *
 * @returns the final block by which it was used; undefined while any node does
 * not prove it, as one does not that is away.
 */
export async function lostBy(
  { nodes }: Chain,
  signed: Signed,
): Promise<NotedBlock | undefined> {
  const proofs = await nodes.askEach((node) =>
    proofOf(node, signed).catch((error: unknown) => {
      if (isUnanswered(error)) return undefined
      throw error
    }),
  )
  const [proof] = proofs
  return proofs.every((one) => one !== undefined) ? proof : undefined
}

async function proofOf(
  { client, receiptOf }: ChainNode,
  { attempts, nonce, wallet }: Signed,
): Promise<NotedBlock | undefined> {
  const finalized = await client.getBlock({ blockTag: 'finalized' })
  const number = finalized.number - KNOWN_FOR_BLOCKS
  if (number < 0n) return undefined
  const { hash: blockHash } = await client.getBlock({ blockNumber: number })
  const count = await client.getTransactionCount({
    address: wallet,
    blockNumber: number,
  })
  if (count <= nonce) return undefined
  for (const { hash } of attempts) if (await receiptOf(hash)) return undefined
  return { blockNumber: number, blockHash }
}
