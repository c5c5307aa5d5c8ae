import { queryOptions, useQuery } from '@tanstack/react-query'
import { siteLinks } from '#core/api/site.ts'
import { getJson } from '../../lib/api-client.ts'

export const siteLinksQuery = queryOptions({
  queryKey: ['/api/site'],
  queryFn: () => getJson('/api/site', siteLinks),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Reads the site's links once per page load; undefined until then. */
export function useSiteLinks() {
  return useQuery(siteLinksQuery).data
}
