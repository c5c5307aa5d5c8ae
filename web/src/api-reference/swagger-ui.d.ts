declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** @see https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/ */
  function SwaggerUI(options: {
    url: string
    dom_id: string
    docExpansion: 'full' | 'list' | 'none'
    defaultModelsExpandDepth: number
    defaultModelRendering: 'example' | 'model'
    filter: boolean
    syntaxHighlight: boolean
  }): unknown

  export = SwaggerUI
}
