import * as z from 'zod/mini'
import { NAMED_SCHEMAS } from './named-schemas.ts'

type JsonSchema = Readonly<Record<string, unknown>>

const OWN_DEFINITIONS = '#/$defs/'
const COMPONENTS = '#/components/schemas/'
/** Zod's name for JSON of any shape, the only recursive schema here. */
const SELF_CONTAINED = '__schema0'

/** JSON Schemas of an OpenAPI document, made from zod's. */
export class JsonSchemas {
  /** Schemas that several routes share, by name. */
  readonly components: Record<string, JsonSchema> = {}
  readonly #named = z.registry<{ id: string }>()

  constructor() {
    for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) {
      this.#named.add(schema, { id })
    }
  }

  /** The JSON that a schema accepts, before its transformations. */
  of(schema: z.ZodMiniType): JsonSchema {
    const made = z.toJSONSchema(schema, {
      io: 'input',
      metadata: this.#named,
      override: withoutNoise,
    })
    const { $schema: _dialect, $defs = {}, ...own } = made
    for (const [name, definition] of Object.entries($defs)) {
      this.components[componentName(name)] ??= withComponents(definition)
    }
    return withComponents(own)
  }

  /** The fields of an object schema. */
  objectOf(schema: z.ZodMiniType): z.infer<typeof objectSchema> {
    return objectSchema.parse(this.of(schema))
  }
}

/** The fields of an object, by name. */
const objectSchema = z.object({
  properties: z._default(z.record(z.string(), z.json()), {}),
  required: z._default(z.array(z.string()), []),
})

type Overridden = Parameters<
  NonNullable<z.core.ToJSONSchemaParams['override']>
>[0]

/** Drops patterns that repeat a format, and bounds that the introduction gives. */
function withoutNoise({ zodSchema, jsonSchema }: Overridden): void {
  const { type } = zodSchema._zod.def
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (type === 'record') delete jsonSchema.propertyNames
  if (type !== 'lazy') return
  delete jsonSchema.$ref
  delete jsonSchema.anyOf
}

function componentName(definition: string): string {
  return definition === SELF_CONTAINED ? 'AnyJson' : definition
}

/** Redirects references from the schema's own definitions to components. */
function withComponents(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string'
      ? COMPONENTS + componentName(value.slice(OWN_DEFINITIONS.length))
      : value,
  )
}
