import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../src')
/** Expressions of these names are elements. */
const ELEMENTS = /^(children|banner|deposits|field|renderField|note)\b/

// Translators move text nodes into elements of their own. React then fails to
// insert or remove the nodes next to them.
test('puts no bare text beside a conditional element', () => {
  const files = globSync('**/*.tsx', { cwd: SRC })
  const found = files
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => findMixed(file, readFileSync(join(SRC, file), 'utf8')))
  expect(found).toEqual([])
})

function findMixed(file: string, text: string): string[] {
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  )
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const parts = node.children
        .map(getPart)
        .filter((part) => part !== 'blank')
      const isText = (part: Part) =>
        part !== 'element' && part !== 'maybe element'
      const comesAndGoes = (part: Part) => part.startsWith('maybe')
      const isMixed = parts.some(
        (part, at) =>
          isText(part) &&
          parts.some((other, place) => place !== at && comesAndGoes(other)),
      )
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      if (isMixed) found.push(`${file}:${line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

type Part = 'blank' | 'text' | 'element' | 'maybe text' | 'maybe element'

function getPart(child: ts.JsxChild): Part {
  if (ts.isJsxText(child)) return child.text.trim() ? 'text' : 'blank'
  if (!ts.isJsxExpression(child)) return 'element'
  const shown = child.expression
  if (!shown) return 'blank'
  if (ts.isStringLiteral(shown)) return shown.text.trim() ? 'text' : 'blank'
  if (ts.isConditionalExpression(shown)) {
    const { whenTrue, whenFalse } = shown
    return isElement(whenTrue) || isElement(whenFalse)
      ? 'maybe element'
      : 'text'
  }
  const isOptional =
    ts.isBinaryExpression(shown) &&
    shown.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  if (isOptional) return isElement(shown.right) ? 'maybe element' : 'maybe text'
  return isElement(shown) ? 'element' : 'text'
}

function isElement(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node)) return isElement(node.expression)
  if (ts.isConditionalExpression(node)) {
    return isElement(node.whenTrue) || isElement(node.whenFalse)
  }
  return (
    ts.isJsxElement(node) ||
    ts.isJsxSelfClosingElement(node) ||
    ts.isJsxFragment(node) ||
    ELEMENTS.test(node.getText()) ||
    isList(node)
  )
}

function isList(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'map'
  )
}
