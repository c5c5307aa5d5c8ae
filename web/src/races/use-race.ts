import { useEffect, useReducer, useState } from 'react'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { useRaceNews } from '../session/socket-provider.tsx'
import {
  type RaceStage,
  type Scene,
  sceneAfter,
  stageAt,
} from './race-scene.ts'

/** Time within which the API reports the race; without it there is none. */
const HEARD_WITHIN_MS = 3_000

/**
 * Follows the race by messages and time. There is no scene before the first
 * message, and no stage while it is unknown if there is a race.
 */
export function useRace() {
  const [scene, setScene] = useState<Scene>()
  useRaceNews((heard) =>
    setScene((before) => sceneAfter(nobleHashes, before, heard)),
  )
  return { scene, stage: useStage(scene) }
}

/** Returns the current stage; a tab that was in the background catches up. */
function useStage(scene: Scene | undefined): RaceStage | undefined {
  const [sinceMs] = useState(now)
  const [checkedAtMs, check] = useReducer(now, undefined, now)
  const nowMs = Math.max(checkedAtMs, scene?.heardAtMs ?? 0)
  const { stage, untilMs } = scene
    ? stageAt(scene, nowMs)
    : unheard(sinceMs, nowMs)

  useEffect(() => {
    if (untilMs === Number.POSITIVE_INFINITY) return
    // A timer that fires early is set again.
    const timer = setTimeout(check, Math.max(0, untilMs - nowMs))
    return () => clearTimeout(timer)
  }, [untilMs, nowMs])
  useEffect(() => {
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [])
  return stage
}

function unheard(sinceMs: number, nowMs: number) {
  const untilMs = sinceMs + HEARD_WITHIN_MS
  return nowMs < untilMs
    ? { stage: undefined, untilMs }
    : { stage: { is: 'none' } as const, untilMs: Number.POSITIVE_INFINITY }
}

function now(): number {
  return performance.now()
}
