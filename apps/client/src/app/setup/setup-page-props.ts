import type { User } from '@sidetone/contract/entities/user.ts';

export interface SetupPageProps {
  me: User;
  headingId: string;
  /** What follows the step in the address. */
  rest: readonly string[];
  /** Goes to what follows the step in the address. */
  onGo: (rest: string) => void;
  /** Ends the setup with a look at microphone and speaker. */
  onCheckSound: () => void;
}
