import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import './api-reference.css'

const { classList, dataset } = document.documentElement
classList.toggle('dark-mode', dataset.theme !== 'light')

SwaggerUI({
  url: '/docs/openapi.json',
  dom_id: '#reference',
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  // Hides the generated example responses, which carry no information.
  defaultModelRendering: 'model',
  filter: true,
  syntaxHighlight: false,
})
