import { SECURITY_SCHEMES } from './access.ts'
import { INTRODUCTION } from './introduction.ts'
import { JsonSchemas } from './json-schemas.ts'
import { type Json, operationOf } from './operation.ts'
import type { ReferenceSection } from './route-reference.ts'
import { SOCKET, socketOperation } from './socket-reference.ts'

/** The whole API as an OpenAPI 3.1 document. */
export function openApiDocument(sections: readonly ReferenceSection[]): Json {
  const schemas = new JsonSchemas()
  const paths: Record<string, Json> = {}
  for (const { name, routes } of sections) {
    for (const route of routes) {
      const operation = { tags: [name], ...operationOf(route, schemas) }
      paths[route.path] = { ...paths[route.path], [route.method]: operation }
    }
  }
  paths[SOCKET.path] = { get: socketOperation(schemas) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bendy Casino API',
      version: '1',
      description: INTRODUCTION,
    },
    servers: [{ url: '/' }],
    tags: [...sections, SOCKET].map(({ name, description }) => ({
      name,
      description,
    })),
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}
