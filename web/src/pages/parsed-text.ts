/**
 * Parses a text of `texts/`: a title, a sentence, a list of facts and chapters
 * of points, written as Markdown.
 */
export function parsedText(markdown: string) {
  const [head = '', ...chapters] = markdown.split('\n## ')
  const [title = '', lead = ''] = head.split('\n\n')
  return {
    title: title.replace('# ', ''),
    lead,
    facts: Object.fromEntries(
      parsePoints(head).map((fact) => fact.split(': ')),
    ),
    chapters: chapters.map((chapter) => ({
      title: chapter.split('\n')[0] ?? '',
      points: parsePoints(chapter),
    })),
  }
}

function parsePoints(markdown: string): string[] {
  return [...markdown.matchAll(/^- (.+)/gm)].map(([, point = '']) => point)
}
