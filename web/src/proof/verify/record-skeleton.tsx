import { Skeleton } from '../../components/skeleton.tsx'

/** The record's shape while it is fetched. */
export function RecordSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading the record…</span>
      <Skeleton className="h-40" />
      <div className="grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
      <Skeleton className="h-48" />
      <Skeleton className="h-96" />
    </div>
  )
}
