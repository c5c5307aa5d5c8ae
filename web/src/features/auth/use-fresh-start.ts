import { useEffect } from 'react'

/** The session outlives its forms: who comes back finds no complaint of before. */
export function useFreshStart(reset: () => void): void {
  useEffect(() => reset(), [reset])
}
