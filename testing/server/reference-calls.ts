import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import * as z from 'zod'
import { type Answer, TestClient } from './test-client.ts'
import type { TestServer } from './test-server.ts'

const example = z.record(z.string(), z.json())
const fieldSchema = z.looseObject({
  const: z.json().optional(),
  enum: z.array(z.json()).optional(),
})
const form = z.looseObject({
  properties: z.record(z.string(), fieldSchema).default({}),
  required: z.array(z.string()).default([]),
})
const schema = form.extend({ oneOf: z.array(form).optional() })
const content = z.object({
  'application/json': z.looseObject({ example, schema }),
})
const operation = z.looseObject({
  operationId: z.string(),
  'x-operator-scope': z.string().optional(),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        example: z.string().optional(),
        schema: z.looseObject({}).optional(),
      }),
    )
    .default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.object({}).catchall(z.json()).optional() }),
  ),
})
const document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
})

/** A route of the document, with a request made of its examples. */
export type ReferenceCall = {
  name: string
  method: string
  path: string
  forPlayers: boolean
  forOperators: boolean
  scope: string | undefined
  params: Record<string, unknown>
  query: Record<string, string>
  body: Record<string, unknown> | undefined
  parameters: z.infer<typeof operation>['parameters']
  /** Each with an example body; most routes take one form. */
  forms: (z.infer<typeof form> & { body: Record<string, unknown> })[]
  status: number
}

export async function servedDocument({ origin }: Pick<TestServer, 'origin'>) {
  const answer = await new TestClient(origin).get('/docs/openapi.json')
  expect(answer.status).toBe(200)
  return document.parse(answer.body)
}

export type ReferenceDocument = Awaited<ReturnType<typeof servedDocument>>

/** Lists the routes of the document, without the socket. */
export function listCalls({ paths }: ReferenceDocument): ReferenceCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => !('101' in responses))
      .map(([method, described]) => getCall({ method, path, described })),
  )
}

function getCall({
  method,
  path,
  described,
}: {
  method: string
  path: string
  described: z.infer<typeof operation>
}): ReferenceCall {
  const { parameters, requestBody, responses, security } = described
  const given = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && one.example !== undefined)
        .map((one) => [one.name, one.example ?? '']),
    )
  const [status = ''] = Object.keys(responses)
  return {
    name: `${method} ${path}`,
    method,
    path,
    forPlayers: security.length > 0 && security.every(isNamed),
    forOperators: security.some((one) => 'operatorToken' in one),
    scope: described['x-operator-scope'],
    params: given('path'),
    query: given('query'),
    body: requestBody?.content['application/json'].example,
    parameters,
    forms: requestBody
      ? listForms(requestBody.content['application/json'])
      : [],
    status: Number(status),
  }
}

/** False for a call without credentials. */
function isNamed(scheme: object): boolean {
  return Object.keys(scheme).length > 0
}

function listForms({
  example: body,
  schema: { oneOf, ...only },
}: z.infer<typeof content>['application/json']): ReferenceCall['forms'] {
  if (!oneOf) return [{ ...only, body }]
  return oneOf.map((one) => ({
    ...one,
    body: Object.fromEntries(
      one.required.map((name) => {
        const field = one.properties[name]
        return [name, field?.const ?? field?.enum?.[0] ?? body[name]]
      }),
    ),
  }))
}

export function send(client: TestClient, call: ReferenceCall): Promise<Answer> {
  const { body, method, params, query } = call
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    String(params[name]),
  )
  const search = new URLSearchParams(query).toString()
  return client.send(search ? `${path}?${search}` : path, {
    method: method.toUpperCase(),
    ...(body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
}

/** Makes a check of responses against their schemas in the document. */
export function answerCheck(served: ReferenceDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(served, 'reference')
  return ({ method, path, status }: ReferenceCall, answer: Answer): void => {
    expect(answer.status, answer.text).toBe(status)
    const { content = {} } =
      served.paths[path]?.[method]?.responses[status] ?? {}
    const [type] = Object.keys(content)
    const given = answer.headers.get('Content-Type')?.split(';')[0]
    expect(given).toBe(type)
    if (type !== 'application/json') return
    const place = path.replaceAll('~', '~0').replaceAll('/', '~1')
    const $ref = encodeURI(
      `reference#/paths/${place}/${method}/responses/${status}/content/application~1json/schema`,
    )
    const fits = ajv.compile({ $ref })
    expect(fits(answer.body), ajv.errorsText(fits.errors)).toBe(true)
  }
}
