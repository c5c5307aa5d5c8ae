import { type FormEvent, useId, useState } from 'react'
import { NETWORKS } from '#core/chain/networks.ts'
import {
  anchorOnChain,
  type ChainFinding,
} from '#core/schemas/anchor-on-chain.ts'
import { isAnchoredBefore } from '#core/schemas/anchored-record.ts'
import type { FinishedRaceRecord } from '#core/schemas/race-record.ts'
import type { RecordAnchor } from '#core/schemas/record-anchor.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import { Button } from '../../components/button.tsx'
import {
  type ChainNode,
  nodeAt,
  walletNode,
} from '../../domain/records/chain-nodes.ts'
import {
  foundCheck,
  orderCheck,
  pathCheck,
  SEEN_BEFORE,
} from './anchor-checks.ts'
import { AnchorData } from './anchor-data.tsx'
import { NumbersSection } from './numbers-section.tsx'
import { Checks } from './verdict-card.tsx'

interface AnchorSectionProps {
  record: VerificationRecord | FinishedRaceRecord
  /** The path leads to the root, by this browser; undefined without an anchor. */
  isAnchored: boolean | undefined
  /** This browser had seen the block, or a later one, before the bet. */
  isSeen?: boolean | undefined
  /** What a node said, once one was asked. */
  found: ChainFinding | undefined
  onFound: (found: ChainFinding) => void
  /** Whom the page may ask, and why nothing is anchored where it knows. */
  asking: AnchorAsking
}

/** Whom a page may ask about the chain. */
export type AnchorAsking = {
  /** Nodes beside the visitor's own wallet. */
  nodes: readonly ChainNode[]
  /** Whether it may ask any address that the visitor names. */
  isOpen: boolean
  /** What is known of a house that has not anchored a root. */
  unanchored?: string | undefined
}

/** Where the commitment is on a chain: checked here, and there by whoever is asked. */
export function AnchorSection(props: AnchorSectionProps) {
  const { record, isAnchored, isSeen = false, found, onFound, asking } = props
  const { anchor } = record.gameData
  if (!anchor) return <NotAnchored why={asking.unanchored} />
  const { name } = NETWORKS[anchor.chainId]
  const isBefore = isAnchoredBefore(record, Date.parse(record.timestamp))
  return (
    <NumbersSection title={`Anchored on chain, block ${anchor.block}`}>
      <p>
        What the seeds were fixed by is under a root on a chain ({name}). It can
        not be changed there, and its block tells how old it is.
      </p>
      <div role="status">
        <Checks
          checks={[
            pathCheck(isAnchored === true),
            foundCheck(found),
            isSeen ? SEEN_BEFORE : orderCheck(isBefore),
          ]}
        />
      </div>
      <AskChain anchor={anchor} asking={asking} onFound={onFound} />
      <AnchorData anchor={anchor} />
    </NumbersSection>
  )
}

function NotAnchored({ why }: { why: string | undefined }) {
  return (
    <NumbersSection title="Not anchored on a chain">
      <p>
        This record names no root on a chain. That its seeds were fixed before
        the bet is known to the browser that pinned the root then, and to nobody
        else.
      </p>
      {why && <p className="text-soft">{why}</p>}
    </NumbersSection>
  )
}

interface AskChainProps {
  anchor: RecordAnchor
  asking: AnchorAsking
  onFound: (found: ChainFinding) => void
}

/** Asks nobody until the visitor says whom. */
function AskChain({ anchor, asking, onFound }: AskChainProps) {
  const [isAsking, setAsking] = useState(false)
  const wallet = walletNode()
  const nodes = wallet ? [...asking.nodes, wallet] : asking.nodes
  const ask = async (node: ChainNode) => {
    setAsking(true)
    try {
      onFound(await anchorOnChain(node.ask, anchor))
    } finally {
      setAsking(false)
    }
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        {nodes.map((node) => (
          <Button
            key={node.name}
            variant="plain"
            disabled={isAsking}
            onClick={() => void ask(node)}
          >
            Ask {node.name}
          </Button>
        ))}
      </div>
      {asking.isOpen ? (
        <AskAddress isAsking={isAsking} onAsk={ask} />
      ) : (
        <p className="text-soft">
          To ask a node of your choice, check the record in verify.html, below.
        </p>
      )}
    </div>
  )
}

interface AskAddressProps {
  isAsking: boolean
  onAsk: (node: ChainNode) => Promise<void>
}

function AskAddress({ isAsking, onAsk }: AskAddressProps) {
  const id = useId()
  const [url, setUrl] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onAsk(nodeAt(url))
  }
  return (
    <form onSubmit={submit} className="grid gap-1.5">
      <label htmlFor={id} className="font-display font-medium">
        A node of your choice, by its address
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          id={id}
          type="url"
          required
          spellCheck={false}
          placeholder="https://"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          className="well hex min-w-0 flex-1 px-3 py-2"
        />
        <Button type="submit" variant="plain" disabled={isAsking}>
          Ask this node
        </Button>
      </div>
    </form>
  )
}
