import { type FormEvent, type ReactNode, useId, useState } from 'react'
import * as z from 'zod/mini'
import { NETWORKS } from '#core/chain/networks.ts'
import type { Claim } from '#core/evidence/claim.ts'
import { type RequestNode, rpcResult } from '#core/evidence/on-chain.ts'
import { getEvidence } from '#core/evidence/record.ts'
import type { RecordAnchor } from '#core/evidence/record-anchor.ts'
import type { Verified } from '#core/evidence/verify.ts'
import { Button } from '../../components/button.tsx'
import { OutsideLink } from '../../components/outside-link.tsx'
import { Datum, More, NumbersSection } from './numbers.tsx'
import { Checks } from './verdict-card.tsx'

/** A node that can be asked about a chain. */
type ChainNode = { name: string; ask: RequestNode }

/** Nodes that a page may ask. */
export type ChainAsking = {
  /** Nodes other than the visitor's own wallet. */
  nodes: readonly ChainNode[]
  /** True if the visitor may enter any address. */
  isOpen: boolean
  /** Explanation for a root without an anchor. */
  unanchored?: string | undefined
}

type ChainSectionsProps = {
  verified: Verified
  asking: ChainAsking
  onAsk: (ask: RequestNode) => Promise<void>
}

/** Claims about chains: checked here, and by a node if the visitor asks one. */
export function ChainSections({ verified, asking, onAsk }: ChainSectionsProps) {
  const { claims, record } = verified
  const { anchor } = getEvidence(record)
  const about = (what: Claim['about']) =>
    claims.filter((claim) => claim.about === what)
  const saltClaims = about('salt')
  const isSalted = saltClaims.length > 0
  const askChain = <AskChain asking={asking} onAsk={onAsk} />
  return (
    <>
      {verified.kind === 'race' && isSalted && (
        <NumbersSection
          title={`Salted by block ${verified.record.gameData.saltBlock?.number}`}
        >
          <p>
            The salt must be the hash of the first block its chain made a fixed
            time after betting closed. Any node of that chain knows this block
            and the one before it.
          </p>
          <Checks role="status" claims={saltClaims} />
          {askChain}
        </NumbersSection>
      )}
      {anchor ? (
        <Anchor anchor={anchor} claims={about('anchor')}>
          {!isSalted && askChain}
        </Anchor>
      ) : (
        <NumbersSection title="Not anchored on a chain">
          <p>
            This record names no root on a chain. Only the browser that pinned
            the root at the time can confirm that its seeds were fixed before
            the bet.
          </p>
          {asking.unanchored && (
            <p className="text-soft">{asking.unanchored}</p>
          )}
        </NumbersSection>
      )}
    </>
  )
}

type AnchorProps = {
  anchor: RecordAnchor
  claims: readonly Claim[]
  children: ReactNode
}

function Anchor({ anchor, claims, children }: AnchorProps) {
  const { block, chainId, contract, path, root, transaction } = anchor
  const { explorer, name } = NETWORKS[chainId]
  const minedAt = new Date(anchor.blockTimestamp * 1_000)
  const rows: readonly (readonly [name: string, value: ReactNode])[] = [
    [`Root ${anchor.number}`, root],
    [`Contract on ${name} (${chainId})`, contract],
    [
      'Transaction',
      explorer ? (
        <OutsideLink key="link" href={`${explorer}/tx/${transaction}`}>
          {transaction}
        </OutsideLink>
      ) : (
        transaction
      ),
    ],
    ['Block', `${block}, ${minedAt.toISOString()}`],
    [
      `Path from leaf ${anchor.index}`,
      path.join(' ') || 'none: it is the only leaf',
    ],
  ]
  return (
    <NumbersSection title={`Anchored on chain, block ${block}`}>
      <p>
        The commitment that fixed the seeds is under a root on a chain ({name}).
        It can’t be changed there, and its block shows how old it is.
      </p>
      <Checks role="status" claims={claims} />
      {children}
      <More title="Root, contract and transaction">
        <div className="mt-3 grid gap-3">
          {rows.map(([title, value]) => (
            <Datum key={title} name={title}>
              {value}
            </Datum>
          ))}
        </div>
      </More>
    </NumbersSection>
  )
}

/** Asks the chain only after the visitor picks a node. */
function AskChain({
  asking,
  onAsk,
}: Pick<ChainSectionsProps, 'asking' | 'onAsk'>) {
  const [isAsking, setAsking] = useState(false)
  const wallet = walletNode()
  const nodes = wallet ? [...asking.nodes, wallet] : asking.nodes
  const ask = async (node: ChainNode) => {
    setAsking(true)
    try {
      await onAsk(node.ask)
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
          To ask a node of your choice, check the record in verify.html below.
        </p>
      )}
    </div>
  )
}

type AskAddressProps = {
  isAsking: boolean
  onAsk: (node: ChainNode) => Promise<void>
}

function AskAddress({ isAsking, onAsk }: AskAddressProps) {
  const id = useId()
  const [url, setUrl] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onAsk(createNode(url))
  }
  return (
    <form onSubmit={submit} className="grid gap-1.5">
      <label htmlFor={id} className="font-display font-medium">
        URL of a node of your choice
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

const ANSWER_WITHIN_MS = 10_000

const injected = z.custom<{
  request(asked: { method: string; params: unknown }): Promise<unknown>
}>((value) => typeof value === 'object' && value !== null && 'request' in value)

/** Connects to a node by JSON-RPC over HTTP. */
export function createNode(url: string, name = url): ChainNode {
  const ask: RequestNode = async (method, params) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    return rpcResult(await answer.json())
  }
  return { name, ask }
}

/** The visitor's own wallet (EIP-1193), asked without being connected. */
function walletNode(): ChainNode | undefined {
  const { data: wallet } = injected.safeParse(
    'ethereum' in window ? window.ethereum : undefined,
  )
  if (!wallet) return undefined
  return {
    name: 'my own wallet',
    ask: (method, params) => wallet.request({ method, params }),
  }
}
