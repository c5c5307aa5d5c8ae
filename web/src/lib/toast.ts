import { useSyncExternalStore } from 'react'

const REMOVAL_DELAY_MS = 1_000_000

export interface ToastMessage {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** Duration, if not the default. */
  durationMs?: number
}

export interface ShownToast extends ToastMessage {
  id: number
  open: boolean
}

/** The current toast; a new one replaces it. */
let shown: ShownToast | undefined
let removal: ReturnType<typeof setTimeout> | undefined
let nextId = 1
const listeners = new Set<() => void>()

/** @returns the toast's id, for dismissal */
export function toast(message: ToastMessage): number {
  const id = nextId++
  clearTimeout(removal)
  show({ ...message, id, open: true })
  return id
}

/** Closes the toast; it stays mounted during its animation. */
export function dismissToast(id: number): void {
  if (shown?.id !== id || !shown.open) return
  show({ ...shown, open: false })
  removal = setTimeout(() => show(undefined), REMOVAL_DELAY_MS)
}

/** Removes the toast at once. */
export function clearToast(): void {
  clearTimeout(removal)
  show(undefined)
}

/** Returns the toast of the moment. */
export function useShownToast(): ShownToast | undefined {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  )
}

function show(next: ShownToast | undefined): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
