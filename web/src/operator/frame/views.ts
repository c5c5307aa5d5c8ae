import { useSearchParams } from 'react-router-dom'

/** The page's parts, in the order of their links. */
export const VIEWS = [
  'overview',
  'games',
  'players',
  'deposits',
  'sports',
  'races',
  'chain',
  'site',
  'log',
] as const
export type View = (typeof VIEWS)[number]

export const viewNames: Record<View, string> = {
  overview: 'Overview',
  games: 'Games',
  players: 'Players',
  deposits: 'Deposits',
  sports: 'Sports',
  races: 'Races',
  chain: 'Chain',
  site: 'Site',
  log: 'Log',
}

/** Reads what is open from the page's address, which can be kept and sent on. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const view = VIEWS.find((name) => name === params.get('view')) ?? 'overview'
  return {
    view,
    /** A parameter of the open view; empty when there is none. */
    param: (name: string) => params.get(name) ?? '',
    /** Changes parameters of the open view; an empty text removes one. */
    change: (next: Record<string, string>) =>
      setParams(paramsOf(view, { ...Object.fromEntries(params), ...next }), {
        replace: true,
      }),
  }
}

/** Builds the target of a link to a view. */
export function viewLink(view: View, params: Record<string, string> = {}) {
  return { search: `?${paramsOf(view, params)}` }
}

function paramsOf(view: View, params: Record<string, string>) {
  const set = Object.entries({ view, ...params }).filter(([, text]) => text)
  return new URLSearchParams(set)
}
