import { useLocation } from 'react-router-dom'
import { pagePath } from '../lib/page-path.ts'

const HOME = pagePath('/')

/** What a link to the login carries, so that it leads back to where it was. */
export type WayBack = { from: string; isNewcomer: boolean }

/** Carried by links of visitors who have no name yet: the login offers one first. */
export const AS_NEWCOMER = { isNewcomer: true } as const

export function useWayBack(): WayBack {
  const { pathname, search } = useLocation()
  return { from: pathname + search, isNewcomer: useIsNewcomer() }
}

/** Whether a link led here that is for those without a name. */
export function useIsNewcomer(): boolean {
  return useLocation().state?.isNewcomer === true
}

/** Where the login leads to: where it was asked for, else to the first page. */
export function useWayOn(): string {
  const { state } = useLocation()
  const from: unknown = state?.from
  return typeof from === 'string' && from.startsWith(HOME) ? from : HOME
}
