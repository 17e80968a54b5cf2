/** The sender's id of the result of a call that a voice bot had, until its delivery completes it. */
export const botSenderId = (sessionId: string): string => `bot ${sessionId}`;
