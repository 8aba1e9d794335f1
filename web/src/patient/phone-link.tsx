import { phoneHref } from '../ui/phone-href.ts'

/** Calls a number when it is touched. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="phone-link" href={phoneHref(phone)}>
      <span aria-hidden="true">☎ </span>
      {phone}
    </a>
  )
}
