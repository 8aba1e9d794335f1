import { useTranslation } from 'react-i18next'
import { useServiceText } from '../api/error-text.ts'

/** What the service says of a line with a name or an address in it, by which the catalogue cannot find it. */
const patterns = {
  lives: /^lives at (?<value>.+)$/,
  assigned: /^is assigned to (?<value>.+)$/,
  stays: /^stays assigned to (?<value>.+) without the team$/,
  changed: /^exists already, changed: (?<value>.+)$/,
  joins: /^(?<value>.+) joins the team$/,
  unknownCaregiver: /^the caregiver (?<value>.+) is neither known nor in these files$/,
  notCaregiver: /^(?<value>\S+) is not a caregiver$/,
  samePerson:
    /^is the same person as in line (?<line>\d+) of (?<value>.+); give both a reference to tell them apart$/,
  sameIdentity:
    /^has the reference or e-mail address of the person in line (?<line>\d+) of (?<value>.+); remove one of the lines, or correct it$/,
  sameDevice:
    /^has the same device name as line (?<line>\d+) of (?<value>.+); give the second device another name or an address$/,
  otherPlace: /^line (?<line>\d+) of (?<value>.+) gives this person another (site|ward|room)$/,
  another: /^this person has another (?<value>\w+)$/,
  columnTwice: /^has the column (?<value>\S+) twice$/,
  notCsv: /^cannot be read as CSV: /,
} as const
const kinds = Object.keys(patterns) as (keyof typeof patterns)[]

/** The name of a column, before what is wrong with its cell. */
const aboutColumn = /^(?<column>[a-z]\w*) (?<problem>(is required|must |may )[^;]*)$/

/** useLineMessage says in the language of the page what the service says of a line. */
export function useLineMessage(): (message: string) => string {
  const { t } = useTranslation()
  const serviceText = useServiceText()

  function partOf(message: string): string {
    for (const kind of kinds) {
      const found = patterns[kind].exec(message)
      if (found) return t(`admin.import.says.${kind}`, { value: '', line: '', ...found.groups })
    }
    const known = serviceText(message)
    const { column, problem } = aboutColumn.exec(message)?.groups ?? {}
    return known === message && column && problem ? `${column}: ${serviceText(problem)}` : known
  }

  return (message) => {
    const whole = partOf(message)
    return whole === message ? message.split('; ').map(partOf).join(' ') : whole
  }
}
