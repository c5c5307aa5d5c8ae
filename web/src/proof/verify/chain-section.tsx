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

/** A node that answers questions about a chain. */
type ChainNode = { name: string; request: RequestNode }

/** Nodes that a page may send requests to. */
export type NodeChoice = {
  /** Nodes other than the visitor's own wallet. */
  nodes: readonly ChainNode[]
  /** True if the visitor may enter any address. */
  isOpen: boolean
  /** Explanation for a root without an anchor. */
  unanchored?: string | undefined
}

type ChainSectionsProps = {
  verified: Verified
  choice: NodeChoice
  onCheck: (request: RequestNode) => Promise<void>
}

/** Claims about chains: checked here, and by a node if the visitor picks one. */
export function ChainSections({
  verified,
  choice,
  onCheck,
}: ChainSectionsProps) {
  const { claims, record } = verified
  const { anchor } = getEvidence(record)
  const about = (what: Claim['about']) =>
    claims.filter((claim) => claim.about === what)
  const saltClaims = about('salt')
  const isSalted = saltClaims.length > 0
  const chainCheck = <ChainCheck choice={choice} onCheck={onCheck} />
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
          {chainCheck}
        </NumbersSection>
      )}
      {anchor ? (
        <Anchor anchor={anchor} claims={about('anchor')}>
          {!isSalted && chainCheck}
        </Anchor>
      ) : (
        <NumbersSection title="Not anchored on a chain">
          <p>
            This record names no root on a chain. Only the browser that pinned
            the root at the time can confirm that its seeds were fixed before
            the bet.
          </p>
          {choice.unanchored && (
            <p className="text-soft">{choice.unanchored}</p>
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

/** Sends requests only after the visitor picks a node. */
function ChainCheck({
  choice,
  onCheck,
}: Pick<ChainSectionsProps, 'choice' | 'onCheck'>) {
  const [isChecking, setChecking] = useState(false)
  const wallet = walletNode()
  const nodes = wallet ? [...choice.nodes, wallet] : choice.nodes
  const check = async (node: ChainNode) => {
    setChecking(true)
    try {
      await onCheck(node.request)
    } finally {
      setChecking(false)
    }
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        {nodes.map((node) => (
          <Button
            key={node.name}
            variant="plain"
            disabled={isChecking}
            onClick={() => void check(node)}
          >
            Ask {node.name}
          </Button>
        ))}
      </div>
      {choice.isOpen ? (
        <NodeAddressForm isChecking={isChecking} onCheck={check} />
      ) : (
        <p className="text-soft">
          To ask a node of your choice, check the record in verify.html below.
        </p>
      )}
    </div>
  )
}

type NodeAddressFormProps = {
  isChecking: boolean
  onCheck: (node: ChainNode) => Promise<void>
}

function NodeAddressForm({ isChecking, onCheck }: NodeAddressFormProps) {
  const id = useId()
  const [url, setUrl] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onCheck(createNode(url))
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
        <Button type="submit" variant="plain" disabled={isChecking}>
          Ask this node
        </Button>
      </div>
    </form>
  )
}

const ANSWER_WITHIN_MS = 10_000

const injected = z.custom<{
  request(query: { method: string; params: unknown }): Promise<unknown>
}>((value) => typeof value === 'object' && value !== null && 'request' in value)

/** Connects to a node by JSON-RPC over HTTP. */
export function createNode(url: string, name = url): ChainNode {
  const request: RequestNode = async (method, params) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    return rpcResult(await answer.json())
  }
  return { name, request }
}

/** The visitor's own wallet (EIP-1193), used without connecting it. */
function walletNode(): ChainNode | undefined {
  const { data: wallet } = injected.safeParse(
    'ethereum' in window ? window.ethereum : undefined,
  )
  if (!wallet) return undefined
  return {
    name: 'my own wallet',
    request: (method, params) => wallet.request({ method, params }),
  }
}
