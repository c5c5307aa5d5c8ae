import { useRef } from 'react'
import { type HorseId, horses } from '#core/race/horses.ts'
import { FINISH_PERCENT } from '#core/race/race.ts'
import type { HorseMood } from '../horse/horse-sprite.tsx'
import { type Scene, winnerOf } from '../race-scene.ts'
import type { RaceStage } from '../race-stage.ts'
import { MiniMap } from './mini-map.tsx'
import { PhotoFinish } from './photo-finish.tsx'
import { RaceSign } from './race-sign.tsx'
import { Runner } from './runner.tsx'
import { Scenery } from './scenery.tsx'
import { type Painted, usePaintedTrack } from './use-painted-track.ts'
import './race-track.css'
import './race-signs.css'

interface RaceTrackProps {
  scene: Scene | undefined
  stage: RaceStage | undefined
  /** The horse that the player looks at. */
  picked: HorseId | undefined
}

/** The track, the field on it, and the camera that follows. */
export function RaceTrack({ scene, stage, picked }: RaceTrackProps) {
  const track = useRef<HTMLDivElement>(null)
  usePaintedTrack(track, paintedIn(scene))
  const isWon = stage?.is === 'won'
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
        />
      ))}
      {/* Cut, not driven back: the camera is at the start again. */}
      <span key={scene?.race.raceId} className="race-cut" />
      <MiniMap />
      <RaceSign stage={stage} />
      {isWon && scene?.run && <PhotoFinish course={scene.run.course} />}
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
  { scene, stage, picked }: RaceTrackProps,
): HorseMood {
  if (stage?.is === 'gate' || stage?.is === 'racing') return 'galloping'
  const winner = scene && winnerOf(scene)
  if (winner && stage?.is !== 'none') {
    return winner === horse ? 'cheering' : 'sulking'
  }
  return picked === horse && stage?.is === 'betting' ? 'cheering' : 'standing'
}
