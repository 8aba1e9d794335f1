import { useTranslation } from 'react-i18next'
import { usePlaceText } from '../ui/place.ts'
import type { Incident } from './incident.ts'

type Described = Pick<Incident, 'kind' | 'severity' | 'state' | 'patientName'> &
  Partial<Pick<Incident, 'deviceName' | 'site' | 'ward' | 'room'>>

/** Returns what an incident is, as a sentence about the patient. */
export function useWhatHappened(): (incident: Described) => string {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  return ({ kind, severity, state, patientName, ...shared }) => {
    const { deviceName, site = null, ward = null, room = null } = shared
    const place = placeText({ site, ward, room })
    const ofPlace = deviceName && ward ? `${place}, ${deviceName}` : undefined
    const name = patientName ?? ofPlace
    if (name === undefined) return t('incident.what.installation')
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
