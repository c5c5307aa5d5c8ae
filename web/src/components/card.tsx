import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

/** A raised surface for content. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={classNames('rubber-card p-5', className)} {...rest} />
}
