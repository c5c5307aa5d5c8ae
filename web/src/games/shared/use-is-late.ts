import { useEffect, useState } from 'react'

const LATE_MS = 2_000

/** True once a bet has had no answer for two seconds. */
export function useIsLate(isPending: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isPending])
  return isLate
}
