/** The parameter of Call-Info in an INVITE that a device is to answer by itself. */
export const answerNow = 'answer-after=0';

/** Whether the Call-Info of an INVITE asks the device to answer by itself. */
export const asksToAnswer = (callInfo: string | undefined): boolean =>
  callInfo?.split(';').some((part) => part.trim() === answerNow) ?? false;
