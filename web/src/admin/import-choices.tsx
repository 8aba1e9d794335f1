import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { Choice } from '../ui/choice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import type { FileChoices, Import, ImportState } from './import-state.ts'

type FileSummary = Import['files'][number]
type Field = NonNullable<FileSummary['columns'][number]['field']>

/** The fields that a column can be assigned to, in the order of the list. */
const fieldsInOrder = {
  firstName: true,
  lastName: true,
  fullName: true,
  role: true,
  dateOfBirth: true,
  room: true,
  ward: true,
  site: true,
  reference: true,
  email: true,
  signInName: true,
  phone: true,
  emergencyContact: true,
  team: true,
  caregiverEmails: true,
  relativeOf: true,
  relationship: true,
  kind: true,
  priority: true,
  deviceName: true,
  macAddress: true,
} satisfies Record<Field, true>
const fields = Object.keys(fieldsInOrder) as Field[]

export interface ImportChoicesProps {
  result: Import
  state: Pick<ImportState, 'choicesOf' | 'choose' | 'isChecking'>
}

/** Asks what the files do not say: what a date, a column or the people of a file mean. */
export function ImportChoices({ result, state }: ImportChoicesProps) {
  const files = result.files.filter(
    ({ name, role, ignoredColumns, kind }) =>
      role !== null ||
      ignoredColumns.length > 0 ||
      (kind === null && hasColumns(result, name)) ||
      hasUnknownRole(result, name),
  )
  return (
    <>
      {result.questions.map((question) => (
        <DateQuestion key={`${question.file} ${question.about}`} question={question} state={state} />
      ))}
      {files.map((file) => (
        <FileQuestions
          key={file.name}
          file={file}
          asksRole={file.role !== null || hasUnknownRole(result, file.name)}
          state={state}
        />
      ))}
    </>
  )
}

const hasColumns = ({ files }: Import, name: string) =>
  files.some((file) => file.name === name && file.columns.length > 0)

const hasUnknownRole = ({ errors }: Import, name: string) =>
  errors.some(({ file, code }) => file === name && code === 'ROLE_UNKNOWN')

interface DateQuestionProps {
  question: Import['questions'][number]
  state: ImportChoicesProps['state']
}

function DateQuestion({ question, state }: DateQuestionProps) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const { file, about, example, options, lines } = question
  // A date of birth has no time zone.
  const shown = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const dateOf = (date: string) => (/^\d{4}-/.test(date) ? shown.format(new Date(date)) : date)
  return (
    <fieldset className="card import-question">
      <legend>{t(`admin.import.question.${about}`, { example, file })}</legend>
      <p className="muted">{t('admin.import.question.lines', { count: lines.length })}</p>
      {options.map(({ answer, date }) => (
        <Choice
          key={answer}
          type="radio"
          name={`${file} ${about}`}
          disabled={state.isChecking}
          onChange={() => {
            const dates = { ...state.choicesOf(file).dates, [about]: answer }
            state.choose(file, { dates } as FileChoices)
          }}
        >
          {t(`admin.import.question.${answer}`, { date: dateOf(date) })}
        </Choice>
      ))}
    </fieldset>
  )
}

interface FileQuestionsProps {
  file: FileSummary
  asksRole: boolean
  state: ImportChoicesProps['state']
}

const left = ''

/** Assigns the columns that were not recognised, and says who the people of a file are. */
function FileQuestions({ file, asksRole, state }: FileQuestionsProps) {
  const { t } = useTranslation()
  const { name, kind, columns, role } = file
  const choices = state.choicesOf(name)
  const chosen = choices.columns ?? {}
  // Of a file that cannot be understood, any column may be the wrong one; what was assigned can be changed.
  const asked = columns.filter(({ title, field }) => field === null || kind === null || title in chosen)
  const roles = (['PATIENT', 'CAREGIVER', 'RELATIVE'] as const).map((value) => ({
    value,
    label: t(`admin.import.roles.${value}`),
  }))
  return (
    <section className="card stack" aria-label={name}>
      {asksRole && (
        <SelectField<string>
          label={t('admin.import.whoseFile', { file: name })}
          value={choices.role ?? role ?? left}
          disabled={state.isChecking}
          onChange={(value) => state.choose(name, { role: value as (typeof roles)[number]['value'] })}
          options={
            role === null && !choices.role
              ? [{ value: left, label: t('admin.import.byColumn') }, ...roles]
              : roles
          }
        />
      )}
      {asked.length > 0 && (
        <>
          <h2>{t('admin.import.unknownColumns', { file: name })}</h2>
          <p className="muted">{t('admin.import.unknownAbout')}</p>
          <div className="import-columns">
            {asked.map(({ title, field, examples }, index) => (
              <SelectField<string>
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one title
                key={`${title} ${index}`}
                label={title || t('admin.import.untitled')}
                {...(examples.length > 0 && {
                  description: t('admin.import.examples', { cells: examples.join(' · ') }),
                })}
                value={field ?? left}
                disabled={state.isChecking}
                onChange={(value) =>
                  state.choose(name, {
                    columns: { ...chosen, [title]: value === left ? null : (value as Field) },
                  })
                }
                options={[
                  { value: left, label: t('admin.import.leaveOut') },
                  ...fields.map((value) => ({ value, label: t(`admin.import.fields.${value}`) })),
                ]}
              />
            ))}
          </div>
        </>
      )}
    </section>
  )
}
