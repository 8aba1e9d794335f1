export class RefusedConnect extends Error {
  readonly reasonCode: number
  constructor(reasonCode: number, message: string) {
    super(message)
    this.reasonCode = reasonCode
  }
}
