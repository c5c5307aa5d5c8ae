import { queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  listTransactions,
  type Settlement,
  type Transaction,
} from '#core/api/history.ts'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { call } from '../../lib/call.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatCoins, formatGain, formatGameTime } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'

/** A player's latest bets; each id links to its proof. */
export function ownBetsQuery(player: string | undefined) {
  const query = { type: 'bet' } as const
  return queryOptions({
    queryKey: [listTransactions.path, player, query],
    queryFn: () => call(listTransactions, { query }),
    refetchInterval: 5_000,
    refetchOnMount: 'always',
  })
}

/** One of the player's own bets in a list. */
export function OwnBetLink({ bet }: { bet: Transaction }) {
  const { id, gameType, amount, settlement, timestamp } = bet
  return (
    <BetLink
      id={id}
      title={`${gameType} · bet ${formatCoins(-amount)}`}
      settlement={settlement}
      notes={
        <>
          <time dateTime={timestamp} className="text-soft">
            {formatGameTime(timestamp)}
          </time>
          <span className="text-sky-text">See the proof</span>
        </>
      }
    />
  )
}

type BetLinkProps = {
  id: string
  title: ReactNode
  /** Null while the bet is open. */
  settlement: Settlement | null | undefined
  /** Line below the title: the first note at the left, the rest at the right. */
  notes: ReactNode
}

/** A bet in a list, with a link to its proof. */
export function BetLink({ id, title, settlement, notes }: BetLinkProps) {
  return (
    <a
      href={pagePath(`/verify/${id}`)}
      target="_blank"
      rel="noreferrer"
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-2 border-outline border-b-2 px-3 py-2.5 hover:bg-raised [&>svg]:row-span-2"
    >
      <ShieldIcon mark="none" className="text-sky" />
      <span className="truncate font-display font-semibold">{title}</span>
      <BetGain settlement={settlement} />
      <span className="col-[2/-1] flex flex-wrap justify-between gap-x-3 text-small">
        {notes}
      </span>
    </a>
  )
}

/** Coins that a bet gained or lost, by sign and colour, with a word for screen readers. */
export function BetGain({ settlement }: Pick<Transaction, 'settlement'>) {
  // The API does not say it of every transaction.
  if (settlement === undefined) return null
  const gain = settlement && settlement.payout - settlement.stake
  const { word, colour } = getResult(gain)
  return (
    <span
      className={classNames(
        'whitespace-nowrap font-display font-semibold tabular-nums',
        colour,
      )}
    >
      {word && <span className="sr-only">{word} </span>}
      <span>{gain === null ? 'Open' : formatGain(gain)}</span>
    </span>
  )
}

function getResult(gain: number | null) {
  if (gain === null) return { word: '', colour: 'text-sky-text' }
  if (gain === 0) return { word: 'Even', colour: 'text-soft' }
  return gain > 0
    ? { word: 'Won', colour: 'text-lime-text' }
    : { word: 'Lost', colour: 'text-bubblegum-text' }
}
