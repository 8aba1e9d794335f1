import type { Outcome } from '../../alerting/model/incident.ts'
import type { CodeableConcept, Coding } from './fhir-types.ts'

const loinc = (code: string, display: string): Coding => ({ system: 'http://loinc.org', code, display })
const snomed = (code: string, display: string): Coding => ({
  system: 'http://snomed.info/sct',
  code,
  display,
})

/** Where no published code says the same, the code is the word that the API of the service uses. */
const own = (system: string, code: string): Coding => ({ system: `urn:fallwatch:${system}`, code })

const ucum = 'http://unitsofmeasure.org'

/** A value with its unit, also as a UCUM code. */
export const quantity = (value: number, unit: string, code: string) => ({ value, unit, system: ucum, code })

const profile = (name: string) => `http://hl7.org/fhir/StructureDefinition/${name}`

/** How a vital sign is coded, and which profile it follows. */
export interface VitalSign {
  name: 'heartRate' | 'spo2'
  /** Part of the id of an observation. */
  idPart: string
  code: CodeableConcept
  profile: string
  unit: string
  ucumCode: string
}

export const vitalSigns: readonly VitalSign[] = [
  {
    name: 'heartRate',
    idPart: 'hr',
    code: { coding: [loinc('8867-4', 'Heart rate')], text: 'Heart rate' },
    profile: profile('heartrate'),
    unit: 'beats/minute',
    ucumCode: '/min',
  },
  {
    name: 'spo2',
    idPart: 'spo2',
    code: {
      coding: [
        loinc('2708-6', 'Oxygen saturation in Arterial blood'),
        loinc('59408-5', 'Oxygen saturation in Arterial blood by Pulse oximetry'),
      ],
      text: 'Oxygen saturation',
    },
    profile: profile('oxygensat'),
    unit: '%',
    ucumCode: '%',
  },
]

export const vitalSignsCategory: CodeableConcept = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }],
}

/** The code of a value that is calculated from several measurements. */
export const statistic = (code: 'minimum' | 'maximum'): CodeableConcept => ({
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-statistics', code }],
})

export const emergencyContact: CodeableConcept = {
  coding: [
    { system: 'http://terminology.hl7.org/CodeSystem/v2-0131', code: 'C', display: 'Emergency Contact' },
  ],
}

const fall: CodeableConcept = { coding: [snomed('1912002', 'Fall')], text: 'Fall' }
const nearFall: CodeableConcept = { coding: [own('event', 'NEAR_FALL')], text: 'Near fall' }

/** The code of an alarm of a fall; somebody who almost fell has not fallen. */
export const fallCode = (outcome: Outcome | null) => (outcome === 'NEAR_FALL' ? nearFall : fall)

export const outcomeConcept = (outcome: Outcome): CodeableConcept => ({
  coding: [own('incident-outcome', outcome)],
  text: outcome,
})

/** The code of a further value of an observation of a fall. */
export const componentCode = (code: string, text: string): CodeableConcept => ({
  coding: [own('fall-component', code)],
  text,
})

export const levelConcept = (level: string): CodeableConcept => ({
  coding: [own('fall-level', level)],
  text: level,
})

export const macAddressSystem = 'urn:fallwatch:mac-address'
/** Of a device without a MAC address: its EUI-64, IMEI or serial number. */
export const externalIdSystem = 'urn:fallwatch:device-id'
