/** isWholeNumber is also true of nothing. JSON has no word for what is no number, and would switch the alarm off. */
export const isWholeNumber = (text: string) => /^\s*\d*\s*$/.test(text)
