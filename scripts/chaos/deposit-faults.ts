import { creditKill } from './credit-kill.ts'
import type { DepositFault } from './deposit-fault.ts'
import { indexerKill } from './indexer-kill.ts'
import { newChain } from './new-chain.ts'
import { reorg } from './reorgs.ts'
import { rpcFaults } from './rpc-faults.ts'
import { slowNodes } from './slow-nodes.ts'

/** Below and above six confirmations; the last may be more than Ponder follows. */
const DEPTHS = [2, 5, 8, 40]

/** All that deposits have to survive, in order: the chain's end comes last. */
export function depositFaults(): DepositFault[] {
  return [
    indexerKill,
    ...DEPTHS.map(reorg),
    ...rpcFaults,
    slowNodes,
    creditKill,
    newChain(),
  ]
}
