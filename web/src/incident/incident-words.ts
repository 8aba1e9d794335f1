import { useTranslation } from 'react-i18next'
import { usePlaceText } from '../ui/place.ts'
import type { Incident } from './incident.ts'

type Described = Pick<Incident, 'kind' | 'severity' | 'state' | 'patientName'> &
  Partial<Pick<Incident, 'deviceName' | 'site' | 'ward' | 'room'>>

/** Whether it is of a shared device, such as the door of a ward: then its place is who it is about. */
export const isOfPlace = ({ patientName, ward }: Described) => patientName === null && Boolean(ward)

/** Returns whom an incident is about: the patient, or the place with its device; undefined for the installation. */
export function useSubjectName(): (incident: Described) => string | undefined {
  const placeText = usePlaceText()
  return (incident) => {
    if (!isOfPlace(incident)) return incident.patientName ?? undefined
    return [placeText(incident), incident.deviceName].filter(Boolean).join(', ')
  }
}

/** Returns the place to show beside what has happened; empty where that names it already. */
export function usePlaceBeside(): (incident: Described) => string {
  const placeText = usePlaceText()
  return (incident) => (isOfPlace(incident) ? '' : placeText(incident))
}

/** Returns what an incident is, as a sentence about the patient or the place. */
export function useWhatHappened(): (incident: Described) => string {
  const { t } = useTranslation()
  const subjectName = useSubjectName()
  return (incident) => {
    const { kind, severity, state } = incident
    const name = subjectName(incident)
    if (name === undefined) return t('incident.what.installation')
    const place = isOfPlace(incident) ? name : undefined
    if (place && kind === 'FALL') return t('incident.ofPlace.fall', { place })
    if (place && kind === 'SOS') return t('incident.ofPlace.sos', { place })
    if (place && kind === 'VITALS') return t('incident.ofPlace.vitals', { place })
    // A notice that has become more severe is worded so.
    const isGrave = severity !== 'LOW' && severity !== 'MEDIUM'
    if (kind === 'FALL')
      return isGrave && state !== 'CHECKING'
        ? t('incident.what.fall', { name })
        : t('incident.what.maybeFall', { name })
    if (kind === 'SOS') return t('incident.what.sos', { name })
    if (kind === 'VITALS') return t('incident.what.vitals', { name })
    if (kind === 'DEVICE_SILENT')
      return severity === 'LOW'
        ? t('incident.what.silent', { name })
        : t('incident.what.longSilent', { name })
    if (kind !== 'LOW_BATTERY') return t(`incident.what.${kind}`, { name })
    return severity === 'LOW'
      ? t('incident.what.lowBattery', { name })
      : t('incident.what.emptyBattery', { name })
  }
}

/** Returns the accessible name of a button, which says whom it is about: several of them stand on one screen. */
export function useActionName(): (action: string, incident: Described) => string {
  const { t } = useTranslation()
  const whatHappened = useWhatHappened()
  return (action, incident) => t('incident.action.about', { action, what: whatHappened(incident) })
}

/** The same for the patient. */
export function useWhatHappenedToMe(): (incident: Described) => string {
  const { t } = useTranslation()
  return ({ kind, severity, state }) => {
    if (kind === 'FALL')
      return severity !== 'MEDIUM' && state !== 'CHECKING'
        ? t('incident.mine.fall')
        : t('incident.mine.maybeFall')
    return t(`incident.mine.${kind}`)
  }
}
