/** Whose messages are heard, and how. */
export interface Mailbox {
  readonly userId: string;
  readonly accountId: string;
  /** The own channel of the user, whose greeting they say. */
  readonly channelId: string;
  readonly extension: string | null;
  readonly locale: 'de' | 'en';
  newId(): string;
}
