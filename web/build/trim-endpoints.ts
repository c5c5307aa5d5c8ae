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
            if (callee.type !== 'Identifier' || callee.name !== 'endpoint')
              return
            if (definition?.type !== 'ObjectExpression') return
            for (const field of definition.properties) {
              if (field.type !== 'Property') continue
              const { key, start, end } = field
              if (key.type !== 'Identifier' || !UNUSED.test(key.name)) continue
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
