import { type CSSProperties, useRef } from 'react'
import { type Horse, type HorseId, horses } from '#core/race/horses.ts'
import { FINISH_PERCENT } from '#core/race/race.ts'
import { Picture } from '../../components/picture.tsx'
import { getCoat, type HorseMood, HorseSprite } from '../horse/horse-sprite.tsx'
import { findWinner, type RaceStage, type Scene } from '../race-scene.ts'
import { RaceSign } from '../race-status.tsx'
import crown from './crown.svg?raw'
import { FinishCard } from './finish-card.tsx'
import { Scenery } from './scenery.tsx'
import sparkles from './sparkles.svg?raw'
import { type Painted, usePaintedTrack } from './track-painter.ts'
import './track.css'

type RaceTrackProps = {
  scene: Scene | undefined
  stage: RaceStage | undefined
  /** The horse selected for the next bet. */
  picked: HorseId | undefined
  /** Horses that the player has bets on. */
  own: readonly HorseId[]
}

/** The track, the field on it, and the camera that follows. */
export function RaceTrack({ scene, stage, picked, own }: RaceTrackProps) {
  const track = useRef<HTMLDivElement>(null)
  usePaintedTrack(track, toPainted(scene))
  return (
    <div ref={track} className="race-track" data-stage={stage?.is}>
      <Scenery />
      <div className="race-line" data-percent={0}>
        <span className="race-gate">
          {horses.map(({ id }) => (
            <span key={id} className="race-gate-door" />
          ))}
        </span>
      </div>
      <div className="race-line" data-percent={FINISH_PERCENT}>
        <span className="race-finish" />
        <span className="race-band" />
      </div>
      {horses.map((horse) => (
        <Runner
          key={horse.id}
          horse={horse}
          mood={getMood(horse.id, { scene, stage, picked })}
          isOwn={own.includes(horse.id)}
        />
      ))}
      {/* Cuts to the start of the next race. */}
      <span key={scene?.race.raceId} className="race-cut" />
      <MiniMap own={own} />
      <RaceSign stage={stage} />
      {stage?.is === 'won' && scene?.run && (
        <FinishCard course={scene.run.course} />
      )}
    </div>
  )
}

function toPainted(scene: Scene | undefined): Painted {
  if (!scene) return { winner: undefined }
  const { clockAheadMs, run } = scene
  if (!run) return { winner: findWinner(scene) }
  return { course: run.course, startMs: run.start.startTime + clockAheadMs }
}

function getMood(
  horse: HorseId,
  { scene, stage, picked }: Omit<RaceTrackProps, 'own'>,
): HorseMood {
  if (stage?.is === 'gate' || stage?.is === 'racing') return 'galloping'
  if (stage?.is === 'won' && scene?.run) return 'galloping'
  const winner = scene && findWinner(scene)
  if (winner && stage?.is !== 'none') {
    return winner === horse ? 'cheering' : 'sulking'
  }
  return picked === horse && stage?.is === 'betting' ? 'cheering' : 'standing'
}

type RunnerProps = {
  horse: Horse
  mood: HorseMood
  isOwn: boolean
}

/** A horse in its lane, lit if the player has bets on it. */
function Runner({ horse, mood, isOwn }: RunnerProps) {
  const style = { '--coat': horse.color, '--lane': horse.id }
  return (
    <div
      data-runner
      data-mood={mood}
      data-own={isOwn || undefined}
      className="race-runner"
      style={style as CSSProperties}
    >
      <div className="race-horse">
        <span className="race-shadow" />
        {mood === 'galloping' &&
          [0, -0.17, -0.34].map((delayS) => (
            <span
              key={delayS}
              className="race-dust"
              style={{ animationDelay: `${delayS}s` }}
            />
          ))}
        <div className="race-body">
          <HorseSprite horse={horse.id} mood={mood} />
          <Picture svg={crown} />
        </div>
        {horse.isSpecial && <Picture svg={sparkles} />}
        {isOwn && <span className="race-own">Your bet</span>}
      </div>
    </div>
  )
}

/** The whole course at a glance, while the camera follows the field. */
function MiniMap({ own }: { own: readonly HorseId[] }) {
  return (
    <div aria-hidden="true" className="race-map">
      {horses.map(({ id }) => (
        <div
          key={id}
          data-own={own.includes(id) || undefined}
          className="race-map-lane"
        >
          <div data-dot className="race-map-way" style={getCoat(id)}>
            <span className="race-map-dot" />
          </div>
        </div>
      ))}
    </div>
  )
}
