import { BSC_TESTNET, isTestChain } from '#core/chain/chains.ts'
import type { NodeFacts, SilentNode } from './probe-nodes.ts'

/** Works, works more slowly, or does not work at all. */
type Verdict = { mark: 'ok' | 'slow' | 'no'; text: string }
type NodeReport = { title: string; verdicts: Verdict[] }
/** Request quota of a provider's plan. */
export type Quota = { requests: number; days: number }

/**
 * Requests per second of an idle product at 0.45 s a block, as `npm run chaos
 * -- --only public_idle,public_idle_two` measures them.
 */
const IDLE_PER_SECOND = { one: 4, several: 5 }
/** Tokens are credited within 10 s at this rate, and within 30 s at the lower one. */
const QUICK_PER_SECOND = 25
const LEAST_PER_SECOND = 10
const BLOCKS_BEHIND_MOST = 3
const BLOCKS_TO_FINALITY_MOST = 10
/** Fewer make catching up slow. */
const LOG_BLOCKS_LEAST = 100
/** Age in blocks of the oldest state that the product reads. */
const STATE_BLOCKS = 100
const SECONDS_A_DAY = 86_400
const WEI_PER_GWEI = 1e9
const REGISTRATION_GAS = 48_160

/** Reports how well a product would run on these nodes. */
export function nodeReports(
  nodes: readonly (NodeFacts | SilentNode)[],
  quota?: Quota,
): NodeReport[] {
  const answering = nodes.filter((node) => 'chainId' in node)
  const [reference] = answering
  return [
    ...nodes.map((node) => ({
      title: `Node ${node.place}: ${node.host}`,
      verdicts:
        'failure' in node
          ? [no(`does not answer (${node.failure})`)]
          : judgeNodes(node, reference ?? node),
    })),
    { title: 'All nodes', verdicts: jointVerdicts(answering, quota) },
  ]
}

function judgeNodes(node: NodeFacts, reference: NodeFacts): Verdict[] {
  return [
    chainVerdict(node, reference),
    rateVerdict(node),
    logsVerdict(node),
    receiptsVerdict(node),
    finalityVerdict(node),
    lagVerdict(node),
    stateVerdict(node),
    gasVerdict(node),
  ]
}

function chainVerdict(
  { chainId, genesisHash }: NodeFacts,
  reference: NodeFacts,
): Verdict {
  if (!isTestChain(chainId)) {
    return no(
      `chain ${chainId}: this is play money, so only test chains are used`,
    )
  }
  const isSame =
    chainId === reference.chainId && genesisHash === reference.genesisHash
  if (!isSame) return no(`another chain than node ${reference.place}`)
  const name = chainId === BSC_TESTNET ? 'the BSC testnet' : 'a local chain'
  return ok(`chain ${chainId}, ${name}`)
}

function rateVerdict({ isRateMet, ratePerSecond: rate }: NodeFacts): Verdict {
  if (!isRateMet) return ok(`no limit found at ${rate} requests/s`)
  const text = `limits our requests to about ${rate}/s`
  if (rate >= QUICK_PER_SECOND) return ok(text)
  return rate >= LEAST_PER_SECOND
    ? slow(`${text}: deposits may take 30 s, those by contracts 2 minutes`)
    : slow(`${text}: too few for deposits, unless another node takes more`)
}

function logsVerdict({ logBlocks: blocks }: NodeFacts): Verdict {
  if (blocks === 0) {
    return slow('refuses eth_getLogs: logs are read from block receipts')
  }
  const text = `returns logs of ${blocks} blocks at once`
  return blocks < LOG_BLOCKS_LEAST
    ? slow(`${text}: catching up after downtime takes longer`)
    : ok(text)
}

function receiptsVerdict({ hasBlockReceipts, logBlocks }: NodeFacts): Verdict {
  if (hasBlockReceipts) return ok('has eth_getBlockReceipts')
  return logBlocks > 0
    ? ok('has no eth_getBlockReceipts, which logs make unnecessary')
    : no('has neither eth_getLogs nor eth_getBlockReceipts')
}

function finalityVerdict({
  blocksToFinality: blocks,
  isFinalityStalled,
}: NodeFacts): Verdict {
  if (blocks === undefined) {
    return no('has no finalized block: no deposit is credited')
  }
  const text = `finalized block ${blocks} behind`
  if (isFinalityStalled) {
    return slow(`${text} and not moving: deposits wait until it moves`)
  }
  return blocks > BLOCKS_TO_FINALITY_MOST
    ? slow(`${text}: deposits wait for it`)
    : ok(text)
}

function lagVerdict({ blocksBehind: blocks }: NodeFacts): Verdict {
  if (blocks === 0) return ok('not behind any other node')
  const text = `${blocks} blocks behind another node`
  return blocks > BLOCKS_BEHIND_MOST ? slow(text) : ok(text)
}

function stateVerdict({ stateBlocks: blocks }: NodeFacts): Verdict {
  const text = `returns balances of ${blocks} blocks ago`
  return blocks < STATE_BLOCKS
    ? slow(`${text} at most: deposits by contracts may wait`)
    : ok(text)
}

function gasVerdict({ gasPriceWei }: NodeFacts): Verdict {
  if (gasPriceWei === undefined) return no('returns no gas price')
  const gwei = Number(gasPriceWei) / WEI_PER_GWEI
  const coins = (gwei * REGISTRATION_GAS) / WEI_PER_GWEI
  return ok(`gas at ${gwei} gwei: ${coins.toFixed(7)} tBNB register a wallet`)
}

function jointVerdicts(
  nodes: readonly NodeFacts[],
  quota: Quota | undefined,
): Verdict[] {
  const { one, several } = IDLE_PER_SECOND
  const perSecond = nodes.length > 1 ? several : one
  const perDay = perSecond * SECONDS_A_DAY
  const text = `about ${thousands(perDay)} requests a day when idle`
  const verdicts = [
    quota ? quotaVerdict(text, { perDay, quota }) : ok(text),
    ...sharedHosts(nodes),
  ]
  return nodes.length > 0 ? verdicts : [no('no node answers')]
}

function quotaVerdict(
  text: string,
  { perDay, quota }: { perDay: number; quota: Quota },
): Verdict {
  const days = quota.requests / perDay
  return days < quota.days
    ? slow(`${text}: the plan lasts ${days.toFixed(1)} of ${quota.days} days`)
    : ok(`${text}, within the plan`)
}

/** Nodes of one provider share a limit, and fail together. */
function sharedHosts(nodes: readonly NodeFacts[]): Verdict[] {
  const providers = Map.groupBy(nodes, ({ host }) => getDomain(host))
  return [...providers].flatMap(([domain, some]) => {
    const places = some.map(({ place }) => place).join(' and ')
    return some.length > 1
      ? [slow(`nodes ${places} are ${domain}'s: one limit, one failure`)]
      : []
  })
}

function getDomain(host: string): string {
  return host.split('.').slice(-2).join('.')
}

function thousands(count: number): string {
  return count.toLocaleString('en-US')
}

function ok(text: string): Verdict {
  return { mark: 'ok', text }
}

function slow(text: string): Verdict {
  return { mark: 'slow', text }
}

function no(text: string): Verdict {
  return { mark: 'no', text }
}
