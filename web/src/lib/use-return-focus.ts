import { type RefObject, useRef } from 'react'

/** Elements that had the focus, latest last. */
export type FocusOrigins = RefObject<HTMLElement[]>

type ReturnFocus = {
  /** True while the dialog is replaced by another one, which has the focus. */
  isHidden?: boolean
  /** Owned by the component that remounts the dialog. */
  kept?: FocusOrigins | undefined
}

/** Returns the focus to where it was before a dialog without a trigger. */
export function useReturnFocus({ isHidden = false, kept }: ReturnFocus = {}) {
  const own = useRef<HTMLElement[]>([])
  const origins = kept ?? own
  return {
    onOpenAutoFocus: () => {
      const focused = document.activeElement
      // No element is focused while another dialog is shown.
      if (focused === document.body) return
      if (!(focused instanceof HTMLElement)) return
      const others = origins.current.filter((each) => each !== focused)
      origins.current = [...others, focused]
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (isHidden) return
      // The element in the other dialog may be unmounted.
      origins.current = origins.current.filter((each) => each.isConnected)
      origins.current.at(-1)?.focus()
    },
  }
}
