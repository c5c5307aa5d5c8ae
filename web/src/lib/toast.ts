import { sharedValue } from './shared-value.ts'

/** Far longer than the closing animation. */
const REMOVAL_DELAY_MS = 1_000_000

export type ToastMessage = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** Duration, if not the default. */
  durationMs?: number
}

export type ShownToast = ToastMessage & {
  id: number
  open: boolean
}

/** The current toast; a new one replaces it. */
const shown = sharedValue<ShownToast | undefined>(undefined)
let removal: ReturnType<typeof setTimeout> | undefined
let nextId = 1

/** @returns the toast's id, for dismissal */
export function toast(message: ToastMessage): number {
  const id = nextId++
  clearTimeout(removal)
  shown.set({ ...message, id, open: true })
  return id
}

/** Closes the toast, and removes it after `REMOVAL_DELAY_MS`. */
export function dismissToast(id: number): void {
  const current = shown.get()
  if (current?.id !== id || !current.open) return
  shown.set({ ...current, open: false })
  removal = setTimeout(() => shown.set(undefined), REMOVAL_DELAY_MS)
}

/** Removes the toast at once. */
export function clearToast(): void {
  clearTimeout(removal)
  shown.set(undefined)
}

/** Returns the current toast. */
export const useShownToast = shown.useValue
