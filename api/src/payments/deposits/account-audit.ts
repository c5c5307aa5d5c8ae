import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import { answersTo } from '../../platform/batches.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import type { Database } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import type { WalletMovesThrough } from '../sweep/sweep.service.ts'
import { AccountsStore, type Owner } from './accounts.store.ts'
import { holdingsAt } from './holdings.ts'
import { receivedOf } from './received.ts'
import { settledUpTo } from './settled-payments.ts'

const WALLETS_AT_ONCE = 100

type Asked = {
  db: Database
  chain: Chain
  instanceId: number
  movesThrough: WalletMovesThrough
}

/**
 * How many wallets' accounts say more than the wallets have received: what is
 * credited, too little or found, may not be more than what they hold and what
 * went out of them.
 */
export async function countOvercredited(asked: Asked): Promise<number> {
  const accounts = new AccountsStore(asked.db, asked.instanceId)
  let violations = 0
  let after: string | undefined = NO_ID
  while (after !== undefined) {
    const owners = await accounts.ownersAfter(after, WALLETS_AT_ONCE)
    if (owners.length > 0) {
      violations += await asked.chain.nodes.ask((node) =>
        countAmong(owners, { ...asked, accounts, node }),
      )
    }
    after = owners.at(-1)?.userId
  }
  return violations
}

async function countAmong(
  owners: readonly Owner[],
  asked: Asked & { accounts: AccountsStore; node: ChainNode },
): Promise<number> {
  const { accounts, chain, movesThrough, node } = asked
  const block = await settledUpTo(node)
  const wallets = owners.map(({ wallet }) => wallet)
  const held = await holdingsAt(node, chain.deployment, { wallets, block })
  const blockNumber = BigInt(block)
  const counts = await answersTo(wallets, (address) =>
    node.client.getTransactionCount({ address, blockNumber }),
  )
  const moves = await movesThrough(blockNumber, wallets)
  let violations = 0
  for (const owner of owners) {
    const { wallet } = owner
    const moved = moves.get(wallet)
    // It is in doubt, and counted as such: what went out of it is not known.
    if (moved?.transactionCount !== counts.get(wallet)) continue
    for (const cryptoType of ASSET_SYMBOLS) {
      const received = receivedOf(cryptoType, held.get(wallet), moved)
      const key = { ...owner, cryptoType }
      const at = { blockNumber: block, ...received }
      const { roomWei } = await accounts.roomOf(key, at)
      if (roomWei < 0n) violations += 1
    }
  }
  return violations
}
