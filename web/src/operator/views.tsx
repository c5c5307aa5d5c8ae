import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { classNames } from '../lib/class-names.ts'

/** The page's parts and their names, in the order of their links. */
export const VIEWS = {
  overview: 'Overview',
  games: 'Games',
  players: 'Players',
  deposits: 'Deposits',
  sports: 'Sports',
  races: 'Races',
  chain: 'Chain',
  site: 'Site',
  log: 'Log',
} as const
export type View = keyof typeof VIEWS

export function isView(name: string): name is View {
  return Object.hasOwn(VIEWS, name)
}

/** Reads the open view and its parameters from the page's address. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const name = params.get('view') ?? ''
  const view = isView(name) ? name : 'overview'
  return {
    view,
    /** A parameter of the open view; empty when there is none. */
    param: (param: string) => params.get(param) ?? '',
    /** Changes parameters of the open view; an empty text removes one. */
    change: (next: Record<string, string>) =>
      setParams(toParams(view, { ...Object.fromEntries(params), ...next }), {
        replace: true,
      }),
  }
}

/** Builds the target of a link to a view. */
export function viewLink(view: View, params: Record<string, string> = {}) {
  return { search: `?${toParams(view, params)}` }
}

function toParams(view: View, params: Record<string, string>) {
  const set = Object.entries({ view, ...params }).filter(([, text]) => text)
  return new URLSearchParams(set)
}

type ViewLinkProps = {
  view: View
  params?: Record<string, string>
  className?: string
  title?: string
  children: ReactNode
}

/** Links to a view, such as from a player's name to the player. */
export function ViewLink(props: ViewLinkProps) {
  const { view, params, className, ...link } = props
  return (
    <Link
      to={viewLink(view, params)}
      className={classNames('text-link', className)}
      {...link}
    />
  )
}
