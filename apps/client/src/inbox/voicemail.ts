import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';

/** What a row shows of a message that the caller left; null where there is none. */
export interface VoicemailLook {
  /** `coming`: it is being recorded or processed. `gone`: it was deleted because of its age. */
  state: 'coming' | 'ready' | 'failed' | 'gone';
  /** Seconds; 0 where unknown. */
  seconds: number;
  /** A member of the channel has listened to it. */
  heard: boolean;
}

export function voicemailLook({ documentation }: Pick<InboxRow, 'documentation'>): VoicemailLook | null {
  const { voicemail } = documentation;
  if (!voicemail) return null;
  const heard = (voicemail.readAt ?? null) !== null;
  const { visual } = voicemail;
  switch (visual.status) {
    case 'pending':
      return { state: 'coming', seconds: 0, heard };
    case 'processed':
      return { state: 'ready', seconds: visual.duration, heard };
    case 'failed':
      return { state: 'failed', seconds: 0, heard };
    case 'deleted':
      return { state: 'gone', seconds: 0, heard };
  }
}
