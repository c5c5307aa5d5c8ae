import { privateKeyToAddress } from 'viem/accounts'
import { formatUnits } from '#core/deposits/deposit-coins.ts'
import type { DepositConfig } from '../../api/src/deposit-config.ts'
import { chainAlarms } from '../../api/src/operator/operator-alarms.ts'
import { openChain } from '../../api/src/platform/chain/nodes/chain.ts'
import { readGas } from '../../api/src/platform/chain/outbox/gas-level.ts'
import { createSigningAccount } from '../../api/src/platform/chain/outbox/signing-account.ts'
import type { Logger } from '../../api/src/platform/logger.ts'
import { connectDeployment } from '../chain/connect-chain.ts'
import { requireAccess } from '../chain/deploy-contracts.ts'
import { findDeployment, requireDeployment } from '../chain/deployment-file.ts'
import { contractOwner } from '../chain/operator-key.ts'
import { below, type Finding, fail, finding, skip, warn } from './finding.ts'

const HEAD_SECONDS = { warn: 60, fail: 600 }
const NODES = 'correct RPC_URL; npm run check:nodes measures each node'
const DEPLOY = 'run npm run deploy, or correct DEPLOYMENT_FILE'

/** Sends a few reads only, since rate limits are shared with the API. */
export async function chainChecks(
  { deploymentFile: file, operatorKey: key, rpcUrls }: DepositConfig,
  log: Logger,
): Promise<Finding[]> {
  async function connect() {
    const deployment = requireDeployment(file)
    const found = await connectDeployment(deployment, rpcUrls.join())
    return { found, chain: await openChain({ rpcUrls, deployment }, { log }) }
  }

  let connected: Awaited<ReturnType<typeof connect>> | undefined
  const reached = await finding('chain', NODES, async () => {
    connected = await connect()
    const { chainId, genesisHash } = connected.found
    return `chain ${chainId}, genesis ${genesisHash}`
  })
  if (!connected) return [reached]
  const { found, chain } = connected
  return [
    reached,
    await finding('nodes', NODES, async () => {
      const nodes = await chain.nodes.states(0)
      const alarms = [...chainAlarms({ nodes: [nodes], indexerLags: [] })]
      if (alarms.length === 0) return `all ${nodes.length} answer and agree`
      const text = alarms.map(({ message }) => message).join(' ')
      return warn(text, NODES)
    }),
    await finding('chain clock', NODES, async () => {
      const { number, timestamp } = await found.client.getBlock()
      const seconds = Math.round(Date.now() / 1_000) - Number(timestamp)
      const text = `block ${number} is ${seconds} s old`
      return below(Math.abs(seconds), HEAD_SECONDS, text, NODES)
    }),
    await finding('contracts', DEPLOY, async () => {
      const deployed = await findDeployment(found, file)
      if (!deployed) throw new Error(`${file} names addresses without code`)
      if (!key) return warn('no OPERATOR_PRIVATE_KEY', 'set it in one process')
      const owner = contractOwner(found.chainId, process.env)
      const registrar = privateKeyToAddress(key)
      await requireAccess(found, deployed, { owner, registrar })
      if (!deployed.fairnessAnchor) return warn('no FairnessAnchor', DEPLOY)
      return 'at their addresses, and take calls of the operator account'
    }),
    await finding('operator gas', NODES, async () => {
      if (!key) return skip('no OPERATOR_PRIVATE_KEY')
      const account = createSigningAccount(key, chain)
      const { balanceWei, lowMarkWei } = await readGas(account, chain)
      const text = `${account.address} has ${formatUnits(balanceWei)} tBNB`
      if (balanceWei >= lowMarkWei) return text
      const low = `${text}, less than ${formatUnits(lowMarkWei)}`
      return fail(low, 'send it test BNB')
    }),
  ]
}
