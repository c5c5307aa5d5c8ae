import { useRef } from 'react'
import { type HorseId, horses } from '#core/race/horses.ts'
import { FINISH_PERCENT } from '#core/race/race.ts'
import type { HorseMood } from '../horse/horse-sprite.tsx'
import { type Scene, winnerOf } from '../race-scene.ts'
import type { RaceStage } from '../race-stage.ts'
import { FinishCard } from './finish-card.tsx'
import { MiniMap } from './mini-map.tsx'
import { RaceSign } from './race-sign.tsx'
import { Runner } from './runner.tsx'
import { Scenery } from './scenery.tsx'
import { type Painted, usePaintedTrack } from './use-painted-track.ts'
import './race-track.css'
import './race-signs.css'

interface RaceTrackProps {
  scene: Scene | undefined
  stage: RaceStage | undefined
  /** The horse that the player is about to bet on. */
  picked: HorseId | undefined
  /** Horses that the player has bets on. */
  own: readonly HorseId[]
}

/** The track, the field on it, and the camera that follows. */
export function RaceTrack({ scene, stage, picked, own }: RaceTrackProps) {
  const track = useRef<HTMLDivElement>(null)
  usePaintedTrack(track, paintedIn(scene))
  return (
    <div ref={track} className="race-track" data-stage={stage?.is}>
      <Scenery />
      <div className="race-line" data-percent={0}>
        <Gate />
      </div>
      <div className="race-line" data-percent={FINISH_PERCENT}>
        <span className="race-finish" />
        <span className="race-band" />
      </div>
      {horses.map((horse) => (
        <Runner
          key={horse.id}
          horse={horse}
          mood={moodOf(horse.id, { scene, stage, picked })}
          isOwn={own.includes(horse.id)}
        />
      ))}
      {/* Cut, not driven back: the camera is at the start again. */}
      <span key={scene?.race.raceId} className="race-cut" />
      <MiniMap own={own} />
      <RaceSign stage={stage} />
      {stage?.is === 'won' && scene?.run && (
        <FinishCard course={scene.run.course} />
      )}
    </div>
  )
}

function Gate() {
  return (
    <span className="race-gate">
      {horses.map(({ id }) => (
        <span key={id} className="race-gate-door" />
      ))}
    </span>
  )
}

function paintedIn(scene: Scene | undefined): Painted {
  if (!scene) return { winner: undefined }
  const { clockAheadMs, run } = scene
  if (!run) return { winner: winnerOf(scene) }
  return { course: run.course, startMs: run.start.startTime + clockAheadMs }
}

function moodOf(
  horse: HorseId,
  { scene, stage, picked }: Omit<RaceTrackProps, 'own'>,
): HorseMood {
  if (stage?.is === 'gate' || stage?.is === 'racing') return 'galloping'
  if (stage?.is === 'won' && scene?.run) return 'galloping'
  const winner = scene && winnerOf(scene)
  if (winner && stage?.is !== 'none') {
    return winner === horse ? 'cheering' : 'sulking'
  }
  return picked === horse && stage?.is === 'betting' ? 'cheering' : 'standing'
}
