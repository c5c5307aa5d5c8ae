import { type CSSProperties, useRef } from 'react'
import { type Horse, type HorseId, horses } from '#core/race/horses.ts'
import { FINISH_PERCENT } from '#core/race/race.ts'
import { coatOf, type HorseMood, HorseSprite } from '../horse/horse-sprite.tsx'
import { type RaceStage, type Scene, winnerOf } from '../race-scene.ts'
import { RaceSign } from '../race-status.tsx'
import { FinishCard } from './finish-card.tsx'
import { Scenery } from './scenery.tsx'
import { type Painted, usePaintedTrack } from './track-painter.ts'
import './track.css'

interface RaceTrackProps {
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

interface RunnerProps {
  horse: Horse
  mood: HorseMood
  /** Lights the horses that the player has bets on. */
  isOwn: boolean
}

/** A horse in its lane. */
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
        {mood === 'galloping' && <Dust />}
        <div className="race-body">
          <HorseSprite horse={horse.id} mood={mood} />
          <Crown />
        </div>
        {horse.isSpecial && <Sparkles />}
        {isOwn && <span className="race-own">Your bet</span>}
      </div>
    </div>
  )
}

const PUFFS = [0, 1, 2]

function Dust() {
  return PUFFS.map((puff) => (
    <span
      key={puff}
      className="race-dust"
      style={{ animationDelay: `${puff * -0.17}s` }}
    />
  ))
}

/** Shown on the leader. */
function Crown() {
  return (
    <svg viewBox="0 0 40 30" aria-hidden="true" className="race-crown">
      <path d="M4 26 L3 8 L13 15 L20 3 L27 15 L37 8 L36 26Z" />
    </svg>
  )
}

/** Marks the special horse. */
function Sparkles() {
  return (
    <svg viewBox="0 0 100 60" aria-hidden="true" className="race-sparkles">
      <path d="M20 8 q2 10 12 12 q-10 2 -12 12 q-2 -10 -12 -12 q10 -2 12 -12z" />
      <path d="M62 30 q1.500 7 8 8 q-6.500 1.500 -8 8 q-1.500 -6.500 -8 -8 q6.500 -1 8 -8z" />
    </svg>
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
          <div data-dot className="race-map-way" style={coatOf(id)}>
            <span className="race-map-dot" />
          </div>
        </div>
      ))}
    </div>
  )
}
