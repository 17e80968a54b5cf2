const prefix = 'call-back-';

/** The id of a session in which members of a queue are rung for somebody who is called back; `id` is unique. */
export const callBackSession = (id: string): string => `${prefix}${id}`;

/** Whether a call that rings is one for somebody who is called back, and whom nobody has called yet. */
export const isCallBackSession = (sessionId: string): boolean => sessionId.startsWith(prefix);
