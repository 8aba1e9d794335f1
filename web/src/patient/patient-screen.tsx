import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { useTranslation } from 'react-i18next'
import { DeadEnd, isUnknown } from '../shell/dead-end.tsx'
import { Loading, QueryState } from '../ui/query-state.tsx'
import { Conversation } from './conversation.tsx'
import { FallsPanel } from './falls-panel.tsx'
import { HealthPanel } from './health-panel.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { PatientContacts } from './patient-contacts.tsx'
import { PatientDevices } from './patient-devices.tsx'
import { PatientHeader } from './patient-header.tsx'
import { patientQuery } from './patient-queries.ts'
import { type PatientTab, patientTabs, usePatientSearch } from './patient-search.ts'
import { useLivePatient } from './use-live-patient.ts'
import { VitalCharts } from './vital-charts.tsx'
import './patient-screen.css'

// What checks a form is as large as the rest of the page.
const SettingsPanel = lazy(async () => ({ default: (await import('./settings-panel.tsx')).SettingsPanel }))

/** Shows one patient; each tab reads its own data when it is opened. */
export function PatientScreen() {
  const { t } = useTranslation()
  const { patientId } = useParams({ strict: false })
  const id = patientId ?? ''
  const patient = useQuery(patientQuery(id))
  const [{ tab = 'health' }, setSearch] = usePatientSearch()
  useLivePatient(id)
  if (isUnknown(patient.error))
    return <DeadEnd title={t('patient.unknown.title')} text={t('patient.unknown.text')} />
  return (
    <QueryState query={patient}>
      {(person) => (
        <div className="stack">
          <PatientHeader patient={person} />
          <Tabs
            className="patient-tabs"
            key={id}
            selectedKey={tab}
            onSelectionChange={(key) => setSearch({ tab: key as PatientTab })}
          >
            <TabList className="patient-tab-list" aria-label={t('patient.tabs.label')}>
              {patientTabs.map((each) => (
                <Tab key={each} id={each} className="patient-tab">
                  {t(`patient.tabs.${each}`)}
                </Tab>
              ))}
            </TabList>
            <TabPanel id="health" className="patient-panel">
              <div className="patient-columns">
                <HealthPanel patientId={id} />
                <PatientContacts patient={person} />
              </div>
              <VitalCharts patientId={id} />
            </TabPanel>
            <TabPanel id="falls" className="patient-panel">
              <FallsPanel patientId={id} />
            </TabPanel>
            <TabPanel id="devices" className="patient-panel">
              <PatientDevices patientId={id} />
            </TabPanel>
            <TabPanel id="notes" className="patient-panel">
              <NotesPanel patientId={id} />
            </TabPanel>
            <TabPanel id="settings" className="patient-panel">
              <Suspense fallback={<Loading />}>
                <SettingsPanel patientId={id} />
              </Suspense>
            </TabPanel>
            <TabPanel id="messages" className="patient-panel">
              <Conversation person={{ id, name: `${person.firstName} ${person.lastName}` }} />
            </TabPanel>
          </Tabs>
        </div>
      )}
    </QueryState>
  )
}
