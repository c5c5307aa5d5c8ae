import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#core/api/account.ts'
import { type Coins, STARTING_BALANCE } from '#core/money/coins.ts'
import { type HorseId, horses } from '#core/race/horses.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import { GameStage } from '../components/game-stage.tsx'
import { useGamePause } from '../games/shared/game-pause.ts'
import { useIsLate, WaitingNote } from '../games/shared/round-result.tsx'
import { useBet } from '../games/shared/use-bet.ts'
import { useGameKeys } from '../games/shared/use-game-keys.ts'
import { useAuth } from '../session/auth.tsx'
import { keyOf } from './bets/horse-keys.ts'
import { OwnBets } from './bets/own-bets.tsx'
import { RaceBetPanel } from './bets/race-bet-panel.tsx'
import { PastRaces } from './history/past-races.tsx'
import { RaceShield } from './proof/race-shield.tsx'
import { useRaceProof } from './proof/use-race-proof.ts'
import { RaceAnnouncer } from './race-announcer.tsx'
import { RaceLine } from './race-line.tsx'
import { RaceRules } from './race-rules.tsx'
import { currentBetsQuery } from './races-api.ts'
import { RaceTrack } from './track/race-track.tsx'
import { useBetEnds } from './use-bet-ends.ts'
import { useRace } from './use-race.ts'
import { useRaceBet } from './use-race-bet.ts'

/** The horse race, for everybody; bets are for the signed-in. */
export function RaceWidget() {
  const { user, isLoading } = useAuth()
  // Another player has other bets and other promises.
  return (
    <HorseRace key={user?.id} player={user} isVisitor={!(user || isLoading)} />
  )
}

const AMOUNT_AFTER_BET = '10'

interface HorseRaceProps {
  player: User | null
  /** Who plays is known to be nobody. */
  isVisitor: boolean
}

function HorseRace({ player, isVisitor }: HorseRaceProps) {
  const { scene, stage } = useRace()
  const { checked, verifier } = useRaceProof(scene)
  const { data: bets } = useQuery(currentBetsQuery(player?.id))
  const own = bets ?? []
  const ends = useBetEnds(stage, own.length > 0)
  const [picked, pick] = useState<HorseId>()
  const bet = useBet(
    player?.balance ?? STARTING_BALANCE,
    useGamePause(RACE_GAME_TYPE),
  )
  const placing = useRaceBet({
    player: player?.id,
    onPlaced: (answer) => {
      if (scene?.race.raceId === answer.raceId) {
        verifier.notePlaced({ ...answer, closesAtMs: scene.race.nextRaceTime })
      }
      pick(undefined)
      bet.setText(AMOUNT_AFTER_BET)
    },
  })

  const isLate = useIsLate(placing.isPending)
  const isOpen = stage?.is === 'betting'
  const place = (amount: Coins | undefined) => {
    const isReady = isOpen && player && !placing.isPending
    if (isReady && picked && amount) placing.mutate({ horseId: picked, amount })
  }
  const keys = horses.map(({ id }) => [keyOf[id], () => isOpen && pick(id)])
  useGameKeys({
    isPlaying: false,
    onSkip: undefined,
    keys: { ...Object.fromEntries(keys), enter: () => place(bet.amount) },
  })
  // The list is not to tell the winner before the track does.
  const lastEnd = stage?.is === 'racing' ? undefined : scene?.end?.result.raceId

  return (
    <>
      <GameStage
        title="Horse Race"
        panel={
          <RaceBetPanel
            bet={bet}
            bets={own}
            picked={picked}
            isVisitor={isVisitor}
            isOpen={isOpen}
            isPending={placing.isPending}
            onPick={pick}
            onBet={place}
          />
        }
        result={
          isLate ? (
            <WaitingNote />
          ) : (
            <RaceLine
              stage={stage}
              ends={ends}
              staked={own.reduce((sum, { amount }) => sum + amount, 0)}
            />
          )
        }
        shield={<RaceShield scene={scene} checked={checked} />}
        rules={<RaceRules />}
      >
        <RaceTrack
          scene={scene}
          stage={stage}
          picked={picked}
          own={own.map(({ horseId }) => horseId)}
        />
        <RaceAnnouncer stage={stage} />
      </GameStage>
      <div className="race-lists">
        {player && <OwnBets bets={bets} />}
        <PastRaces lastEnd={lastEnd} />
      </div>
    </>
  )
}
