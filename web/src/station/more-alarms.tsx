import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'

/** The bar itself covers what is below it. */
const rootMargin = '0px 0px -80px 0px'

/** Less of a card hides its button. */
const seenRatio = 0.95

export const alarmCardId = (incidentId: string) => `station-card-${incidentId}`

/** Says how many alarms cannot be seen, because a tablet on a wall is not scrolled, and leads to the next one. */
export function MoreAlarms({ incidentIds }: { incidentIds: readonly string[] }) {
  const { t } = useTranslation()
  const hidden = useHidden(incidentIds)
  if (hidden.length === 0) return null
  const lastSeen = incidentIds.findLastIndex((id) => !hidden.includes(id))
  const next = incidentIds.slice(lastSeen + 1)[0] ?? hidden[0]
  return (
    <div className="station-more">
      <Button
        look="urgent"
        size="large"
        onPress={() => next && document.getElementById(alarmCardId(next))?.scrollIntoView()}
      >
        <span aria-hidden="true">⚠</span> {t('station.more', { count: hidden.length })}
      </Button>
    </div>
  )
}

/** Returns which of the cards are not in sight. */
function useHidden(incidentIds: readonly string[]): string[] {
  const [seen, setSeen] = useState<ReadonlySet<string>>()
  const key = incidentIds.join()
  useEffect(() => {
    const cards = new Map(
      key.split(',').flatMap((id) => {
        const card = document.getElementById(alarmCardId(id))
        return card ? [[card as Element, id] as const] : []
      }),
    )
    const observer = new IntersectionObserver(
      (entries) =>
        setSeen((before) => {
          const ids = new Set(before)
          for (const { target, intersectionRatio } of entries) {
            const id = cards.get(target) ?? ''
            if (intersectionRatio >= seenRatio) ids.add(id)
            else ids.delete(id)
          }
          return ids
        }),
      { rootMargin, threshold: [0, seenRatio] },
    )
    for (const card of cards.keys()) observer.observe(card)
    return () => observer.disconnect()
  }, [key])
  return seen ? incidentIds.filter((id) => !seen.has(id)) : []
}
