import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLinkToken } from '../account/use-link-token.ts'
import { EntryPage } from '../shell/entry-page.tsx'
import { Notice } from '../ui/notice.tsx'
import { PairPhone } from './pair-phone.tsx'
import { PairedPhone } from './paired-phone.tsx'
import { onOtherPairing, openPageOf, type Pairing, readPairing } from './pairing.ts'
import './phone.css'

/** The page of a phone that is a device: it is paired by a link, and then watches. */
export function PhoneScreen() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const [pairing, setPairing] = useState(readOpened)
  const [hasUsedToken, setUsedToken] = useState(false)
  const [isGoingOn, setGoingOn] = useState(false)
  useEffect(
    () =>
      onOtherPairing(pairing, (other) => {
        if (other) openPageOf(other)
        setPairing(other)
      }),
    [pairing],
  )

  function begin(paired: Pairing) {
    openPageOf(paired)
    setPairing(paired)
    setUsedToken(true)
  }

  if (!window.isSecureContext)
    return (
      <EntryPage title={t('phone.title')}>
        <Notice tone="caution">{t('phone.insecure')}</Notice>
        <p className="muted">
          <code>npm start -- --https</code>
        </p>
      </EntryPage>
    )
  if (token && !hasUsedToken && !(isGoingOn && pairing))
    return <PairPhone token={token} former={pairing} onPaired={begin} onGoOn={() => setGoingOn(true)} />
  if (!pairing)
    return (
      <EntryPage title={t('phone.title')}>
        <p>{t('phone.how')}</p>
        <p>{t('phone.limits')}</p>
      </EntryPage>
    )
  return (
    <PairedPhone
      key={pairing.key}
      pairing={pairing}
      // The touch with which it was paired has asked for motion.
      hasAsked={hasUsedToken || isGoingOn}
      onUnpaired={() => setPairing(undefined)}
    />
  )
}

function readOpened(): Pairing | undefined {
  const pairing = readPairing()
  if (pairing) openPageOf(pairing)
  return pairing
}
