/** What names FHIR in JSON: as a media type, as a generic one, as a range of them, or as the short name in `_format`. */
const jsonNames = new Set([
  'application/fhir+json',
  'application/json',
  'text/json',
  'application/*',
  '*/*',
  'json',
])

/** The version of R4 as the parameter of a media type has it. */
const versions = new Set(['4.0', '4.0.1'])

/**
 * Whether a request accepts FHIR R4 in JSON. `_format` stands for the header Accept, for clients that
 * cannot set it. Without both, everything is accepted.
 */
export function acceptsJson(format: string | undefined, accept: string | undefined): boolean {
  // A plus sign that was not escaped in an address arrives as a blank.
  const ranges = format?.replaceAll('fhir ', 'fhir+') ?? accept ?? '*/*'
  return ranges.split(',').some(isJson)
}

function isJson(range: string): boolean {
  const [name = '', ...parameters] = range
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const { q = '1', fhirversion = '4.0' } = Object.fromEntries(parameters.map((text) => text.split('=')))
  return jsonNames.has(name) && Number(q) > 0 && versions.has(fhirversion)
}
