import type { InboxEvent } from '@sidetone/contract/entities/inbox-event.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';

/** What a vCon is written from. */
export interface VconSource {
  /** A call that is over, as its inbox has it. */
  readonly event: InboxEvent;
  /** Who of us was in it: the user who took or placed the call, if one did, their company and the channel. */
  readonly ours: {
    readonly userId: string | null;
    readonly name: string | null;
    readonly company: string;
    /** Null where the channel has no name of its own. */
    readonly channel: string | null;
  };
  readonly theirs: Pick<Remote, 'name' | 'organization' | 'isTeam' | 'userId'>;
  /** The host that this server is known by; numbers that are no international ones count there. */
  readonly host: string;
  /** Of `vconUuids`: another one for each vCon, the same where the same one is sent again. */
  readonly uuid: string;
  readonly createdAt: Date;
  /** Sounds that the reader may fetch; without any, the vCon says of them only that there was a conversation. */
  readonly recordings?: readonly RecordingOfCall[];
}

/** A recording of a call, or a message of a caller, that the reader may fetch. */
export interface RecordingOfCall {
  readonly kind: 'manual' | 'automatic' | 'voicemail';
  /** An https address; the draft allows no other. */
  readonly url: string;
  /** SHA-512 of the file that is there. */
  readonly sha512: Uint8Array;
  readonly startedAt: Date;
  readonly seconds: number | null;
}
