import type { ReactNode } from 'react'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import { RollingNumber } from '../../components/coin-amount.tsx'
import { formatCoins } from '../../lib/format.ts'

/** The figures that are read from across the room. */
export function BankrollTiles(overview: OperatorOverview) {
  const { bankroll, exposure, rates, totals } = overview
  return (
    <dl className="op-tiles">
      <Tile name="Free coins" note="not reserved for open bets" isMain>
        <RollingNumber value={bankroll.free} />
      </Tile>
      <Tile name="House" note={`jackpot ${formatCoins(bankroll.jackpot)}`}>
        <RollingNumber value={bankroll.house} />
      </Tile>
      <Tile
        name="Exposure"
        note={`rounds\u00a0${formatCoins(exposure.rounds)} · sports\u00a0${formatCoins(exposure.sports)} · race\u00a0${formatCoins(exposure.race)}`}
      >
        <RollingNumber value={bankroll.held} />
      </Tile>
      <Tile
        name="Bets a second"
        note={rates ? `over ${Math.round(rates.overSeconds)} s` : 'counting'}
      >
        {rates ? rates.betsPerSecond.toFixed(1) : '–'}
      </Tile>
      <Tile
        name="Bets"
        note={`${formatCoins(totals.amountWagered)} coins staked`}
      >
        <RollingNumber value={totals.betsPlaced} />
      </Tile>
      <Tile name="Players" note="with an account">
        <RollingNumber value={totals.players} />
      </Tile>
    </dl>
  )
}

interface TileProps {
  name: string
  note: string
  isMain?: boolean
  children: ReactNode
}

function Tile({ name, note, isMain = false, children }: TileProps) {
  return (
    <div className={isMain ? 'op-tile op-tile-main' : 'op-tile'}>
      <dt>{name}</dt>
      <dd className="op-tile-figure">{children}</dd>
      <dd className="op-tile-note">{note}</dd>
    </div>
  )
}
