import { operatorPageQuery } from '#core/schemas/operator/paging.ts'

/** Given by the examples of actions. */
export const REASON = 'A report of 24 November.'

export const READ = {
  method: 'get',
  access: 'operator',
  scope: 'read',
} as const
export const ACT = { method: 'post', access: 'operator' } as const

export const OLDER = {
  query: { schema: operatorPageQuery, example: { before: '1000' } },
  description: 'Pass the last one’s number as `before` to get the next page.',
}
export const BY_ID = 'Pass the last `id` as `before` to get the next page.'
