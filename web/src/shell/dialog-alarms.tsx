import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { unresolvedQuery } from '../api/queries.ts'
import { AcknowledgeButton } from '../incident/acknowledge-button.tsx'
import { AlarmsInFront } from '../incident/alarms-in-front.tsx'
import { UndoButton, undoMs } from '../incident/undo-button.tsx'
import { useBriefly } from '../ui/use-briefly.ts'

/** Brings the alarms of a caregiver or an admin to the front of a dialog. */
export function DialogAlarms() {
  const { data } = useQuery(unresolvedQuery)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const answered = useBriefly(undoMs)
  return (
    <AlarmsInFront
      // What the screen below is about is known to whoever opened a dialog there.
      incidents={data?.filter(({ id }) => path !== `/incidents/${id}`)}
      kept={answered.ids}
      answer={(incident, giveBack) =>
        answered.ids.has(incident.id) && incident.state === 'ACKNOWLEDGED' ? (
          <UndoButton incident={incident} onDone={() => answered.remove(incident.id)} />
        ) : (
          <AcknowledgeButton
            incident={incident}
            onDone={() => {
              answered.add(incident.id)
              giveBack()
            }}
          />
        )
      }
    />
  )
}
