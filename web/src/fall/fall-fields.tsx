import { useTranslation } from 'react-i18next'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { activities, type FallValues, footwear, type YesOrNo } from './fall-values.ts'
import './fall-record.css'

const maxLength = 2000

export interface FallFieldsProps {
  values: FallValues
  onChange(values: FallValues): void
  /** What is wrong with the time. */
  timeProblem?: string | undefined
  /** The time of a detected fall is that of the device. */
  isTimeFixed?: boolean
  /** What matters at once; the rest can be added to the record later. */
  isShort?: boolean
}

/** What is documented of a fall. */
export function FallFields({ values, onChange, timeProblem, isTimeFixed, isShort }: FallFieldsProps) {
  const { t } = useTranslation()
  const set = (change: Partial<FallValues>) => onChange({ ...values, ...change })
  const text = (name: 'location' | 'foundBy' | 'doctorDetails' | 'familyDetails') => (
    <TextField
      label={t(`fallRecord.${name}`)}
      value={values[name]}
      onChange={(value) => set({ [name]: value })}
      maxLength={maxLength}
    />
  )
  const paragraphs = (name: 'circumstances' | 'injuries' | 'measures') => (
    <TextField
      label={t(`fallRecord.${name}`)}
      description={name === 'circumstances' ? t('fallRecord.circumstancesHint') : undefined}
      value={values[name]}
      onChange={(value) => set({ [name]: value })}
      maxLength={maxLength}
      isMultiline
    />
  )
  const yesOrNo = (name: 'witnessed' | 'doctorTold' | 'familyTold') => (
    <SelectField<YesOrNo>
      label={t(`fallRecord.${name}`)}
      value={values[name]}
      options={[
        { value: '', label: t('fallRecord.notSaid') },
        { value: 'yes', label: t('common.yes') },
        { value: 'no', label: t('common.no') },
      ]}
      onChange={(value) => set({ [name]: value })}
    />
  )
  return (
    <>
      <div className="fall-pair">
        <TextField
          label={t('fallRecord.occurredAt')}
          type="datetime-local"
          value={values.occurredAt}
          onChange={(occurredAt) => set({ occurredAt })}
          error={timeProblem}
          isDisabled={isTimeFixed ?? false}
          description={isTimeFixed ? t('fallRecord.timeOfDevice') : undefined}
        />
        {text('location')}
      </div>
      <div className="fall-pair">
        {yesOrNo('witnessed')}
        {text('foundBy')}
      </div>
      {!isShort && (
        <>
          <div className="fall-pair">
            <SelectField
              label={t('fallRecord.activity')}
              value={values.activity}
              options={[
                { value: '', label: t('fallRecord.notSaid') },
                ...activities.map((value) => ({ value, label: t(`fallRecord.activities.${value}`) })),
              ]}
              onChange={(activity) => set({ activity })}
            />
            <SelectField
              label={t('fallRecord.footwear')}
              value={values.footwear}
              options={[
                { value: '', label: t('fallRecord.notSaid') },
                ...footwear.map((value) => ({ value, label: t(`fallRecord.shoes.${value}`) })),
              ]}
              onChange={(value) => set({ footwear: value })}
            />
          </div>
          {paragraphs('circumstances')}
        </>
      )}
      {paragraphs('injuries')}
      {paragraphs('measures')}
      {!isShort && (
        <>
          <div className="fall-pair">
            {yesOrNo('doctorTold')}
            {text('doctorDetails')}
          </div>
          <div className="fall-pair">
            {yesOrNo('familyTold')}
            {text('familyDetails')}
          </div>
        </>
      )}
    </>
  )
}
