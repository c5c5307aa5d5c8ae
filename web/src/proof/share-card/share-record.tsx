import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { provenWin } from '../records/proven-win.ts'
import { recordQuery } from '../records/record-query.ts'
import { ShareWin } from './share-win.tsx'

/** Offers to share a round by its record, where that proves a win. */
export function ShareRecord({ id }: { id: string }) {
  const { data: record } = useQuery(recordQuery(id))
  const win = useMemo(() => record && provenWin(record), [record])
  return win ? <ShareWin win={win} size="small" /> : null
}
