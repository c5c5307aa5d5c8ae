import * as z from 'zod/mini'
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { cookieName, SESSION_COOKIE } from '#core/api/account.ts'
import type { Endpoint } from '#core/api/endpoint.ts'
import { RECEIPT_HEADER } from '#core/api/receipts.ts'
import {
  REFUSAL_CODES,
  REFUSAL_NAMES,
  REFUSALS,
  type RefusalCode,
} from '#core/refusals.ts'
import { problem } from '#core/schemas/problem.ts'

/** The parts of a document that are not endpoints. */
type Reference = {
  title: string
  /** Markdown. */
  description: string
  /** Schemas that several endpoints share, by name. */
  schemas: Readonly<Record<string, z.ZodMiniType>>
}

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: `Set on registration and sign-in; named \`${cookieName(SESSION_COOKIE, { https: true })}\` on https sites.`,
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Created on the command line, with scopes and an expiry.',
  },
} as const

const SECURITY = {
  public: [],
  visitor: [{}, { session: [] }],
  player: [{ session: [] }],
  operator: [{ session: [] }, { operatorToken: [] }],
} satisfies Record<Endpoint['access'], Record<string, string[]>[]>

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A fresh UUID per request. A repeated request with the same key replays the first response.',
  schema: { type: 'string', format: 'uuid' },
} as const

const receiptHeader = {
  description: 'The signed receipt, if coins moved, as `SignedReceipt`.',
  schema: { type: 'string', contentMediaType: 'application/json' },
} as const

const error = z.extend(problem, {
  code: z.enum(REFUSAL_CODES),
  refusal: z.enum(REFUSAL_NAMES),
})

export function createApiDocument(
  endpoints: readonly Endpoint[],
  { title, description, schemas }: Reference,
) {
  const sections = new Set(endpoints.map(({ section }) => section))
  const paths = Object.groupBy(endpoints, ({ path }) => path)
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title, version: '1', description },
      servers: [{ url: '/' }],
      tags: [...sections],
      paths: Object.fromEntries(
        Object.entries(paths).map(([path, methods = []]) => [
          path,
          Object.fromEntries(
            methods.map((endpoint) => [endpoint.method, operation(endpoint)]),
          ),
        ]),
      ),
      components: {
        schemas: { ...schemas, Error: error },
        securitySchemes: SECURITY_SCHEMES,
      },
    },
    { override: shorten, allowEmptySchema: { lazy: true } },
  )
  addExamples(document, endpoints)
  return document
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { access, body, description, example, params, query } = endpoint
  return {
    tags: [endpoint.section.name],
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    ...(description && { description }),
    ...(endpoint.scope && { 'x-operator-scope': endpoint.scope }),
    security: SECURITY[access],
    ...(endpoint.isIdempotent && { parameters: [idempotencyKey] }),
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
    },
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: body, example: example?.body },
        },
      },
    }),
    responses: { ...success(endpoint), ...failures(endpoint) },
  }
}

/** Method name in generated clients, such as `getApiCasinoStats`. */
function operationId({ method, path }: Endpoint): string {
  const words = path.split(/[^a-zA-Z]+/).filter((word) => word !== '')
  return (
    method +
    words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
  )
}

function success(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const { answer, file, hasReceipt, status = 200 } = endpoint
  if (file) {
    const content = { [file]: { schema: { type: 'string' } } } as const
    return { 200: { description: 'Success.', content } }
  }
  if (!answer) return { 204: { description: 'Success, without a body.' } }
  return {
    [`${status}` as const]: {
      description: 'Success.',
      ...(hasReceipt && { headers: { [RECEIPT_HEADER]: receiptHeader } }),
      content: { 'application/json': { schema: answer } },
    },
  }
}

function failures(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const content = { 'application/json': { schema: error } }
  return Object.fromEntries(
    [...refusalsByStatus(endpoint)].map(([status, codes]) => {
      const description = codes.map((code) => `\`${code}\``).join(', ')
      return [`${status}` as const, { description, content }]
    }),
  )
}

function refusalsByStatus(endpoint: Endpoint): Map<number, string[]> {
  const { access, body, isIdempotent, method, params, query } = endpoint
  const isChange = method !== 'get'
  const needsPlayer = access === 'player' || access === 'operator'
  const codes = new Set<RefusalCode>([
    ...(isChange || params || query || body
      ? (['invalid_request'] as const)
      : []),
    ...(needsPlayer ? (['signed_out'] as const) : []),
    // Missing operator access, and cross-site requests.
    ...(access === 'operator' || isChange ? (['forbidden'] as const) : []),
    ...(isIdempotent ? (['key_reused'] as const) : []),
    ...(endpoint.refusals ?? []),
    'too_many_requests',
    'unavailable',
    'internal',
  ])
  return Map.groupBy(codes, (code) => REFUSALS[code].sent)
}

type Override = NonNullable<CreateDocumentOptions['override']>

/** Drops patterns that repeat a format, and bounds that the description gives. */
const shorten: Override = ({ jsonSchema, zodSchema }) => {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (zodSchema._zod.def.type === 'record') delete jsonSchema.propertyNames
  // JSON of any shape.
  if (zodSchema._zod.def.type === 'lazy') {
    delete jsonSchema.$ref
    delete jsonSchema.anyOf
  }
}

/** Adds the examples of parameters, which zod-openapi reads from schemas only. */
function addExamples(
  document: ReturnType<typeof createDocument>,
  endpoints: readonly Endpoint[],
): void {
  for (const { example, method, path } of endpoints) {
    const values = { ...example?.params, ...example?.query }
    for (const parameter of document.paths?.[path]?.[method]?.parameters ??
      []) {
      if ('name' in parameter && parameter.name in values) {
        parameter.example = values[parameter.name]
      }
    }
  }
}
