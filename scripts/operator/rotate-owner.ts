import { parseArgs } from 'node:util'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { contractOwner, keyIn } from '../chain/operator-key.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { AccessRotation } from './access-rotation.ts'
import { commandChain } from './command-chain.ts'
import { asked, operators } from './operators.ts'

export const ROTATE_USAGE = `npm run operator -- rotate-owner [--reason <text>]
                                        hands both contracts to the account of NEXT_OPERATOR_PRIVATE_KEY, and to CONTRACT_OWNER`

/**
 * Hands both contracts to another operator account or owner, while the API runs or is
 * stopped. Makes the missing calls, so it can be interrupted and repeated.
 */
export async function rotateOwner(
  db: Database,
  args: readonly string[],
): Promise<string> {
  const by = asked([reasonIn(args)])
  const { chain, platform } = await commandChain(db)
  const { chainId } = chain.site
  if (chainId === LOCAL_CHAIN) {
    throw new LaunchError('On a local chain the operator is always the same.')
  }
  const next = accountIn('NEXT_OPERATOR_PRIVATE_KEY')
  const owner = accountIn('OWNER_PRIVATE_KEY')
  const operator = next?.address ?? chain.account?.address
  if (!operator) throw new LaunchError(ROTATE_USAGE)
  if ((await chain.chain.client.getBalance({ address: operator })) === 0n) {
    throw new LaunchError(`The operator ${operator} has no test BNB.`)
  }
  const rotation = new AccessRotation({
    chain,
    platform,
    direct: [next, owner].filter((signer) => signer !== undefined),
  })
  const wanted = { operator, owner: contractOwner(chainId, process.env) }
  if (!(await rotation.isDone(wanted))) {
    const after = { operator, owner: wanted.owner ?? null }
    const entry = { action: 'rotate_owner', target: 'contracts', after }
    await db.transaction((tx) => operators(db).log.add(tx, by, entry))
    await rotation.complete(wanted)
  }
  return `Both contracts take calls of ${operator}. Give every API process its key as OPERATOR_PRIVATE_KEY, and start it again.`
}

/** @throws LaunchError with the usage for invalid arguments */
function reasonIn(args: readonly string[]): string {
  try {
    const options = { reason: { type: 'string' } } as const
    return parseArgs({ args: [...args], options }).values.reason ?? ''
  } catch {
    throw new LaunchError(ROTATE_USAGE)
  }
}

function accountIn(name: string): PrivateKeyAccount | undefined {
  const key = keyIn(process.env, name)
  return key && privateKeyToAccount(key)
}
