import { queryOptions, useQuery } from '@tanstack/react-query'
import { readSite } from '#core/api/site.ts'
import { call } from '../../lib/call.ts'

export const siteLinksQuery = queryOptions({
  queryKey: [readSite.path],
  queryFn: () => call(readSite),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Reads the site's links once per page load; undefined until then. */
export function useSiteLinks() {
  return useQuery(siteLinksQuery).data
}
