import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Weekday, weekdays } from '../me/duty-hours.ts'
import { TimeField } from '../me/time-field.tsx'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { RotaTeam, ShiftEdit, ShiftPlace } from './rota-week.ts'
import { useDayNames } from './use-day-names.ts'

export interface ShiftDialogProps {
  place: ShiftPlace
  teams: readonly RotaTeam[]
  caregiverIds: readonly string[]
  /** The days differ in who works; what is chosen is for all of them. */
  isMixed: boolean
  /** The name of the shift that follows, if there is one. */
  next: string | undefined
  onSave(edit: ShiftEdit, andNext: boolean): void
  onClose(): void
}

/** As many as leave the buttons of the dialog in view. */
const fewTeams = 4

const toggled = <Item,>(items: readonly Item[], item: Item): Item[] =>
  items.includes(item) ? items.filter((each) => each !== item) : [...items, item]

/** Changes a shift on one day or several: its hours and people. It also copies it to other days and teams. */
export function ShiftDialog(props: ShiftDialogProps) {
  const { place, teams, caregiverIds, isMixed, next, onSave, onClose } = props
  const { t } = useTranslation()
  const { longDay, shortDay } = useDayNames()
  const team = teams.find(({ id }) => id === place.teamId)
  const [from, setFrom] = useState(place.hours?.from ?? '06:00')
  const [to, setTo] = useState(place.hours?.to ?? '14:00')
  const [days, setDays] = useState<readonly Weekday[]>(place.days)
  const [people, setPeople] = useState(caregiverIds)
  const [copyTo, setCopyTo] = useState<readonly string[]>([])
  const others = teams.filter(({ id }) => id !== place.teamId)
  const isIncomplete = !from || !to || (days.length === 0 && !place.hours)
  const save = (andNext: boolean) => {
    if (!isIncomplete) onSave({ from, to, days, caregiverIds: people, copyTo }, andNext)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    save(false)
  }
  const title = place.hours
    ? t('teams.editShift', { team: team?.name, ...place.hours })
    : t('teams.newShift', { team: team?.name })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <div className="rota-hours">
          <TimeField label={t('teams.shiftFrom')} value={from} onChange={setFrom} />
          <span aria-hidden="true">–</span>
          <TimeField label={t('teams.shiftTo')} value={to} onChange={setTo} />
        </div>
        <fieldset className="rota-choices">
          <legend>{t('teams.shiftWho')}</legend>
          {isMixed && <p className="muted rota-wide">{t('teams.mixed')}</p>}
          {team?.members.length === 0 && <p className="rota-wide">{t('teams.noMembers')}</p>}
          {team?.members.map(({ id, name }) => (
            <Choice key={id} checked={people.includes(id)} onChange={() => setPeople(toggled(people, id))}>
              {name}
            </Choice>
          ))}
        </fieldset>
        <fieldset className="rota-days">
          <legend>{t('teams.shiftDays')}</legend>
          {weekdays.map((day) => (
            <Choice
              key={day}
              checked={days.includes(day)}
              aria-label={longDay(day)}
              onChange={() => setDays(toggled(days, day))}
            >
              {shortDay(day)}
            </Choice>
          ))}
          <Button onPress={() => setDays(weekdays)}>{t('teams.allDays')}</Button>
        </fieldset>
        {others.length > 0 && (
          <details className="rota-copy" open={others.length <= fewTeams}>
            <summary>{t('teams.copyTo')}</summary>
            <p className="muted">{t('teams.copyToAbout')}</p>
            <div className="rota-choices">
              {others.map(({ id, name }) => (
                <Choice
                  key={id}
                  checked={copyTo.includes(id)}
                  onChange={() => setCopyTo(toggled(copyTo, id))}
                >
                  {name}
                </Choice>
              ))}
            </div>
          </details>
        )}
        <div className="form-actions">
          {next !== undefined && (
            <Button look="primary" isDisabled={isIncomplete} onPress={() => save(true)}>
              {t('teams.nextShift')}
            </Button>
          )}
          <Button type="submit" look={next === undefined ? 'primary' : 'plain'} isDisabled={isIncomplete}>
            {t('teams.shiftDone')}
          </Button>
          {place.hours && (
            <Button onPress={() => onSave({ from, to, days: [], caregiverIds: [], copyTo: [] }, false)}>
              {t('teams.removeShift')}
            </Button>
          )}
          <Button onPress={onClose}>{t('common.cancel')}</Button>
        </div>
        {next !== undefined && <p className="muted">{t('teams.nextIs', { shift: next })}</p>}
      </form>
    </Dialog>
  )
}
