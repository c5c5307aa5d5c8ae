import {
  listAnchorLeaves,
  readAnchorLeaf,
  readAnchors,
} from '#core/api/anchors.ts'
import type { Parsed } from '#core/api/endpoint.ts'
import { lowerCase } from '#core/chain/lower-case.ts'
import type { AnchorLeaf } from '#core/fairness/anchor-tree.ts'
import { Refusal } from '#core/refusals.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import type { DepositConfig } from '../../deposit-config.ts'
import type { DepositChainModule } from '../../platform/chain/deposit-chain.ts'
import type { Database } from '../../platform/db/database.ts'
import { Lease, whileLeading } from '../../platform/db/lease.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { publishedDigests } from '../audit/audit.ts'
import type { ReceiptsService } from '../receipts/receipts.service.ts'
import type { AnchorSources } from './anchor-sources.ts'
import { Anchorer } from './anchorer.ts'
import { type Anchoring, AnchorsService } from './anchors.service.ts'
import { AnchorsStore } from './anchors.store.ts'

const LOOK_EVERY_MS = 500

type Needs = {
  deposits: DepositConfig | undefined
  chain: DepositChainModule | undefined
  fairness: { service: Pick<AnchorSources, 'activeEpochs'> }
  races: { service: Pick<AnchorSources, 'raceChainEnds'> }
  receipts: { service: Pick<ReceiptsService, 'publishedKeys'> }
  sports: { games: Pick<AnchorSources, 'seasonSeeds'> }
}

/** Roots of what the house committed to, stored on the chain. */
export function openAnchors(platform: Platform, needs: Needs) {
  const { chain, deposits } = needs
  const store = new AnchorsStore(platform.db)
  const service = new AnchorsService(store, {
    instanceId: chain?.site.instanceId,
    genesisHash: chain?.chain.deployment.genesisHash,
    everyMs: deposits?.anchorEveryMs ?? 0,
    off: whyOff(siteIn(needs)),
  })
  return {
    service,
    mount(serve: Serve) {
      serve(readAnchors, () => service.state())
      serve(readAnchorLeaf, async ({ query }) => {
        const anchor = await service.anchorOf(leafIn(query))
        if (!anchor) throw new Refusal('anchor_unknown')
        return anchor
      })
      serve(listAnchorLeaves, async ({ query: { from = '0', number } }) => {
        const leaves = await service.leaves({
          number: Number(number),
          from: Number(from),
        })
        if (!leaves) throw new Refusal('root_unknown')
        return leaves
      })
    },
    ...(chain && deposits && anchoring(platform, store, needs)),
  }
}

/** Anchors for a command. @param site undefined where no chain is configured. */
export function anchorsOver(
  db: Database,
  site: (AnchorSite & { instanceId: number | undefined }) | undefined,
): AnchorsService {
  return new AnchorsService(new AnchorsStore(db), {
    instanceId: site?.instanceId,
    genesisHash: site?.deployment.genesisHash,
    everyMs: site?.anchorEveryMs ?? 0,
    off: whyOff(site),
  })
}

type AnchorSite = {
  deployment: Pick<Deployment, 'fairnessAnchor' | 'genesisHash'>
  hasAccount: boolean
  anchorEveryMs: number
}

function siteIn({ chain, deposits }: Needs): AnchorSite | undefined {
  if (!chain || !deposits) return undefined
  const { deployment } = chain.chain
  const { anchorEveryMs } = deposits
  return { deployment, hasAccount: chain.account !== undefined, anchorEveryMs }
}

function whyOff(site: AnchorSite | undefined): Anchoring['off'] {
  if (!site) return 'no_chain'
  if (!site.deployment.fairnessAnchor) return 'no_contract'
  if (!site.hasAccount) return 'no_key'
  return site.anchorEveryMs === 0 ? 'switched_off' : undefined
}

/** What anchors, in the one process that leads. */
function anchoring(
  platform: Platform,
  store: AnchorsStore,
  needs: Needs,
): { jobs: Job[]; release: () => Promise<void> } | undefined {
  const { chain: onChain, deposits } = needs
  const contract = onChain?.chain.deployment.fairnessAnchor
  if (whyOff(siteIn(needs)) || !onChain || !deposits || !contract)
    return undefined
  const { instanceId } = onChain.site
  const anchorer = new Anchorer({
    ...platform,
    ...onChain,
    store,
    sources: sourcesIn(platform, needs),
    site: { instanceId, contract: lowerCase(contract) },
    everyMs: deposits.anchorEveryMs,
  })
  const lease = new Lease('anchors', platform)
  const run = whileLeading(lease, (term) => anchorer.tick(term))
  return {
    jobs: [{ name: 'anchors', everyMs: LOOK_EVERY_MS, run }],
    release: () => lease.release(),
  }
}

function sourcesIn(
  { db }: Pick<Platform, 'db'>,
  { fairness, races, receipts, sports }: Needs,
): AnchorSources {
  return {
    dayDigests: () => publishedDigests(db),
    receiptKeys: () => receipts.service.publishedKeys(),
    activeEpochs: (asked) => fairness.service.activeEpochs(asked),
    raceChainEnds: () => races.service.raceChainEnds(),
    seasonSeeds: () => sports.games.seasonSeeds(),
  }
}

function leafIn(query: Parsed<typeof readAnchorLeaf, 'query'>): AnchorLeaf {
  const { kind, hash, number, player = '' } = query
  const published = { hash, number: Number(number) }
  return kind === 'epoch'
    ? { kind, player, ...published }
    : { kind, ...published }
}
