import { type RefObject, useRef } from 'react'

/** Where the focus has been, the latest last. */
export type FocusOrigins = RefObject<HTMLElement[]>

interface ReturnFocus {
  /** The dialog only makes room for another, which has the focus. */
  isAside?: boolean
  /** Kept by who may mount the dialog anew. */
  kept?: FocusOrigins | undefined
}

/** Gives the focus back to where it was before a dialog that has no trigger of its own. */
export function useReturnFocus({ isAside = false, kept }: ReturnFocus = {}) {
  const own = useRef<HTMLElement[]>([])
  const origins = kept ?? own
  return {
    onOpenAutoFocus: () => {
      const focused = document.activeElement
      // Nothing has it when the dialog only made room for another for a while.
      if (focused === document.body) return
      if (!(focused instanceof HTMLElement)) return
      const others = origins.current.filter((each) => each !== focused)
      origins.current = [...others, focused]
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (isAside) return
      // The other, which it may come from, can be gone by now.
      origins.current = origins.current.filter((each) => each.isConnected)
      origins.current.at(-1)?.focus()
    },
  }
}
