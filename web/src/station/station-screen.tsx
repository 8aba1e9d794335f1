import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { EntryPage } from '../shell/entry-page.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { TextField } from '../ui/text-field.tsx'
import { StationBoard } from './station-board.tsx'
import { stationQuery, useReadStation } from './station-queries.ts'

/** The page of a tablet on the wall of a ward; until it has signed in, it asks for the code. */
export function StationScreen() {
  const station = useQuery(stationQuery)
  const { error } = station
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return <CodeForm />
  return <QueryState query={station}>{(self) => <StationBoard station={self} />}</QueryState>
}

function CodeForm() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const readStation = useReadStation()
  const [code, setCode] = useState('')
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setPending(true)
    setProblem(undefined)
    try {
      await request(api.POST('/api/auth/station', { body: { code } }))
      await readStation()
    } catch (error) {
      const isWrong = error instanceof ApiError && (error.status === 401 || error.status === 400)
      setProblem(isWrong ? t('station.wrongCode') : errorText(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <EntryPage title={t('station.title')}>
      <p>{t('station.about')}</p>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('station.code')}
          description={t('station.codeHint')}
          value={code}
          onChange={setCode}
          autoComplete="off"
          spellCheck="false"
        />
        {problem && (
          <Notice tone="caution" isAlert>
            {problem}
          </Notice>
        )}
        <Button type="submit" look="primary" size="large" isPending={isPending}>
          {t('station.signIn')}
        </Button>
      </form>
    </EntryPage>
  )
}
