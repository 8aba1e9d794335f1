/** The parts of FHIR R4 that the service uses; tests validate what is sent against the published definitions. */

export interface Coding {
  system: string
  code: string
  display?: string
}

export interface CodeableConcept {
  coding?: Coding[]
  text?: string
}

export interface Resource {
  resourceType: string
  id?: string
  [element: string]: unknown
}

/** The types of resources that are offered. */
export const resourceTypes = ['Patient', 'Device', 'Observation'] as const
export type ResourceType = (typeof resourceTypes)[number]

export interface BundleEntry {
  fullUrl: string
  resource: Resource
  search: { mode: 'match' | 'include' }
}

export const fhirMediaType = 'application/fhir+json'
