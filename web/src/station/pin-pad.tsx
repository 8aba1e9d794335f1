import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'

export const pinLength = 4
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']

/** Takes a PIN by touch; a tablet on a wall has no keyboard. Nothing is disabled, which would lose the focus. */
export function PinPad({ pin, onChange }: { pin: string; onChange(pin: string): void }) {
  const { t } = useTranslation()
  const digit = (value: string) => (
    <Button key={value} size="large" onPress={() => pin.length < pinLength && onChange(pin + value)}>
      {value}
    </Button>
  )
  return (
    <>
      <div className="station-pin">
        <span id="station-pin">{t('station.pin')}</span>
        <span className="station-dots" aria-hidden="true">
          {'●'.repeat(pin.length).padEnd(pinLength, '○')}
        </span>
        <span role="status" className="visually-hidden">
          {t('station.pinDigits', { count: pin.length })}
        </span>
      </div>
      <fieldset className="station-pad" aria-labelledby="station-pin">
        {digits.slice(0, -1).map(digit)}
        <Button size="large" onPress={() => onChange('')}>
          {t('station.clear')}
        </Button>
        {digits.slice(-1).map(digit)}
        <Button size="large" aria-label={t('station.back')} onPress={() => onChange(pin.slice(0, -1))}>
          ⌫
        </Button>
      </fieldset>
    </>
  )
}
