/** PhoneLink calls a number when it is touched. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="phone-link" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      <span aria-hidden="true">☎ </span>
      {phone}
    </a>
  )
}
