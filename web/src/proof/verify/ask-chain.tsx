import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { type ChainNode, nodeAt, walletNode } from '../records/chain-nodes.ts'

/** Nodes that a page may query. */
export type ChainAsking = {
  /** Nodes other than the visitor's own wallet. */
  nodes: readonly ChainNode[]
  /** True if the visitor may enter any address. */
  isOpen: boolean
  /** Explanation for a root without an anchor. */
  unanchored?: string | undefined
}

interface AskChainProps {
  asking: ChainAsking
  onAsk: (node: ChainNode) => Promise<void>
}

/** Queries the chain only after the visitor picks a node. */
export function AskChain({ asking, onAsk }: AskChainProps) {
  const [isAsking, setAsking] = useState(false)
  const wallet = walletNode()
  const nodes = wallet ? [...asking.nodes, wallet] : asking.nodes
  const ask = async (node: ChainNode) => {
    setAsking(true)
    try {
      await onAsk(node)
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
