import { type Plugin, Visitor } from 'vite'

const UNUSED = /^(description|example|rateLimits|refusals|section|summary)$/

/** Drops the fields of endpoints that only the server and the API reference read. */
export function trimEndpoints(): Plugin {
  return {
    name: 'trim-endpoints',
    apply: 'build',
    transform: {
      filter: { id: /\/core\/api\// },
      handler(code) {
        let trimmed = ''
        let from = 0
        const visitor = new Visitor({
          CallExpression({ callee, arguments: [definition] }) {
            const isEndpoint =
              callee.type === 'Identifier' && callee.name === 'endpoint'
            if (!isEndpoint || definition?.type !== 'ObjectExpression') return
            const unused = definition.properties.filter(
              (field) =>
                field.type === 'Property' &&
                field.key.type === 'Identifier' &&
                UNUSED.test(field.key.name),
            )
            for (const { start, end } of unused) {
              trimmed += code.slice(from, start)
              from = code[end] === ',' ? end + 1 : end
            }
          },
        })
        visitor.visit(this.parse(code))
        return trimmed + code.slice(from)
      },
    },
  }
}
