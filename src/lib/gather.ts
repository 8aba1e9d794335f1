interface Waiting<Question, Answer> {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * gather puts questions that come in one round of the event loop together, at most so many at a time: dozens on their
 * own take longer to send and to receive than to answer. `askAll` gives the answers in the order of the questions.
 */
export function gather<Question, Answer>(
  most: number,
  askAll: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []

  function askForAll(): void {
    for (let i = 0; i < waiting.length; i += most) void askFor(waiting.slice(i, i + most))
    waiting = []
  }

  async function askFor(group: Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await askAll(group.map(({ question }) => question))
      for (const [i, { resolve }] of group.entries()) resolve(answers[i] as Answer)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (waiting.length === 1) setImmediate(askForAll)
    })
}
