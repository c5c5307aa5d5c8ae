import { type ErrorCode, REFUSALS } from '#core/errors.ts'
import { RECEIPT_HEADER } from '../http/receipt-header.ts'
import { securityOf } from './access.ts'
import type { JsonSchemas } from './json-schemas.ts'
import { anyError } from './named-schemas.ts'
import type { Input, RouteReference } from './route-reference.ts'

export type Json = Readonly<Record<string, unknown>>

/** Error codes by status. */
type Refusals = Map<number, string[]>

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A fresh UUID per request. A repeated request with the same key replays the first response.',
  schema: { type: 'string', format: 'uuid' },
}

const RECEIPT = {
  description:
    'Where coins moved: what the house has signed of it, as JSON with the form of `SignedReceipt`.',
  schema: { type: 'string', contentMediaType: 'application/json' },
}

/** One route as an Operation Object. */
export function operationOf(route: RouteReference, schemas: JsonSchemas): Json {
  const { summary, description, access, scope, body } = route
  return {
    operationId: operationId(route),
    summary,
    ...(description && { description }),
    ...(scope && { 'x-operator-scope': scope }),
    security: securityOf(access),
    parameters: parametersOf(route, schemas),
    ...(body && {
      requestBody: { required: true, content: jsonOf(body, schemas) },
    }),
    responses: {
      [route.answer.status]: answerOf(route, schemas),
      ...refusalsOf(route, schemas),
    },
  }
}

/** Method name in generated clients, such as `getApiCasinoStats`. */
function operationId({ method, path }: RouteReference): string {
  const words = path.split(/[^a-zA-Z]+/).filter((word) => word !== '')
  return method + words.map(capitalised).join('')
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

function jsonOf({ schema, example }: Input, schemas: JsonSchemas): Json {
  return { 'application/json': { schema: schemas.of(schema), example } }
}

function parametersOf(
  { params, query, repeatable }: RouteReference,
  schemas: JsonSchemas,
): Json[] {
  return [
    ...(params ? fieldsOf('path', params, schemas) : []),
    ...(query ? fieldsOf('query', query, schemas) : []),
    ...(repeatable ? [IDEMPOTENCY_KEY] : []),
  ]
}

/** The fields of an object as Parameter Objects. */
function fieldsOf(
  place: 'path' | 'query',
  { schema, example }: Input,
  schemas: JsonSchemas,
): Json[] {
  const { properties, required } = schemas.objectOf(schema)
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: field,
    ...(name in example && { example: example[name] }),
  }))
}

function answerOf(
  { answer, movesCoins }: RouteReference,
  schemas: JsonSchemas,
): Json {
  if ('schema' in answer) {
    const schema = schemas.of(answer.schema)
    return {
      description: 'Success.',
      ...(movesCoins && { headers: { [RECEIPT_HEADER]: RECEIPT } }),
      content: { 'application/json': { schema } },
    }
  }
  if ('type' in answer) {
    const schema = { type: 'string' }
    return { description: 'Success.', content: { [answer.type]: { schema } } }
  }
  return { description: 'Success, without a body.' }
}

function refusalsOf(route: RouteReference, schemas: JsonSchemas): Json {
  const content = { 'application/json': { schema: schemas.of(anyError) } }
  return Object.fromEntries(
    [...refusalsByStatus(route)].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        content,
      },
    ]),
  )
}

function refusalsByStatus(route: RouteReference): Refusals {
  const { access, method, params, query, body, repeatable } = route
  const changes = method !== 'get'
  const codes: ErrorCode[] = [
    ...(access === 'everyone' ? [] : (['signed_out'] as const)),
    ...(access === 'operator' ? (['forbidden'] as const) : []),
    ...(repeatable ? (['key_reused'] as const) : []),
    // Cross-site requests.
    ...(changes ? (['forbidden'] as const) : []),
    ...(route.refusals ?? []),
    'too_many_requests',
    'unavailable',
  ]
  const byStatus: Refusals = new Map()
  if (changes || params || query || body) byStatus.set(400, ['invalid_request'])
  for (const code of new Set(codes)) {
    const status = REFUSALS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return byStatus.set(500, ['internal'])
}
