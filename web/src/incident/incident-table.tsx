import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMe } from '../shell/use-me.ts'
import { usePlaceText } from '../ui/place.ts'
import { Table } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'
import { ClockTime } from '../ui/time-ago.tsx'
import { type Incident, toneOf } from './incident.ts'
import { useWhatHappened, useWhatHappenedToMe } from './incident-words.ts'
import { handlerOf, named } from './named.ts'

export function IncidentTable({ incidents }: { incidents: readonly Incident[] }) {
  const { t } = useTranslation()
  const me = useMe()
  const describe = useWhatHappened()
  const describeMine = useWhatHappenedToMe()
  const placeText = usePlaceText()
  const whatHappened = me.role === 'PATIENT' ? describeMine : describe
  const hasPlaces = me.role !== 'PATIENT' && incidents.some((incident) => placeText(incident) !== '')
  return (
    <div className="incident-table">
      <Table
        caption={t('incident.list.title')}
        rows={incidents}
        rowKey={({ id }) => id}
        empty={t('incident.list.empty')}
        columns={[
          {
            key: 'what',
            title: t('incident.list.what'),
            cell: (incident) => (
              <Link to="/incidents/$incidentId" params={{ incidentId: incident.id }} className="text-link">
                {whatHappened(incident)}
              </Link>
            ),
          },
          ...(hasPlaces
            ? [
                {
                  key: 'where',
                  title: t('incident.contacts.where'),
                  cell: (incident: Incident) => placeText(incident),
                },
              ]
            : []),
          {
            key: 'when',
            title: t('incident.list.when'),
            cell: ({ openedAt }) => <ClockTime at={openedAt} />,
          },
          {
            key: 'state',
            title: t('incident.list.state'),
            cell: (incident) => <Tag tone={toneOf(incident)}>{t(`incident.state.${incident.state}`)}</Tag>,
          },
          {
            key: 'outcome',
            title: t('incident.list.outcome'),
            cell: ({ outcome }) => outcome && t(`incident.outcome.${outcome}`),
          },
          {
            key: 'who',
            title: t('incident.list.who'),
            cell: (incident) => {
              const handler = handlerOf(incident)
              return handler && named(handler, t('incident.who.deleted'))
            },
          },
        ]}
      />
    </div>
  )
}
