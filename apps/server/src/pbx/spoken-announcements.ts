/** How far somebody is who says an announcement: they hear what to do, speak, or hear what they said. */
export type SayingStep = 'asked' | 'speaking' | 'hearing';

/** Which announcements users are asked to say. */
export interface AskedAnnouncements {
  /** The recording for which the user was given this code; null where there is none, or they may no longer. */
  askedAnnouncement?(
    user: { readonly userId: string; readonly accountId: string },
    code: string,
  ): Promise<string | null>;
}

/** Announcements that users say by telephone, for which a browser waits. */
export interface SpokenAnnouncements {
  /** How far the caller is; fulfils with false where nobody wants the recording any longer, or another call has it. */
  reached(recordingId: string, callId: string, step: SayingStep): Promise<boolean>;
  /** Keeps a WAV of one channel; fulfils with false as above. */
  keep(
    recordingId: string,
    callId: string,
    said: { readonly wav: Uint8Array; readonly durationMs: number },
  ): Promise<boolean>;
  /** The call is over. What was not kept is gone, and so is its code. */
  hungUp(recordingId: string, callId: string): Promise<void>;
}
