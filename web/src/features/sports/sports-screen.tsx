import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useRef, useState } from 'react'
import { STARTING_BALANCE } from '#core/money/coins.ts'
import type { User } from '#core/schemas/user.ts'
import { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import { PauseBanner } from '../../components/pause-banner.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useGamePause } from '../../lib/game-pause.ts'
import { useToast } from '../../lib/toast.ts'
import { useBet } from '../../lib/use-bet.ts'
import { useGameKeys } from '../../lib/use-game-keys.ts'
import { BetList } from './bets/bet-list.tsx'
import { SportsBetPanel } from './bets/sports-bet-panel.tsx'
import { standingOf } from './bets/standing.ts'
import { usePlaceBet } from './bets/use-place-bet.ts'
import { GamesTab } from './games/games-tab.tsx'
import { OddsToggle } from './odds-toggle.tsx'
import type { SeenOffer } from './offers.ts'
import {
  BETS_POLL_MS,
  sportsBetsQuery,
  sportsGamesQuery,
} from './sports-api.ts'
import { SportsNotes } from './sports-notes.tsx'
import './sports.css'

const AMOUNT_AFTER_BET = '10'

/** Games, bets and the bet panel. @property player null for visitors. */
export function SportsScreen({ player }: { player: User | null }) {
  const games = useQuery({ ...sportsGamesQuery, enabled: false }).data
  const bets = useQuery({
    ...sportsBetsQuery(player?.id),
    refetchInterval: BETS_POLL_MS.screen,
  })
  const { selected, pick, close, isByKeyboard } = useSelected()
  const bet = useBet(
    player?.balance ?? STARTING_BALANCE,
    useGamePause(SPORTS_GAME_TYPE),
  )
  const { toast } = useToast()
  const placing = usePlaceBet({
    player: player?.id,
    onPlaced: () => {
      close()
      bet.setText(AMOUNT_AFTER_BET)
    },
  })

  const game = games?.find(({ id }) => id === selected?.gameId)
  const standing = selected && standingOf(game, selected)
  const place = () => {
    if (!standing) {
      toast({
        title: 'Error',
        description: 'No bet selected',
        variant: 'destructive',
      })
      return
    }
    const isReady = player && standing.is !== 'closed' && !placing.isPending
    if (!isReady || bet.amount === undefined) return
    // What is pressed is what the panel says by then.
    pick(standing.offer)
    placing.mutate({ offer: standing.offer, betAmount: bet.amount })
  }
  useGameKeys({
    isPlaying: false,
    onSkip: undefined,
    keys: { enter: place, escape: close },
  })

  return (
    <section aria-label="Sports Betting" className="game-stage">
      <div className="rubber-card min-w-0 p-4">
        <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-title">Sports Betting</h2>
          <OddsToggle />
        </header>
        <Tabs
          label="Sports Betting"
          tabs={[
            {
              value: 'games',
              label: 'NBA Games',
              content: (
                <GamesTab
                  picked={selected}
                  onPick={(offer, event) => pick(offer, event)}
                />
              ),
            },
            ...(player
              ? [
                  {
                    value: 'bets',
                    label: 'My Bets',
                    content: (
                      <div className="sports-list">
                        <BetList bets={bets} empty="No bets placed yet." />
                      </div>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </div>
      <div className="game-stage-side">
        {selected && standing ? (
          <div className="game-stage-panel">
            <SportsBetPanel
              bet={bet}
              selected={selected}
              standing={standing}
              game={game}
              isVisitor={!player}
              isPending={placing.isPending}
              takesFocus={isByKeyboard}
              onBet={place}
              onClose={close}
            />
          </div>
        ) : (
          bet.pause && <PauseBanner {...bet.pause} />
        )}
        <SportsNotes games={games} />
      </div>
    </section>
  )
}

/** What is selected, and where the focus goes back to. */
function useSelected() {
  const [selected, setSelected] = useState<SeenOffer>()
  const [isByKeyboard, setByKeyboard] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return {
    selected,
    isByKeyboard,
    pick: (offer: SeenOffer, event?: MouseEvent<HTMLButtonElement>) => {
      setSelected(offer)
      if (!event) return
      // A click that no pointer made.
      setByKeyboard(event.detail === 0)
      opener.current = event.currentTarget
    },
    close: () => {
      setSelected(undefined)
      if (isByKeyboard) opener.current?.focus()
    },
  }
}
