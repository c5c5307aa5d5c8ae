import { useEffect, useReducer, useState } from 'react'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { useRaceNews } from '../session/socket-provider.tsx'
import { type Scene, sceneAfter } from './race-scene.ts'
import { type RaceStage, stageAt } from './race-stage.ts'

/** The API says how the race stands as soon as it is reached; then there is one or not. */
const TOLD_WITHIN_MS = 3_000

export type RaceNow = {
  /** Undefined while no race was heard of. */
  scene: Scene | undefined
  /** Undefined while it is not known whether there is a race. */
  stage: RaceStage | undefined
}

/** The race as it stands, by the messages that were heard and by time. */
export function useRace(): RaceNow {
  const [scene, setScene] = useState<Scene>()
  useRaceNews((heard) =>
    setScene((before) => sceneAfter(nobleHashes, before, heard)),
  )
  return { scene, stage: useStage(scene) }
}

/** Always that of this very moment: a tab that was in the background catches up. */
function useStage(scene: Scene | undefined): RaceStage | undefined {
  const [sinceMs] = useState(now)
  const [lookedAtMs, look] = useReducer(now, undefined, now)
  const nowMs = Math.max(lookedAtMs, scene?.heardAtMs ?? 0)
  const { stage, untilMs } = scene
    ? stageAt(scene, nowMs)
    : unheard(sinceMs, nowMs)

  useEffect(() => {
    if (untilMs === Number.POSITIVE_INFINITY) return
    // Timers may come a little early: then it is looked at once more.
    const timer = setTimeout(look, Math.max(0, untilMs - nowMs))
    return () => clearTimeout(timer)
  }, [untilMs, nowMs])
  useEffect(() => {
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return stage
}

function unheard(sinceMs: number, nowMs: number) {
  const untilMs = sinceMs + TOLD_WITHIN_MS
  return nowMs < untilMs
    ? { stage: undefined, untilMs }
    : { stage: { is: 'none' } as const, untilMs: Number.POSITIVE_INFINITY }
}

function now(): number {
  return performance.now()
}
