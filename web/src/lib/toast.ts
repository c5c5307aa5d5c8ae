import { useSyncExternalStore } from 'react'

const REMOVAL_DELAY_MS = 1_000_000

export interface ToastMessage {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** How long it stays, when not as long as others. */
  durationMs?: number
}

export interface ShownToast extends ToastMessage {
  id: number
  open: boolean
}

/** One at a time: a new toast takes the place of the one before. */
let shown: ShownToast | undefined
let removal: ReturnType<typeof setTimeout> | undefined
let nextId = 1
const listeners = new Set<() => void>()

/** @returns the toast's id, to dismiss it by. */
export function toast(message: ToastMessage): number {
  const id = nextId++
  clearTimeout(removal)
  show({ ...message, id, open: true })
  return id
}

/** Closes the toast; it stays mounted for a while, so that it can leave softly. */
function dismissToast(id: number): void {
  if (shown?.id !== id || !shown.open) return
  show({ ...shown, open: false })
  removal = setTimeout(() => show(undefined), REMOVAL_DELAY_MS)
}

/** Takes the toast away at once, as if there had been none. */
export function clearToast(): void {
  clearTimeout(removal)
  show(undefined)
}

export function useToast() {
  return {
    toast,
    dismiss: dismissToast,
    shown: useSyncExternalStore(
      subscribe,
      () => shown,
      () => undefined,
    ),
  }
}

function show(next: ShownToast | undefined): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
