import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { incidentKinds } from '../../../src/alerting/model/incident.ts'
import { overviewQuery } from '../api/queries.ts'
import { useMe } from '../shell/use-me.ts'
import { SelectField } from '../ui/select-field.tsx'
import { type IncidentSearch, stateFilters } from './use-incident-search.ts'

export interface IncidentFiltersProps {
  search: IncidentSearch
  onSearch(search: IncidentSearch): void
}

/** IncidentFilters narrow the list down; each of them begins again at the first page. */
export function IncidentFilters({ search, onSearch }: IncidentFiltersProps) {
  const { t } = useTranslation()
  const me = useMe()
  const hasPatients = me.role !== 'PATIENT'
  const { data: patients = [] } = useQuery({ ...overviewQuery, enabled: hasPatients })
  const change = (changed: Partial<IncidentSearch>) => onSearch({ ...search, ...changed, page: 1 })
  return (
    <search className="incident-filters" aria-label={t('incident.list.filters')}>
      <SelectField
        label={t('incident.list.state')}
        value={search.state}
        options={stateFilters.map((value) => ({ value, label: t(`incident.list.states.${value}`) }))}
        onChange={(state) => change({ state })}
      />
      <SelectField
        label={t('incident.list.kind')}
        value={search.kind ?? ''}
        options={[
          { value: '', label: t('incident.list.everyKind') },
          ...incidentKinds.map((value) => ({ value, label: t(`incident.kind.${value}`) })),
        ]}
        onChange={(kind) => change({ kind: kind === '' ? undefined : kind })}
      />
      {hasPatients && (
        <SelectField
          label={t('incident.list.patient')}
          value={search.patientId ?? ''}
          options={[
            { value: '', label: t('incident.list.everyPatient') },
            ...patients.map(({ patientId, name }) => ({ value: patientId, label: name })),
          ]}
          onChange={(patientId) => change({ patientId: patientId || undefined })}
        />
      )}
    </search>
  )
}
