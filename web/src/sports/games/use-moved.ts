import { useState } from 'react'
import { isBetter } from '../offers.ts'

/** Which way a price has gone since it was first shown here: up pays more. */
export function useMoved(price: number): 'up' | 'down' | undefined {
  const [seen, setSeen] = useState<{ price: number; way?: 'up' | 'down' }>({
    price,
  })
  if (seen.price !== price) {
    setSeen({ price, way: isBetter(price, seen.price) ? 'up' : 'down' })
  }
  return seen.way
}
