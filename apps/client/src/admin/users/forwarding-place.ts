/** What the address calls the panel with the call forwarding of a user. */
export const forwardingOf = (userId: string): string => `forwarding-${userId}`;
