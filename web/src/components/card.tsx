import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

/** A slab of rubber that other things lie on. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={classNames('rubber-card p-5', className)} {...rest} />
}
