/** The body of a report, which is a text only if CSV was asked for. */
export const jsonOf = <Body>(body: Body) => body as Exclude<Body, string>
