import { useRef } from 'react'

/** Gives the focus back to where it was before a dialog that has no trigger of its own. */
export function useReturnFocus() {
  const origin = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      origin.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (origin.current instanceof HTMLElement) origin.current.focus()
    },
  }
}
