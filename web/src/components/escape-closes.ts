import type { KeyboardEvent } from 'react'

/** Closes a dialog by Escape also while a toast, which Radix closes first, is shown. */
export function escapeCloses(onOpenChange: (open: boolean) => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onOpenChange(false)
  }
}
