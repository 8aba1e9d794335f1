import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'

type Ended = Pick<Schema<'Incident'>, 'outcome'> & { state: Schema<'Incident'>['state'] | null }

/** Returns what became of an incident, in words: a state such as "nobody is coming" is no outcome. */
export function useOutcomeText() {
  const { t } = useTranslation()
  return ({ outcome, state }: Ended): string => {
    if (outcome) return t(`incident.outcome.${outcome}`)
    if (state === 'CANCELLED') return t('incident.withoutOutcome.cancelled')
    if (state === null || state === 'RESOLVED') return t('incident.withoutOutcome.none')
    return t('incident.withoutOutcome.open')
  }
}
