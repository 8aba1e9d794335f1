import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../ui/choice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { DutyDay } from './duty-day.tsx'
import { type DutyHours, hoursOf, problemOf, rowsOf, weekdays } from './duty-hours.ts'

export interface DutyHoursFormProps {
  /** Null means always. */
  hours: DutyHours[] | null
  timeZone: string
  isPending: boolean
  isSaved: boolean
  onEdit(): void
  onSave(hours: DutyHours[] | null): void
}

export function DutyHoursForm({ hours, timeZone, isPending, isSaved, onEdit, onSave }: DutyHoursFormProps) {
  const { t } = useTranslation()
  const [isLimited, setLimited] = useState(hours !== null)
  const [rows, setRows] = useState(() => rowsOf(hours ?? []))
  const [isChecked, setChecked] = useState(false)
  const problem = isLimited ? problemOf(rows) : undefined

  function choose(limited: boolean) {
    setLimited(limited)
    onEdit()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (!problem) onSave(isLimited ? hoursOf(rows) : null)
  }

  return (
    <form className="stack" onSubmit={submit}>
      <fieldset className="duty-choice">
        <legend>{t('me.duty.hours')}</legend>
        <Choice type="radio" name="duty-hours" checked={!isLimited} onChange={() => choose(false)}>
          {t('me.duty.always')}
        </Choice>
        <Choice type="radio" name="duty-hours" checked={isLimited} onChange={() => choose(true)}>
          {t('me.duty.within')}
        </Choice>
      </fieldset>
      {isLimited && (
        <>
          <p className="muted">{t('me.duty.zone', { zone: timeZone })}</p>
          <div className="duty-days">
            {weekdays.map((day) => (
              <DutyDay
                key={day}
                day={day}
                rows={rows}
                onChange={(changed) => {
                  setRows(changed)
                  onEdit()
                }}
              />
            ))}
          </div>
        </>
      )}
      {isChecked && problem && (
        <Notice tone="caution" isAlert>
          {t(`me.duty.${problem}`)}
        </Notice>
      )}
      <FormActions submitText={t('me.duty.save')} isPending={isPending}>
        <span role="status">{isSaved && t('me.duty.saved')}</span>
      </FormActions>
    </form>
  )
}
