import type { User } from '@sidetone/contract/entities/user.ts';

export interface SetupPageProps {
  me: User;
  headingId: string;
  /** The part of the address after the step. */
  rest: readonly string[];
  /** Goes to this part of the address after the step. */
  onGo: (rest: string) => void;
  /** Ends the setup at microphone and speaker. */
  onCheckSound: () => void;
}
