import type { PartStatus } from '@sidetone/contract/entities/documentation.ts';
import type { PersonKey } from './company.ts';
import type { DemoCall } from './history.ts';

/** Who says what, from which second to which, and in what mood (-1 to 1). */
export type Line = readonly ['user' | 'remote', from: number, until: number, text: string, mood?: number];

interface Heard {
  /** Seconds. */
  readonly seconds: number;
  /** Pitch of the voices in Hertz: our user's, and the other side's. */
  readonly pitch: readonly [user: number, remote: number];
}

type Open = Exclude<PartStatus, 'success'>;

/** What is known of one call of the demo's history. A part that is a status has not come further than that. */
export interface DocumentedCall {
  /** Which call: the inbox it stands in, and when it was. */
  readonly call: readonly [inbox: DemoCall['inbox'], daysAgo: number, time: string];
  readonly headline?: string | Open;
  readonly summary?:
    | { readonly text: string; readonly topics: readonly string[]; readonly keyPoints: readonly string[] }
    | Open;
  readonly transcript?: readonly Line[] | Open;
  readonly actions?: readonly (readonly [text: string, isDone?: true])[] | Open;
  /** Topic and what was said of it. */
  readonly smallTalk?: readonly (readonly [topic: string, description: string, isPinned?: true])[] | Open;
  readonly answers?: readonly (readonly [question: string, answer: string | null])[] | Open;
  readonly note?: readonly [by: PersonKey, html: string];
  /** What was recorded; who speaks when follows from the transcript. */
  readonly recording?: Heard & { readonly mode: 'manual' | 'automatic' };
  readonly voicemail?: Heard & { readonly said: readonly Line[]; readonly text: string | Open };
}
