import type { ForwardWhen } from '../../entities/line-forwarding.ts';

/** The occasions on which a desk phone forwards calls by a key. */
export const phoneForwards = ['always', 'busy', 'noAnswer'] as const;
export type PhoneForward = (typeof phoneForwards)[number];

/** What a desk phone shows of its user: whether calls are wanted, and where they go. */
export interface PhoneFeatures {
  /** The user's own line. */
  readonly lineId: string;
  readonly isDnd: boolean;
  /** By code a phone switches those as well for which it has no key. */
  readonly forwards: Readonly<Record<ForwardWhen, ShownForward>>;
  /** How long the line rings before a call counts as not answered. */
  readonly ringSeconds: number;
}

interface ShownForward {
  readonly isOn: boolean;
  /** As the phone would dial it; empty where nothing was chosen. */
  readonly to: string;
}

/** What a key of a desk phone asks for, or a code that is dialled there. */
export type PhoneFeatureChange =
  | { readonly feature: 'doNotDisturb'; readonly isOn: boolean }
  | {
      readonly feature: ForwardWhen;
      readonly isOn: boolean;
      /** As it was dialled; null: where these calls went before. */
      readonly to: string | null;
      /** Null: as it is. */
      readonly ringSeconds: number | null;
    };

/** Whose phone asks, and from where. */
export interface PhoneAsker {
  readonly accountId: string;
  readonly userId: string;
  /** Null: what was dialled names none. */
  readonly address: string | null;
}

/** What keys of desk phones switch, as the app does. */
export interface PhoneFeatureDesk {
  /** Users without a line of their own are missing. */
  of(userIds: readonly string[]): Promise<ReadonlyMap<string, PhoneFeatures>>;
  /** Changes what may be changed; what may not is said in the answer and stays as it was. */
  change(by: PhoneAsker, change: PhoneFeatureChange): Promise<'done' | 'refused'>;
}

/** The call that came to a user's own line last. */
export interface LastCall {
  /** Who called, as it could be dialled; null: they hid their number. */
  readonly number: string | null;
  readonly at: Date;
  /** IANA name of the time zone of the company. */
  readonly timeZone: string;
}

/** What users switch of their own line by codes, and who called it last. */
export interface OwnLines extends PhoneFeatureDesk {
  /** Null: nobody has called. */
  lastCall(userId: string): Promise<LastCall | null>;
}
