import { FoldedCard } from '../../components/folded-card.tsx'

/** Lists each claim of the page with its independent check. */
export function HowToCheck() {
  return (
    <FoldedCard title="Check it without us">
      <ul className="grid list-disc gap-3 pl-5">
        <li>
          <b>Your own balance.</b> While signed in, open{' '}
          <a href="/api/audit/liabilities/mine" className="text-link">
            your leaf and its path
          </a>
          . Hash the leaf, then hash it with each sibling on the way up, adding
          the sums. You end up with the day’s root and the sum above. If every
          player does this, the house can’t leave anyone out.
        </li>
        <li>
          <b>Your own rows.</b> Save your receipt above. Anyone with it and the
          house’s key can check the signature, and whether your history still
          matches:
          <Command>
            npm run verify -- receipt.json --key KEY --against history.csv
          </Command>
        </li>
        <li>
          <b>Nothing is rewritten.</b> Save{' '}
          <a href="/api/audit" download="audit.json" className="text-link">
            today’s figures
          </a>
          . Anyone with the database can compare it with them later:
          <Command>npm run ledger:audit -- --public --kept audit.json</Command>
        </li>
        <li>
          <b>The digests form a chain.</b> A digest is the SHA-256 of everything
          shown for its day, including the previous digest. You can compute them
          all from{' '}
          <a href="/api/audit/days" className="text-link">
            the list of days
          </a>
          .
        </li>
        <li>
          <b>Deposits.</b> Compare{' '}
          <a href="/api/audit/deposits" className="text-link">
            every confirmed deposit
          </a>{' '}
          with the chain: wallet, token, amount and transaction are listed.
        </li>
        <li>
          <b>The whole page</b> can be recomputed from the database, which names
          the first day, row or player that differs:
          <Command>npm run ledger:audit -- --public</Command>
        </li>
        <li>
          <b>Every deposit</b> can be looked up on the chain, and every account
          added up from its rows:
          <Command>npm run ledger:audit</Command>
        </li>
      </ul>
      <p className="text-soft">
        Your path shows the balance of one other player, without saying whose it
        is, and the sums of groups of players. The leaves are in a different
        order each day.
      </p>
    </FoldedCard>
  )
}

function Command({ children }: { children: string }) {
  return <code className="well hex mt-2 block px-3 py-2">{children}</code>
}
