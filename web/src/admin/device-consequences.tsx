import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { formatDuration } from '../i18n/units.ts'
import { EscalationPlan } from '../patient/escalation-preview.tsx'
import { allTeamsQuery } from '../teams/team-queries.ts'
import { Notice } from '../ui/notice.tsx'
import { usePlaceText } from '../ui/place.ts'
import { changesOf, type DeviceValues, isMoved, valuesOf } from './device-changes.ts'
import type { AdminDevice } from './devices-queries.ts'
import { nameOf } from './people-picker.tsx'
import type { User } from './people-queries.ts'

interface DeviceConsequencesProps {
  device: AdminDevice
  values: DeviceValues
}

/** Says what comes of a change before it is saved: above all, who is told of the device's calls from then on. */
export function DeviceConsequences({ device, values }: DeviceConsequencesProps) {
  const { t } = useTranslation()
  const { settings, newOwner } = changesOf(device, values)
  const before = valuesOf(device)
  return (
    <section className="stack" aria-labelledby="device-consequences">
      <h3 id="device-consequences">{t('admin.devices.change.consequences')}</h3>
      <div className="stack" role="status">
        {!settings && !newOwner && <p className="muted">{t('admin.devices.change.nothing')}</p>}
        {settings?.kind && <p>{t(`admin.devices.change.kinds.${settings.kind}`)}</p>}
        {settings && 'expectedEverySeconds' in settings && (
          <Interval seconds={settings.expectedEverySeconds ?? null} />
        )}
        {settings?.name && <p>{t('admin.devices.change.renamed', { name: settings.name })}</p>}
        {settings && 'watched' in settings && (
          <p>
            {settings.watched
              ? t('admin.devices.change.hours', settings.watched)
              : t('admin.devices.change.unwatched')}
          </p>
        )}
        {isMoved(before, values) && values.owner.place.ward.trim() && (
          <ToldAtPlace before={before.owner.place} now={values.owner.place} />
        )}
        {newOwner && <ToldOfPerson person={newOwner} place={before.owner.place} />}
      </div>
      {/* Not read out at once: it is long. A call for help is critical. */}
      {newOwner?.role === 'PATIENT' && <EscalationPlan patientId={newOwner.id} severity="CRITICAL" />}
    </section>
  )
}

function Interval({ seconds }: { seconds: number | null }) {
  const { t } = useTranslation()
  const { language } = useFormats()
  return (
    <p>
      {seconds === null
        ? t('admin.devices.change.relearned')
        : t('admin.devices.change.silent', { duration: formatDuration(language, 2 * seconds) })}
    </p>
  )
}

type PlaceValue = DeviceValues['owner']['place']

/** As the service compares places. */
const isSame = (a: string | null, b: string) => (a ?? '').toLowerCase() === b.trim().toLowerCase()

function ToldAtPlace({ before, now }: { before: PlaceValue; now: PlaceValue }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const placeText = usePlaceText()
  const { data: teams } = useQuery(allTeamsQuery)
  const ofPlace = ({ site, ward }: PlaceValue) =>
    (teams ?? []).filter((team) => isSame(team.site, site) && isSame(team.ward, ward))
  const isSameWard = isSame(before.ward, now.ward) && isSame(before.site, now.site)
  const told = ofPlace(now).map(({ name }) => name)
  const noLonger = ofPlace(before)
    .map(({ name }) => name)
    .filter((name) => !told.includes(name))
  return (
    <>
      <p>{t('admin.devices.change.place', { place: placeText(now) })}</p>
      {teams && told.length === 0 && <Notice tone="caution">{t('admin.devices.for.noTeam')}</Notice>}
      {told.length > 0 && (
        <p>
          {isSameWard
            ? t('admin.devices.change.sameTeams', { teams: formats.list(told) })
            : t('admin.devices.change.teams', { teams: formats.list(told) })}
        </p>
      )}
      {!isSameWard && noLonger.length > 0 && (
        <Notice tone="caution">
          {t('admin.devices.change.noLonger', { teams: formats.list(noLonger) })}
        </Notice>
      )}
    </>
  )
}

function ToldOfPerson({ person, place }: { person: User; place: PlaceValue }) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const name = nameOf(person)
  return (
    <>
      <Notice tone="caution">{t('admin.devices.change.toPerson', { name, place: placeText(place) })}</Notice>
      {person.role === 'PATIENT' ? (
        <p>{t('admin.devices.change.told', { name })}</p>
      ) : (
        <Notice tone="caution">{t('admin.devices.change.noPatient', { name })}</Notice>
      )}
    </>
  )
}
