import { configOf } from '../../api/src/config.ts'
import { atLeast, type Measure, none } from '../cli/measures.ts'
import type { DepositSite } from '../deposit/deposit-site.ts'
import { waitUntil } from '../process/wait-until.ts'
import { paymentsOnChain } from './chain-payments.ts'
import { type BookedBy, discrepancies } from './deposit-books.ts'
import { PATIENCE_MS } from './deposit-fault.ts'
import { awayFor, violations } from './judge.ts'

type Outcome = {
  name: string
  absencesMs: readonly number[]
  backWithin: number
  sent: number
}
type Environment = NodeJS.ProcessEnv & { DATABASE_URL: string }
type Site = Pick<DepositSite, 'client' | 'database' | 'wallets'> & {
  chain: Pick<DepositSite['chain'], 'deployment' | 'url'>
}

/** Compares the books with the chain, and says how long service was away. */
export async function judgeDeposits(
  env: Environment,
  site: Site,
  { name, sent, ...absences }: Outcome,
): Promise<Measure[]> {
  return [
    ...(await judgeBooks(name, env, site)),
    awayFor(name, absences),
    atLeast(1, { name: `${name}_deposits`, value: sent, unit: 'deposits' }),
  ]
}

/**
 * Compares the books with what the chain itself says in the end, once they had
 * time to agree.
 */
export async function judgeBooks(
  name: string,
  env: Environment,
  { database, wallets, client, chain }: Site,
  by: BookedBy = 'source',
): Promise<Measure[]> {
  const terms = configOf(env).deposits?.terms
  if (!terms) throw new Error('the house takes no deposits')
  const { deployment } = chain
  const payments = await paymentsOnChain(client, deployment, { wallets, terms })
  const find = () =>
    discrepancies(database, deployment.genesisHash, { payments, by })
  const isRight = async () => {
    const { missing, excess, gone } = await find()
    return missing + excess + gone === 0
  }
  await waitUntil(isRight, PATIENCE_MS)
  const { missing, excess, gone } = await find()
  return [
    none(`${name}_not_credited`, missing),
    none(`${name}_credited_too_much`, excess),
    none(`${name}_credited_though_gone`, gone),
    none(`${name}_audit_violations`, await violations(env.DATABASE_URL, chain)),
  ]
}
