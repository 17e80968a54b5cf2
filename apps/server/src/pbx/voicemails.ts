/** A message that a caller leaves for a channel; it belongs to the inbox event of that channel and session. */
export interface VoicemailOpened {
  readonly voicemailId: string;
  readonly accountId: string;
  readonly channelId: string;
  /** Of the inbox event that has been written before. */
  readonly docId: string;
  readonly sessionId: string;
  readonly at: Date;
}

/** Keeps voicemails and greetings: each method is durable before its promise fulfils. */
export interface Voicemails {
  /** Whether the company has no storage left for another message; left out: there is always some. */
  isFull?(accountId: string): boolean;
  /** What callers of a channel hear before the tone: a WAV file that media can play; null for the server's own words. */
  greetingOf(channelId: string): Promise<{ readonly file: string } | null>;
  /** Gives the file that media writes. */
  opened(voicemail: VoicemailOpened): Promise<{ readonly path: string }>;
  /** The caller is done and the file is complete; one that is too short to hold a word leaves no voicemail. */
  finished(voicemailId: string, durationMs: number): Promise<void>;
  failed(voicemailId: string, why: string): Promise<void>;
  /** A member said a new greeting by telephone; `path` is the WAV that media wrote, and may be removed afterwards. */
  greetingRecorded(channelId: string, path: string): Promise<void>;
  /** Callers of the channel hear the server's own words again. */
  greetingRemoved(channelId: string, by: { readonly userId: string; readonly accountId: string }): Promise<void>;
  /** Messages that a user may hear, the unheard ones first; a bounded number. */
  messagesOf(userId: string): Promise<readonly KeptMessage[]>;
  /**
   * Writes what the user is about to hear to `path`: a WAV that media can play, which the caller removes. Null for a message
   * that is gone, or no longer theirs to hear.
   */
  takeOut(voicemailId: string, userId: string, path: string): Promise<HeardMessage | null>;
  /** Where a file of this name may lie during a call; what a killed server left there is removed at the next start. */
  passing(name: string): string;
  /** The user heard it to its end. */
  heard(voicemailId: string, userId: string): Promise<void>;
  /** The user wants it to be new, although they heard it. */
  keepNew(voicemailId: string, userId: string): Promise<void>;
  /** The user deletes it, as in the app; nothing happens to one that is gone, or no longer theirs. */
  removeMessage(voicemailId: string, userId: string): Promise<void>;
  /** Whether this is the PIN of the user's mailbox; never for users without one. */
  knowsPin(userId: string, pin: string): Promise<boolean>;
  /** Gives the mailbox of the user another PIN. */
  setPin(userId: string, pin: string): Promise<void>;
}

/** A message that waits. */
export interface KeptMessage {
  readonly id: string;
  /** Nobody has heard it. */
  readonly isNew: boolean;
}

/** What is said of a message besides itself. */
export interface HeardMessage {
  /** Who left it; null: they hid their number. */
  readonly number: string | null;
  readonly at: Date;
  /** IANA name of the time zone of its company. */
  readonly timeZone: string;
}

/** Voicemails of a user's own channel and of those that they share. */
export interface WaitingMessages {
  /** That nobody has listened to. */
  readonly fresh: number;
  readonly heard: number;
}
