import { useState } from 'react'

/** Pauses moving content while it is hovered or focused. */
export function useHold() {
  const [isHeld, setHeld] = useState(false)
  const start = () => setHeld(true)
  const end = () => setHeld(false)
  const hold = {
    onPointerEnter: start,
    onPointerLeave: end,
    onFocus: start,
    onBlur: end,
  }
  return { isHeld, hold }
}
