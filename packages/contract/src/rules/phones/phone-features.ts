/** The occasions on which a desk phone forwards calls by a key. */
export const phoneForwards = ['always', 'busy', 'noAnswer'] as const;
export type PhoneForward = (typeof phoneForwards)[number];

/** What a desk phone shows of its user: whether calls are wanted, and where they go. */
export interface PhoneFeatures {
  /** The user's own line. */
  readonly lineId: string;
  readonly isDnd: boolean;
  readonly forwards: Readonly<Record<PhoneForward, ShownForward>>;
  /** How long the line rings before a call counts as not answered. */
  readonly ringSeconds: number;
}

interface ShownForward {
  readonly isOn: boolean;
  /** As the phone would dial it; empty where nothing was chosen. */
  readonly to: string;
}

/** What a key of a desk phone asks for. */
export type PhoneFeatureChange =
  | { readonly feature: 'doNotDisturb'; readonly isOn: boolean }
  | {
      readonly feature: PhoneForward;
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
  readonly address: string;
}

/** What keys of desk phones switch, as the app does. */
export interface PhoneFeatureDesk {
  /** Users without a line of their own are missing. */
  of(userIds: readonly string[]): Promise<ReadonlyMap<string, PhoneFeatures>>;
  /** Changes what may be changed; what may not is said in the answer and stays as it was. */
  change(by: PhoneAsker, change: PhoneFeatureChange): Promise<'done' | 'refused'>;
}
