import { useEffect, useReducer, useState } from 'react'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { useRaceNews } from '../session/socket-provider.tsx'
import {
  getStage,
  nextScene,
  type RaceStage,
  type Scene,
} from './race-scene.ts'

/** Time for the first message; without one, no races are run. */
const FIRST_MESSAGE_MS = 3_000

/**
 * Follows the race by messages and time. There is no scene before the first
 * message, and no stage until races are known to be on or off.
 */
export function useRace() {
  const [scene, setScene] = useState<Scene>()
  useRaceNews((received) =>
    setScene((before) => nextScene(nobleHashes, before, received)),
  )
  return { scene, stage: useStage(scene) }
}

/** Returns the current stage; a tab that was in the background catches up. */
function useStage(scene: Scene | undefined): RaceStage | undefined {
  const [sinceMs] = useState(now)
  const [checkedAtMs, check] = useReducer(now, undefined, now)
  const nowMs = Math.max(checkedAtMs, scene?.receivedAtMs ?? 0)
  const { stage, untilMs } = scene
    ? getStage(scene, nowMs)
    : beforeFirstMessage(sinceMs, nowMs)

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

function beforeFirstMessage(sinceMs: number, nowMs: number) {
  const untilMs = sinceMs + FIRST_MESSAGE_MS
  return nowMs < untilMs
    ? { stage: undefined, untilMs }
    : { stage: { is: 'none' } as const, untilMs: Number.POSITIVE_INFINITY }
}

function now(): number {
  return performance.now()
}
