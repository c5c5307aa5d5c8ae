import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#core/api/account.ts'
import { type Coins, STARTING_BALANCE } from '#core/money/coins.ts'
import { type HorseId, horses } from '#core/race/horses.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import { GameStage } from '../components/game-stage.tsx'
import { useIsLate, WaitingNote } from '../games/shared/round-result.tsx'
import { useBet } from '../games/shared/use-bet.ts'
import { useGameKeys } from '../games/shared/use-game-keys.ts'
import { useAuth } from '../session/auth.tsx'
import { useGamePause } from '../session/game-pause.ts'
import { RaceShield } from './proof/race-shield.tsx'
import { useRaceProof } from './proof/use-race-proof.ts'
import { horseKeys, RaceBetPanel } from './race-bet-panel.tsx'
import { currentBetsQuery, usePlaceRaceBet } from './race-bets.ts'
import { OwnBets, PastRaces } from './race-lists.tsx'
import { RaceRules } from './race-rules.tsx'
import { RaceAnnouncer, RaceLine } from './race-status.tsx'
import { RaceTrack } from './track/race-track.tsx'
import { useBetEnds } from './use-bet-ends.ts'
import { useRace } from './use-race.ts'

/** The horse race, for everyone; betting needs sign-in. */
export function RaceWidget() {
  const { user, isLoading } = useAuth()
  // Bets and proofs belong to one player.
  return (
    <HorseRace key={user?.id} player={user} isVisitor={!(user || isLoading)} />
  )
}

const AMOUNT_AFTER_BET = '10'

type HorseRaceProps = {
  player: User | null
  /** True once it is known that no player is signed in. */
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
  const placing = usePlaceRaceBet({
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
  const keys = horses.map(({ id }) => [horseKeys[id], () => isOpen && pick(id)])
  useGameKeys({
    isPlaying: false,
    onSkip: undefined,
    keys: { ...Object.fromEntries(keys), enter: () => place(bet.amount) },
  })
  // The list must not show the winner before the track does.
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
      <div className="mt-5 grid items-start gap-5 min-[60rem]:grid-cols-[repeat(auto-fit,minmax(22rem,1fr))]">
        {player && <OwnBets bets={bets} />}
        <PastRaces lastEnd={lastEnd} />
      </div>
    </>
  )
}
