import { useState } from 'react'

/** Holds what moves by itself while it is under the pointer or in focus. */
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
